// task_recorder.h: turns the beginning and the end of tasks into the device's records.
//
// Threads  the device's thread only: it is the one producer of the ring.
#pragma once

#include <cstdint>
#include <vector>

#include "aclprof/producer.h"
#include "devices/host/host_task.h"

namespace aclprof {

class TaskRecorder {
 public:
  explicit TaskRecorder(aclprofx_ring* ring) : ring_(ring) {}

  void Began(const TaskIdentity& task, uint64_t start);
  void Ended(const HostTask& task, uint64_t end);
  // A task that began and is dropped: it leaves no record.
  void Withdrawn(const TaskIdentity& task);

 private:
  // Takes the task out of what runs, and says what runs now.
  aclprofx_task_linked Forget(const TaskIdentity& task);
  void ShowRunning();
  void EmitTask(const aclprofx_task_linked& record);
  void EmitCopy(const aclprofx_task_linked& record, const CopyDetails& copy);

  aclprofx_ring* ring_;
  // What has begun and not ended, the latest last: one at most runs here, the others wait elsewhere.
  std::vector<aclprofx_task_linked> running_;
};

}  // namespace aclprof
