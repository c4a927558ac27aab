#include "export/overlap_analysis.h"

#include <algorithm>
#include <utility>

namespace aclprof {

const char* OverlapRowName(OverlapRow row) {
  switch (row) {
    case OverlapRow::kCommunication:
      return "Communication";
    case OverlapRow::kNotOverlapped:
      return "Communication(Not Overlapped)";
    case OverlapRow::kComputing:
      return "Computing";
    case OverlapRow::kFree:
      return "Free";
  }
  return "";
}

OverlapAnalysis::OverlapAnalysis(OnSpan on_span) : on_span_(std::move(on_span)) {
  open_since_.fill(kNotOpen);
}

void OverlapAnalysis::AddComputing(int64_t start_ns, int64_t stop_ns) {
  BeginTask(start_ns, stop_ns);
  computing_until_ns_ = std::max(computing_until_ns_, stop_ns);
}

void OverlapAnalysis::AddCommunication(int64_t start_ns, int64_t stop_ns) {
  BeginTask(start_ns, stop_ns);
  communication_until_ns_ = std::max(communication_until_ns_, stop_ns);
}

void OverlapAnalysis::AddOther(int64_t start_ns, int64_t stop_ns) { BeginTask(start_ns, stop_ns); }

void OverlapAnalysis::Finish() {
  if (!any_) return;
  AdvanceTo(last_stop_ns_);
  for (int row = 0; row < kOverlapRows; ++row) SetRow(static_cast<OverlapRow>(row), false);
}

void OverlapAnalysis::BeginTask(int64_t start_ns, int64_t stop_ns) {
  if (!any_) now_ns_ = start_ns;
  any_ = true;
  AdvanceTo(start_ns);
  last_stop_ns_ = std::max(last_stop_ns_, stop_ns);
}

// From one change to the next: nothing that starts before time_ns is still to come.
void OverlapAnalysis::AdvanceTo(int64_t time_ns) {
  while (now_ns_ < time_ns) {
    SetRows();
    int64_t next = time_ns;
    for (const int64_t end : {computing_until_ns_, communication_until_ns_}) {
      if (end > now_ns_) next = std::min(next, end);
    }
    now_ns_ = next;
  }
}

void OverlapAnalysis::SetRows() {
  const bool computing = computing_until_ns_ > now_ns_;
  const bool communication = communication_until_ns_ > now_ns_;
  SetRow(OverlapRow::kCommunication, communication);
  SetRow(OverlapRow::kNotOverlapped, communication && !computing);
  SetRow(OverlapRow::kComputing, computing);
  SetRow(OverlapRow::kFree, !computing && !communication);
}

void OverlapAnalysis::SetRow(OverlapRow row, bool active) {
  int64_t& since = open_since_[static_cast<size_t>(row)];
  if (active == (since != kNotOpen)) return;
  if (!active) on_span_(row, since, now_ns_);
  since = active ? now_ns_ : kNotOpen;
}

}  // namespace aclprof
