// session_timeline.h: msprof_<stamp>.json or .perfetto-trace: the timeline of one session, in one file or in pieces.
//
// Threads  one.
// Source   docs/export.md, "Timeline".
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "export/output_set.h"
#include "export/session_output.h"
#include "export/timeline.h"

namespace aclprof {

enum class TimelineFormat { kJson, kPerfetto };

class SessionTimeline : public SessionOutput {
 public:
  SessionTimeline(TimelineFormat format, const SessionReader* reader, OutputSet* outputs,
                  OpTexts* ops, TaskTypeTexts* types);
  // Makes the file, which exists even when it is empty.
  Status Open(const TimelineChoice& choice);

  void CountFrom(int64_t origin_ns) override { timeline_->CountFrom(origin_ns); }
  void PassTime(int64_t start_ns) override { timeline_->PassTime(start_ns); }
  void AddCall(const aclprofx_api& api, const ApiCall& call, const ExportTimes& times) override {
    timeline_->AddApi(api, call, times);
  }
  void AddTask(const TaskRow& task) override { timeline_->AddTask(task); }
  void AddCopy(int32_t device_id, const aclprofx_memcpy& copy) override {
    timeline_->AddCopy(device_id, copy);
  }
  void AddMark(int32_t device_id, const aclprofx_mark& mark, const MarkTexts& texts,
               const ExportTimes& times) override;
  void AddRange(const aclprofx_range& range, const MarkTexts& texts,
                const ExportTimes& times) override {
    timeline_->AddRange(range, texts, times);
  }
  void AddSample(int32_t device_id, int64_t time_ns, const aclprofx_sample& sample) override {
    timeline_->AddSample(sample, device_id, time_ns);
  }
  void AddLoss(int32_t device_id, const aclprofx_loss& loss, const ExportTimes& times) override {
    timeline_->AddLoss(loss, device_id, times);
  }
  void EndOfRecords() override { timeline_->Finish(); }
  Status status() const override { return piece_made_.ok() ? outputs_->status() : piece_made_; }

  uint64_t flow_pairs() const { return timeline_->flow_pairs(); }
  uint64_t tasks_without_call() const { return timeline_->tasks_without_call(); }

 private:
  std::string FileName(const std::string& name) const;
  std::unique_ptr<TimelineSink> MakeSink(const TimelineChoice& choice);
  TextSink* NextPiece();

  const TimelineFormat format_;
  const SessionReader* reader_;
  OutputSet* outputs_;
  OpTexts* ops_;
  TaskTypeTexts* types_;
  Status piece_made_;
  TextSink* piece_ = nullptr;
  int pieces_ = 1;
  std::unique_ptr<Timeline> timeline_;
};

}  // namespace aclprof
