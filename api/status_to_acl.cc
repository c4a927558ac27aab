#include "api/status_to_acl.h"

namespace aclprof {
namespace {

using enum ControlCode;

constexpr AclErrorOfCode kTable[] = {
    {kOk, ACL_SUCCESS, ""},
    {kBadArgument, ACL_ERROR_INVALID_PARAM, "EK0001"},
    {kNullArgument, ACL_ERROR_INVALID_PARAM, "EK0006"},
    {kNotInitialized, ACL_ERROR_UNINITIALIZE, "EK0002"},
    {kAlreadyInitialized, ACL_ERROR_REPEAT_INITIALIZE, "EK0002"},
    {kNotConfigured, ACL_ERROR_REPEAT_FINALIZE, "EK0002"},
    {kBadDirectory, ACL_ERROR_INVALID_FILE, "EK0003"},
    {kBadFile, ACL_ERROR_INVALID_FILE, "EK0003"},
    {kBadJson, ACL_ERROR_PARSE_FILE, "EK0003"},
    {kBadJsonItem, ACL_ERROR_INVALID_PARAM, "EK0003"},
    {kBadSetting, ACL_ERROR_INVALID_PROFILING_CONFIG, "EK0003"},
    {kOtherConfig, ACL_ERROR_INVALID_PROFILING_CONFIG, "EK0001"},
    {kAlreadyRunning, ACL_ERROR_PROF_ALREADY_RUN, "EK0002"},
    {kConfiguredElsewhere, ACL_ERROR_PROF_ALREADY_RUN, "EK0007"},
    {kNotRunning, ACL_ERROR_PROF_NOT_RUN, "EK0002"},
    {kApiMode, ACL_ERROR_PROF_API_CONFLICT, "EK0007"},
    {kNotSubscribed, ACL_ERROR_INVALID_MODEL_ID, "EK0002"},
    {kRepeatSubscribe, ACL_ERROR_PROF_REPEAT_SUBSCRIBE, "EK0002"},
    {kDynamicMode, ACL_ERROR_FEATURE_UNSUPPORTED, "EK0004"},
    {kUnknownDataTypes, ACL_ERROR_PROF_MODULES_UNSUPPORTED, "EK0005"},
    {kPlatformRefuses, ACL_ERROR_PROFILING_FAILURE, "EK0004"},
    {kStreamFailed, ACL_ERROR_GE_FAILURE, "EK9999"},
    {kWriteFailed, ACL_ERROR_WRITE_FILE, "EK9999"},
    {kTimedOut, ACL_ERROR_PROFILING_FAILURE, "EK9999"},
    {kOutOfMemory, ACL_ERROR_BAD_ALLOC, "EK0201"},
    {kFailed, ACL_ERROR_PROFILING_FAILURE, "EK9999"},
};

constexpr bool IsInOrder() {
  int code = 0;
  for (const AclErrorOfCode& row : kTable) {
    if (static_cast<int>(row.code) != code++) return false;
  }
  return code == static_cast<int>(kFailed) + 1;
}
static_assert(IsInOrder(), "a row for every code, in the order of the codes");

ControlCode ControlCodeOf(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return kOk;
    case StatusCode::kInvalidArgument:
    case StatusCode::kNotFound:
    case StatusCode::kAlreadyExists:
      return kBadArgument;
    case StatusCode::kResourceExhausted:
      return kOutOfMemory;
    case StatusCode::kUnsupported:
      return kPlatformRefuses;
    case StatusCode::kDeadlineExceeded:
      return kTimedOut;
    default:
      return kFailed;
  }
}

}  // namespace

const AclErrorOfCode& AclErrorOf(ControlCode code) { return kTable[static_cast<size_t>(code)]; }

ControlStatus ToControlStatus(const Status& status) {
  return {ControlCodeOf(status.code()), status.message()};
}

}  // namespace aclprof
