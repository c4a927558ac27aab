#include "devices/host/host_status.h"

#include <cstdio>

#include "aclprof/runtime.h"

namespace aclprof {
namespace {

constexpr size_t kTextBytes = 512;  // as much as aclprofx_report_error keeps

const char* MessageId(aclError code) {
  switch (code) {
    case ACL_ERROR_UNINITIALIZE:
    case ACL_ERROR_REPEAT_INITIALIZE:
    case ACL_ERROR_REPEAT_FINALIZE:
    case ACL_ERROR_RT_CONTEXT_NULL:
    case ACL_ERROR_RT_THREAD_SUBSCRIBE:
    case ACL_ERROR_RT_STREAM_NO_CB_REG:
      return "EK0002";
    case ACL_ERROR_FEATURE_UNSUPPORTED:
    case ACL_ERROR_RT_FEATURE_NOT_SUPPORT:
      return "EK0004";
    case ACL_ERROR_BAD_ALLOC:
    case ACL_ERROR_RT_MEMORY_ALLOCATION:
    case ACL_ERROR_RT_RESOURCE_ALLOC_FAIL:
      return "EK0201";
    case ACL_ERROR_INTERNAL_ERROR:
    case ACL_ERROR_PROFILING_FAILURE:
      return "EK9999";
    default:
      return "EK0001";
  }
}

void LeaveText(const char* id, const char* call, const char* sentence) {
  char text[kTextBytes];
  std::snprintf(text, sizeof(text), "%s: %s: %s", id, call, sentence);
  aclprofx_report_error(text);
}

}  // namespace

HostStatus NullArgument(const char* name) {
  return {ACL_ERROR_INVALID_PARAM, std::string(name) + " is NULL"};
}

HostStatus BadArgument(std::string sentence) {
  return {ACL_ERROR_RT_PARAM_INVALID, std::move(sentence)};
}

HostStatus UnknownHandle(const char* what) {
  return {ACL_ERROR_RT_INVALID_HANDLE, std::string("there is no such ") + what};
}

HostStatus NoContext() {
  return {ACL_ERROR_RT_CONTEXT_NULL, "the thread has no device; call aclrtSetDevice first"};
}

HostStatus NoMemory(size_t bytes) {
  return {ACL_ERROR_RT_MEMORY_ALLOCATION, "no memory for " + std::to_string(bytes) + " bytes"};
}

void LeaveErrorText(const char* call, aclError code, const char* sentence) {
  LeaveText(MessageId(code), call, sentence);
}

void LeaveWarningText(const char* call, const std::string& sentence) {
  LeaveText("WK0001", call, sentence.c_str());
}

}  // namespace aclprof
