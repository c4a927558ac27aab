#include "core/op_record.h"

#include <cstring>
#include <limits>

#include "acl/acl_prof.h"
#include "base/checksum.h"

namespace aclprof {
namespace {

uint32_t ChecksumOf(const OpRecord& record) {
  constexpr size_t kAfter = sizeof(record.checksum);
  return static_cast<uint32_t>(
      Checksum(reinterpret_cast<const char*>(&record) + kAfter, sizeof(record) - kAfter));
}

}  // namespace

OpRecord MakeOpRecord(const TappedTask& task, bool with_times) {
  OpRecord record{};
  record.model_id = task.model_id;
  record.flag = ACL_SUBSCRIBE_OP;
  record.op = task.op;
  record.device_id = static_cast<uint32_t>(task.device_id);
  if (with_times) {
    record.start_ns = task.start_ns;
    record.end_ns = task.end_ns;
    record.duration_ns = record.execution_ns = task.end_ns - task.start_ns;
  }
  record.checksum = ChecksumOf(record);
  return record;
}

ControlStatus CountOpRecords(const void* bytes, size_t length, uint32_t* count) {
  if (bytes == nullptr) return IsNull("opInfo");
  const size_t records = length / sizeof(OpRecord);
  if (length % sizeof(OpRecord) != 0 || records > std::numeric_limits<uint32_t>::max()) {
    return {ControlCode::kBadArgument, "opInfoLen " + std::to_string(length) +
                                           " is not that of records of " +
                                           std::to_string(sizeof(OpRecord)) + " bytes"};
  }
  *count = static_cast<uint32_t>(records);
  return {};
}

ControlStatus FindOpRecord(const void* bytes, size_t length, uint32_t index, OpRecord* record) {
  uint32_t count = 0;
  if (ControlStatus bad = CountOpRecords(bytes, length, &count); !bad.ok()) return bad;
  if (index >= count) {
    return {ControlCode::kBadArgument, "index " + std::to_string(index) + " is beyond the " +
                                           std::to_string(count) + " records"};
  }
  OpRecord found;
  std::memcpy(&found, static_cast<const char*>(bytes) + index * sizeof(found), sizeof(found));
  if (found.checksum != ChecksumOf(found))
    return {ControlCode::kBadArgument, "record " + std::to_string(index) + " is damaged"};
  *record = found;
  return {};
}

}  // namespace aclprof
