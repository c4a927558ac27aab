// timeline.h: calls, tasks, marks, counters and losses of a session on one axis of time, in the format of its sink.
//
// Shape    takes records by start. Memory grows with names and tracks, not with records.
// Threads  one, that of its reader.
// Source   docs/export.md, "Timeline".
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>

#include "export/api_calls.h"
#include "export/copy_joiner.h"
#include "export/device_overlaps.h"
#include "export/flow_joiner.h"
#include "export/name_texts.h"
#include "export/task_row.h"
#include "export/timeline_sink.h"
#include "export/timeline_tracks.h"
#include "format/mark_texts.h"
#include "readers/session_reader.h"

namespace aclprof {

class Timeline {
 public:
  Timeline(const SessionReader* reader, std::unique_ptr<TimelineSink> sink, OpTexts* ops,
           TaskTypeTexts* types);

  // Times count from there instead of 1970; before the first record.
  void CountFrom(int64_t origin_ns) { sink_->CountFrom(origin_ns); }

  void AddApi(const aclprofx_api& api, const ApiCall& call, const ExportTimes& times);
  void AddTask(const TaskRow& task);
  void AddCopy(int32_t device_id, const aclprofx_memcpy& copy) { copies_.AddCopy(device_id, copy); }
  // Whatever is added from now on starts then or later.
  void PassTime(int64_t start_ns) { copies_.PassTime(start_ns); }
  void AddMark(const aclprofx_mark& mark, const MarkTexts& texts, const ExportTimes& times);
  // The point of a stream that a mark of the host has; its task is shown.
  void AddPoint(int32_t device_id, const aclprofx_mark& point, int64_t time_ns);
  void AddRange(const aclprofx_range& range, const MarkTexts& texts, const ExportTimes& times);
  void AddSample(const aclprofx_sample& sample, int32_t device_id, int64_t time_ns);
  void AddLoss(const aclprofx_loss& loss, int32_t device_id, const ExportTimes& times);
  void Finish();

  uint64_t flow_pairs() const { return flows_.pairs(); }
  uint64_t tasks_without_call() const { return flows_.orphans(); }

 private:
  void ShowTask(const TaskRow& task);
  void AddHardwareTask(const TaskRow& task);
  void AddCommunicationTask(const TaskRow& task);
  void AddStepArgs(const TaskRow& task);
  void AddCopyArgs(const CopyFacts& copy, Span duration);
  void AddConnection(uint64_t connection_id);
  void EndTask(const TaskRow& task);
  uint64_t OverlapProcess(int32_t device_id);
  void AddOverlapSpan(int32_t device_id, OverlapRow row, int64_t start_ns, int64_t stop_ns);
  void BeginMark(const MarkTexts& texts, uint32_t thread_id, uint32_t category,
                 uint16_t payload_type, uint64_t payload_value, const ExportTimes& times);
  const TimelineText& NameOf(const TaskRow& task);

  const std::unique_ptr<TimelineSink> sink_;
  TimelineTracks tracks_;
  FlowJoiner flows_;
  FlowJoiner mark_flows_;
  CopyJoiner copies_;
  TimelineNames names_;
  OpTexts* ops_;
  TaskTypeTexts* types_;
  const SessionReader* reader_;
  const std::array<TimelineText, kOverlapRows> overlap_rows_;  // their names
  DeviceOverlaps overlaps_;
  std::set<int32_t> overlap_devices_;  // whose rows are named
};

}  // namespace aclprof
