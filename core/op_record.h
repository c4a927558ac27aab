// op_record.h: what a subscriber reads from its pipe: one record an operator that has run.
//
// Shape    80 bytes, laid out as the vendor's. The operator is an id of the process's dictionary, which never forgets: a
//          name may be asked for any number of times, after the end of the subscription too, but in no other process.
// Units    nanoseconds of Unix time.
// Errors   FindOpRecord, CountOpRecords: kNullArgument; kBadArgument for a length that is no multiple of a record, an index
//          beyond it, bytes that are no record.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/control_status.h"
#include "core/task_tap.h"

namespace aclprof {

struct OpRecord {
  uint32_t checksum;  // of all that follows
  uint32_t model_id;
  uint32_t flag;  // aclprofSubscribeOpFlag
  uint32_t thread_id;
  uint64_t op;
  uint64_t duration_ns;
  uint64_t start_ns;
  uint64_t end_ns;
  uint64_t execution_ns;
  uint64_t cube_operations;    // 0: not counted
  uint64_t vector_operations;  // 0: not counted
  uint32_t device_id;
  uint32_t reserved;
};
static_assert(sizeof(OpRecord) == 80);

// Without times they are 0.
OpRecord MakeOpRecord(const TappedTask& task, bool with_times);

ControlStatus CountOpRecords(const void* bytes, size_t length, uint32_t* count);
ControlStatus FindOpRecord(const void* bytes, size_t length, uint32_t index, OpRecord* record);

}  // namespace aclprof
