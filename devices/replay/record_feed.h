// record_feed.h: turns what an importer tells into the records of aclprof/producer.h.
//
// Shape    tasks become aclprofx_task_linked in the ring of their device, in the order of the capture; all that ran on
//          the host goes into the host's ring. What describes an operator (type, shapes, formats, blocks) becomes its
//          aclprofx_op_info. What the tool computed from the counters of a task becomes a pmu record of values, since
//          captures do not hold what the core counted.
// Threads  one.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "devices/replay/device_plan.h"
#include "devices/replay/record_sink.h"
#include "devices/replay/replay_clock.h"
#include "devices/replay/replay_producers.h"
#include "readers/import/capture.h"

namespace aclprof {

class RecordFeed : public CaptureVisitor {
 public:
  RecordFeed(const ReplayClock& clock, const DevicePlan& plan, const ReplayProducers& producers,
             RecordSink* sink)
      : clock_(clock), plan_(plan), producers_(producers), sink_(sink) {}

  void OnTask(const ImportedTask& task) override;
  void OnMetrics(const ImportedMetrics& metrics) override;
  void OnApi(const ImportedApi& api) override;
  void OnRange(const ImportedRange& range) override;
  void OnSample(const ImportedSample& sample) override;

 private:
  static constexpr size_t kOpTexts = 11;

  uint32_t InternOp(const ImportedOp& op);
  const char* Terminated(size_t slot, std::string_view text);
  void AddMark(const ImportedRange& range, std::string_view message);
  template <typename Payload>
  void Add(int32_t device_id, uint16_t kind, Instant start, const Payload& payload,
           std::string_view tail = {});

  const ReplayClock& clock_;
  const DevicePlan& plan_;
  const ReplayProducers& producers_;
  RecordSink* sink_;
  std::array<std::string, kOpTexts> op_texts_;
  std::string type_text_;
};

}  // namespace aclprof
