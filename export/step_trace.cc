#include "export/step_trace.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "export/json_timeline_sink.h"
#include "export/number_text.h"
#include "export/timeline_tracks.h"

namespace aclprof {
namespace {

constexpr char kStepTraceHeader[] =
    "Device_id,Iteration ID,FP Start(us),BP End(us),Iteration End(us),Iteration Time(us),"
    "FP to BP Time(us),Iteration Refresh(us),Data Aug Bound(us),Model ID";
// Forward and backward propagation are of a compiler's own stamps.
constexpr const char* kUnknownArgs[] = {"FP Start", "BP End", "FP_BP Time(ns)", "Iteration Refresh",
                                        "Data_aug Bound"};
constexpr uint32_t kStartTag = 0;

}  // namespace

StepTrace::StepTrace(OutputSet* outputs, const SessionReader* reader)
    : outputs_(outputs), reader_(reader), table_(outputs, "step_trace", kStepTraceHeader) {}

// Stamps come by time.
void StepTrace::Add(int32_t device_id, const aclprofx_step& step, int64_t time_ns) {
  Stamps& stamps = stamps_.try_emplace({device_id, step.model_id, step.index}, Stamps{time_ns, {}})
                       .first->second;
  if (step.tag != kStartTag) stamps.end_ns = time_ns;
}

void StepTrace::Finish() {
  const std::vector<Iteration> iterations = InOrder();
  if (iterations.empty()) return;
  WriteTable(iterations);
  WriteTimeline(iterations);
}

// By device, then end. What has no start of its own lasts from the end before it.
std::vector<StepTrace::Iteration> StepTrace::InOrder() const {
  std::vector<Iteration> all;
  for (const auto& [key, stamps] : stamps_) {
    if (!stamps.end_ns) continue;
    Iteration iteration{key, *stamps.end_ns, {}, {}};
    if (stamps.first_ns < *stamps.end_ns) iteration.start_ns = stamps.first_ns;
    all.push_back(iteration);
  }
  std::sort(all.begin(), all.end(), [](const Iteration& a, const Iteration& b) {
    return std::tie(a.key.device_id, a.end_ns, a.key) < std::tie(b.key.device_id, b.end_ns, b.key);
  });
  const Iteration* before = nullptr;
  for (Iteration& iteration : all) {
    const bool follows = before != nullptr && before->key.device_id == iteration.key.device_id;
    if (!iteration.start_ns && follows) iteration.start_ns = before->end_ns;
    if (iteration.start_ns) iteration.duration_ns = iteration.end_ns - *iteration.start_ns;
    before = &iteration;
  }
  return all;
}

void StepTrace::WriteTable(const std::vector<Iteration>& iterations) {
  for (const Iteration& iteration : iterations) {
    TextSink* sink = table_.BeginRow();
    if (sink == nullptr) return;
    AppendDevice(sink, iteration.key.device_id);
    sink->Append(",");
    Put(sink, PutUnsigned, iteration.key.index);
    sink->Append(",N/A,N/A,");
    Put(sink, PutMicros, iteration.end_ns);
    sink->Append(",");
    if (iteration.duration_ns)
      Put(sink, PutMicros, *iteration.duration_ns);
    else
      sink->Append("N/A");
    sink->Append(",N/A,N/A,N/A,");
    AppendId(sink, iteration.key.model_id);
    table_.EndRow();
  }
}

void StepTrace::WriteTimeline(const std::vector<Iteration>& iterations) {
  TextSink* text = nullptr;
  timeline_made_ = outputs_->Create(outputs_->Stamped("step_trace", "json"), &text);
  if (!timeline_made_.ok()) return;
  JsonTimelineSink sink(text, choice_.InOneFile(), [] { return nullptr; });
  sink.CountFrom(origin_ns_);
  TimelineTracks tracks(reader_->info(), &sink);
  for (const Iteration& iteration : iterations) {
    if (!iteration.start_ns) continue;
    const uint32_t model = iteration.key.model_id;
    const std::string number = model == ACLPROFX_NONE ? "N/A" : std::to_string(model);
    const std::string index = std::to_string(iteration.key.index);
    const TimelineTrack track =
        tracks.Named(tracks.Process(Layer::kStepTrace, iteration.key.device_id), model,
                     "Step Trace(Model ID:" + number + ")");
    sink.BeginSlice(TimelineText("Iteration " + index), track,
                    {*iteration.start_ns, iteration.end_ns, {*iteration.duration_ns, 0}});
    sink.Number("Iteration ID", iteration.key.index);
    sink.Number("Iteration Time(ns)", static_cast<uint64_t>(*iteration.duration_ns));
    for (const char* key : kUnknownArgs) sink.PlainText(key, "N/A");
    sink.EndEvent();
  }
  sink.Close();
}

Status StepTrace::status() const { return timeline_made_.ok() ? table_.status() : timeline_made_; }

}  // namespace aclprof
