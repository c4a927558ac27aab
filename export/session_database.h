// session_database.h: msprof_<stamp>.db: tasks, operators, calls, marks, memory and counters of one session.
//
// Shape    takes records by start; a task's globalTaskId counts from 0 in that order. Memory does not grow with the
//          session. Tables without a row are not there, but for those that say what the session was.
// Threads  one.
// Source   docs/export.md, "Database".
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "export/call_ids.h"
#include "export/copy_joiner.h"
#include "export/database_file.h"
#include "export/device_overlaps.h"
#include "export/name_texts.h"
#include "export/session_output.h"
#include "export/string_ids.h"
#include "export/task_counts.h"
#include "export/task_pmu_table.h"

namespace aclprof {

class SessionDatabase : public SessionOutput {
 public:
  SessionDatabase(const SessionReader* reader, DatabaseFile* file, OpTexts* ops,
                  TaskTypeTexts* types);

  void PassTime(int64_t start_ns) override {
    copies_.PassTime(start_ns);
    counted_.PassTime(start_ns);
  }
  void AddCall(const aclprofx_api& api, const ApiCall& call, const ExportTimes& times) override;
  void AddTask(const TaskRow& task) override;
  void AddCounts(int64_t start_ns, const TaskKey& task, const CoreCounts& counts) override {
    counted_.AddCounts(start_ns, task, counts);
  }
  void AddCopy(int32_t device_id, const aclprofx_memcpy& copy) override;
  void AddMemory(int32_t device_id, int64_t time_ns, const aclprofx_memory& change) override;
  void AddMark(int32_t device_id, const aclprofx_mark& mark, const MarkTexts& texts,
               const ExportTimes& times) override;
  void AddRange(const aclprofx_range& range, const MarkTexts& texts,
                const ExportTimes& times) override;
  void AddSample(int32_t device_id, int64_t time_ns, const aclprofx_sample& sample) override;
  void EndOfRecords() override;
  // Writes what the session was, and closes the file.
  void Finish() override;
  Status status() const override { return file_->status(); }

 private:
  // What COMPUTE_TASK_INFO says of an operator, from `name` to `hf32Eligible`, without the task's own id.
  struct OpIds {
    std::array<int64_t, 11> strings{};  // in the order of OpEntry
    uint32_t block_num = 0;
    uint32_t mix_block_num = 0;
  };

  void WriteTask(const TaskRow& task);
  void WriteOverlap(int32_t device_id, OverlapRow row, int64_t start_ns, int64_t stop_ns);
  void WriteCollective(const TaskRow& task);
  void WriteCommunicationStep(const TaskRow& task, int64_t id);
  void WriteOperator(const TaskRow& task, int64_t id);
  const OpIds& IdsOf(uint32_t op_id);
  OpIds MakeIds(uint32_t op_id);
  int64_t NameOf(std::string_view text) { return strings_.Of(text.empty() ? "N/A" : text); }
  int64_t GlobalTid(uint32_t process_id, uint32_t thread_id) const;
  void WriteEvent(const ExportTimes& times, uint16_t type, uint32_t category,
                  std::string_view message, uint32_t thread, uint32_t end_thread,
                  uint64_t connection_id);
  // A rate of the host, kept for the usage that comes with it.
  struct RateSample {
    int64_t time_ns = 0;
    double bytes = -1;
  };
  bool AddHostRate(std::string_view counter, int64_t time_ns, double value);
  void AddDiskUsage(int64_t time_ns, double usage);
  void AddNetworkUsage(int64_t time_ns, double usage);
  bool AddHostSample(std::string_view counter, int64_t time_ns, double value);
  void WriteFixedTables();
  void WriteSession();
  void WriteDevices();
  void WriteIndices();
  void CloseStatements();

  const SessionReader* reader_;
  DatabaseFile* file_;
  OpTexts* ops_;
  TaskTypeTexts* types_;
  const bool has_counts_;  // of AI Core
  CopyJoiner copies_;
  TaskCountsJoiner counted_;
  TextsById<OpIds> op_ids_;
  StringIds strings_;
  TaskPmuTable task_pmu_info_;
  CallIds calls_;
  DatabaseTable task_, compute_task_info_, communication_task_info_, communication_op_,
      mstx_events_, memcpy_info_, npu_op_mem_, aicore_freq_, cpu_usage_, host_mem_usage_,
      host_disk_usage_, host_network_usage_, overlap_analysis_;
  DeviceOverlaps overlaps_;
  RateSample disk_read_, disk_write_, network_;
  int64_t next_task_ = 0;
  int64_t next_collective_ = 0;
  int64_t next_overlap_ = 0;
  bool has_tasks_ = false;
};

}  // namespace aclprof
