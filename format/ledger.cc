#include "format/ledger.h"

#include <numeric>

namespace aclprof {
namespace {

void Add(const KindCounts& from, KindCounts* to) {
  for (size_t kind = 0; kind < from.size(); ++kind) (*to)[kind] += from[kind];
}

}  // namespace

uint64_t RecordsIn(const KindCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
}

uint64_t LedgerRow::Stored() const { return RecordsIn(stored); }

uint64_t LedgerRow::Dropped() const {
  uint64_t total = 0;
  for (const KindCounts& counts : dropped) total += RecordsIn(counts);
  return total;
}

uint64_t LedgerRow::DroppedBy(int cause) const { return RecordsIn(dropped.at(cause)); }

LedgerRow& LedgerRow::operator+=(const LedgerRow& other) {
  Add(other.stored, &stored);
  for (size_t cause = 0; cause < dropped.size(); ++cause)
    Add(other.dropped[cause], &dropped[cause]);
  return *this;
}

LedgerRow Ledger::Total() const {
  LedgerRow total = unattributed;
  for (const auto& [ring, row] : by_ring) total += row;
  return total;
}

Ledger& Ledger::operator+=(const Ledger& other) {
  for (const auto& [ring, row] : other.by_ring) by_ring[ring] += row;
  unattributed += other.unattributed;
  aged_out += other.aged_out;
  loss_markers += other.loss_markers;
  open_ended += other.open_ended;
  return *this;
}

const char* DropCauseName(int cause) {
  static constexpr const char* kNames[] = {"ring_full", "no_ring", "too_big", "reentrant",
                                           "write_failed"};
  static_assert(std::size(kNames) == ACLPROFX_DROP_CAUSES);
  return cause >= 0 && cause < ACLPROFX_DROP_CAUSES ? kNames[cause] : "unknown";
}

const char* KindName(int kind) {
  static constexpr const char* kNames[] = {
      "pad",    "acl_api", "task",       "task",   "pmu",  "mark",        "range",        "memcpy",
      "memory", "step",    "model_load", "sample", "loss", "runtime_api", "framework_api"};
  static_assert(std::size(kNames) == ACLPROFX_KIND_FRAMEWORK_API + 1);
  return kind >= 0 && kind < static_cast<int>(std::size(kNames)) ? kNames[kind] : "unknown";
}

}  // namespace aclprof
