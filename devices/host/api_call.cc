#include "devices/host/api_call.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <exception>
#include <new>

namespace aclprof {
namespace {

constinit thread_local uint32_t thread_id = 0;

const char* ModeOf(const char* function) {
  return std::strncmp(function, "aclrt", 5) == 0 ? "ACL_RTS" : "ACL_OTHERS";
}

uint32_t Intern(const char* text) { return aclprofx_intern(text, std::strlen(text)); }

uint64_t NextConnectionId() {
  static std::atomic<uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

ApiName::ApiName(const char* function)
    : function_(function), name_id_(Intern(function)), mode_id_(Intern(ModeOf(function))) {}

uint64_t ApiCall::connection_id() {
  if (connection_id_ == 0) connection_id_ = NextConnectionId();
  return connection_id_;
}

void ApiCall::Record() {
  static const uint32_t no_item = Intern("0");
  auto* api = static_cast<aclprofx_api*>(
      aclprofx_begin(ring_, aclprofx_api_kind(level_), sizeof(aclprofx_api)));
  if (api == nullptr) return;
  *api = {};
  api->start = start_;
  api->duration = aclprofx_ticks() - start_;
  api->connection_id = connection_id_;
  api->name = name_.name_id();
  api->mode = name_.mode_id();
  api->item = no_item;
  api->thread_id = ThreadId();
  api->level = level_;
  aclprofx_commit(ring_);
}

aclError Answer(const ApiCall& call, const HostStatus& status) {
  if (!status.sentence().empty())
    LeaveErrorText(call.function(), status.code(), status.sentence().c_str());
  return status.code();
}

aclError AnswerThrown(const ApiCall& call) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    LeaveErrorText(call.function(), ACL_ERROR_BAD_ALLOC, "out of memory");
    return ACL_ERROR_BAD_ALLOC;
  } catch (const std::exception& error) {
    LeaveErrorText(call.function(), ACL_ERROR_INTERNAL_ERROR, error.what());
  } catch (...) {
    LeaveErrorText(call.function(), ACL_ERROR_INTERNAL_ERROR, "something was thrown inside");
  }
  return ACL_ERROR_INTERNAL_ERROR;
}

uint32_t ThreadId() {
  if (thread_id == 0) thread_id = static_cast<uint32_t>(syscall(SYS_gettid));
  return thread_id;
}

void ForgetThreadId() { thread_id = 0; }

}  // namespace aclprof
