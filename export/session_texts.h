// session_texts.h: the tables as CSV of one session, and the timelines of some of them.
//
// Threads  one.
// Source   docs/export.md.
#pragma once

#include <cstdint>
#include <memory>

#include "export/api_statistic_table.h"
#include "export/host_usage_tables.h"
#include "export/memory_record_table.h"
#include "export/msprof_tx_table.h"
#include "export/op_statistic_table.h"
#include "export/op_summary_table.h"
#include "export/operator_memory_table.h"
#include "export/output_set.h"
#include "export/session_output.h"
#include "export/step_trace.h"
#include "export/task_time_table.h"
#include "export/timeline.h"

namespace aclprof {

class SessionTexts : public SessionOutput {
 public:
  SessionTexts(SessionReader* reader, OutputSet* outputs, OpTexts* ops, TaskTypeTexts* types);
  // Of the timelines beside the tables.
  void Choose(const TimelineChoice& choice);

  void CountFrom(int64_t origin_ns) override;
  void AddCall(const aclprofx_api& api, const ApiCall& call, const ExportTimes& times) override;
  void AddMemory(int32_t device_id, int64_t time_ns, const aclprofx_memory& change) override;
  void AddMark(int32_t device_id, const aclprofx_mark& mark, const MarkTexts& texts,
               const ExportTimes& times) override;
  void AddRange(const aclprofx_range& range, const MarkTexts& texts,
                const ExportTimes& times) override;
  void AddStep(int32_t device_id, const aclprofx_step& step, const ExportTimes& times) override {
    step_trace_.Add(device_id, step, times.start_ns);
  }
  void AddSample(int32_t device_id, int64_t time_ns, const aclprofx_sample& sample) override;
  void EndOfRecords() override;
  void FirstCounts(const CoreCounts& counts) override {
    op_summary_.ShowMetrics(MetricCells(counts));
  }
  void AddTaskOfDevice(const TaskRow& task) override;
  void Finish() override { op_statistic_.Finish(); }
  Status status() const override;

 private:
  Timeline* MarksAlone();

  SessionReader* reader_;
  OutputSet* outputs_;
  OpTexts* ops_;
  TaskTypeTexts* types_;
  CsvNames names_;
  ApiStatisticTable api_statistic_;
  HostUsageTables host_usage_;
  MemoryRecordTable memory_record_;
  OperatorMemoryTable operator_memory_;
  MsprofTxTable msprof_tx_;
  StepTrace step_trace_;
  TaskTimeTable task_time_;
  OpSummaryTable op_summary_;
  OpStatisticTable op_statistic_;
  TimelineChoice choice_;
  int64_t origin_ns_ = 0;
  Status marks_made_;
  std::unique_ptr<Timeline> marks_;  // NULL while there is none
};

}  // namespace aclprof
