// host_task.h: one task of a stream, from its launch to its record.
//
// Threads  Launched on the launching thread, with the executor's lock held. Run and AfterRecord on the device's
//          thread. The others on any thread, one after the other.
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "aclprof/producer.h"

namespace aclprof {

class HostStream;

// How a task of a stream began.
enum class TaskProgress {
  kDone,       // all of it is done
  kElsewhere,  // it goes on in another place, which answers through a Completion
  kNothing     // there was nothing to do: it is over and leaves no record
};

// What a task's record says beside its times.
struct TaskIdentity {
  uint16_t type = 0;  // of aclprofx_task_type
  uint32_t op = 0;    // of aclprofx_intern_op; 0: it runs no operator
  uint32_t model_id = ACLPROFX_NONE;
  uint32_t stream_id = 0;
  uint32_t task_id = 0;
  uint64_t connection_id = 0;
  uint64_t sequence = 0;  // of the task in its stream, from 1
};

// What a copy's record says.
struct CopyDetails {
  uint64_t bytes = 0;
  aclrtMemcpyKind kind = ACL_MEMCPY_DEFAULT;
};

class HostTask {
 public:
  explicit HostTask(uint16_t type) { identity.type = type; }
  virtual ~HostTask() = default;
  HostTask(const HostTask&) = delete;
  HostTask& operator=(const HostTask&) = delete;

  // It has its place in the stream.
  virtual void Launched() {}
  virtual TaskProgress Run(HostStream& stream) = 0;
  // When its record, if it leaves one, is emitted: only now may the world learn that the task is over.
  virtual void AfterRecord() {}
  // It never ran and never will.
  virtual void Dropped() {}
  // Takes back a task that went on elsewhere; false when it can't be stopped any more.
  virtual bool Withdraw() { return false; }
  // Whether it can only end if the application does something that it has not done yet.
  virtual bool NeedsApplication() const { return false; }
  // What a MEMCPY record should say; nullptr for every task that does not copy.
  virtual const CopyDetails* copy() const { return nullptr; }

  TaskIdentity identity;
};

}  // namespace aclprof
