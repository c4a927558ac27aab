// session_output.h: what an export makes of the records of a session, one output beside the other.
//
// Shape    everything by start first, ended by EndOfRecords; then the tasks again, device by device and by start,
//          ended by Finish. An output takes what it wants and leaves the rest.
// Errors   kept: status() tells, and may be asked at any time.
// Threads  one.
#pragma once

#include <cstdint>

#include "aclprof/producer.h"
#include "base/status.h"
#include "export/api_calls.h"
#include "export/task_counts.h"
#include "export/task_row.h"
#include "format/mark_texts.h"

namespace aclprof {

class SessionOutput {
 public:
  virtual ~SessionOutput() = default;

  // Relative times count from there; before the first record.
  virtual void CountFrom(int64_t) {}
  // Whatever is added from now on starts then or later.
  virtual void PassTime(int64_t) {}
  virtual void AddCall(const aclprofx_api&, const ApiCall&, const ExportTimes&) {}
  virtual void AddTask(const TaskRow&) {}
  virtual void AddCounts(int64_t, const TaskKey&, const CoreCounts&) {}
  virtual void AddCopy(int32_t, const aclprofx_memcpy&) {}
  virtual void AddMemory(int32_t, int64_t, const aclprofx_memory&) {}
  // A device's mark says when its stream came to the mark of the host with the same connection.
  virtual void AddMark(int32_t, const aclprofx_mark&, const MarkTexts&, const ExportTimes&) {}
  virtual void AddRange(const aclprofx_range&, const MarkTexts&, const ExportTimes&) {}
  virtual void AddStep(int32_t, const aclprofx_step&, const ExportTimes&) {}
  virtual void AddSample(int32_t, int64_t, const aclprofx_sample&) {}
  virtual void AddLoss(int32_t, const aclprofx_loss&, const ExportTimes&) {}
  virtual void EndOfRecords() {}
  // The session has counters of AI Core, these first; before the tasks come again.
  virtual void FirstCounts(const CoreCounts&) {}
  virtual void AddTaskOfDevice(const TaskRow&) {}
  virtual void Finish() {}
  virtual Status status() const = 0;
};

}  // namespace aclprof
