// task_recorder.h: turns the beginning and the end of tasks into the device's records.
//
// Shape    a task that begins while no session wants its record leaves none: a session has what began in it.
// Threads  the device's thread only: it is the one producer of the ring.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "aclprof/producer.h"
#include "devices/host/host_task.h"

namespace aclprof {

class TaskRecorder {
 public:
  explicit TaskRecorder(aclprofx_ring* ring) : ring_(ring) {}

  aclprofx_ring* ring() const { return ring_; }

  void Began(const TaskIdentity& task);
  void Ended(const HostTask& task, uint64_t end);
  // A task that began and leaves no record.
  void Withdrawn(const TaskIdentity& task);

 private:
  bool Wanted() const;
  // Takes the task out of what runs, and says what runs now; nullopt: its record is not wanted.
  std::optional<aclprofx_task_linked> Forget(const TaskIdentity& task);
  void ShowRunning();
  void EmitTask(const aclprofx_task_linked& record);
  void EmitCopy(const aclprofx_task_linked& record, const CopyDetails& copy);

  aclprofx_ring* ring_;
  // What has begun, is wanted and has not ended, the latest last: one at most runs here, the others wait elsewhere.
  std::vector<aclprofx_task_linked> running_;
};

}  // namespace aclprof
