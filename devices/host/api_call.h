// api_call.h: what every acl* function does around its work: it records itself as one API record, throws nothing
// across the C edge, and leaves a text where it fails.
//
// Shape    static const ApiName name(__func__);            once a function: the names are interned there
//          return Traced(name, [&](ApiCall& call) { ... });  the body returns a HostStatus
// Threads  an ApiCall belongs to the thread that made it.
#pragma once

#include <cstdint>
#include <exception>

#include "aclprof/producer.h"
#include "devices/host/host_status.h"

namespace aclprof {

// The interned names of one function.
class ApiName {
 public:
  explicit ApiName(const char* function);

  const char* function() const { return function_; }
  uint32_t name_id() const { return name_id_; }
  uint32_t mode_id() const { return mode_id_; }  // ACL_RTS, ACL_OTHERS

 private:
  const char* function_;
  uint32_t name_id_;
  uint32_t mode_id_;
};

// One call in progress; its record is emitted at the end of the scope. Off, it is one look at the thread's ring.
class ApiCall {
 public:
  explicit ApiCall(const ApiName& name) : ApiCall(name, ACLPROFX_LEVEL_ACL, 0) {}
  // What the runtime does for a call of AscendCL, under the id of that.
  ApiCall(const ApiName& name, ApiCall& outer)
      : ApiCall(name, ACLPROFX_LEVEL_RUNTIME, outer.connection_id()) {}
  ~ApiCall() {
    if (ring_ != nullptr) Record();
  }
  ApiCall(const ApiCall&) = delete;
  ApiCall& operator=(const ApiCall&) = delete;

  const char* function() const { return name_.function(); }
  // The id that joins this call with the tasks it launches; made at the first request.
  uint64_t connection_id();

 private:
  ApiCall(const ApiName& name, uint16_t level, uint64_t connection_id)
      : name_(name),
        level_(level),
        ring_(aclprofx_host_ring(aclprofx_api_kind(level))),
        connection_id_(connection_id) {
    if (ring_ != nullptr) start_ = aclprofx_ticks();
  }
  void Record();

  const ApiName& name_;
  const uint16_t level_;
  aclprofx_ring* ring_;
  uint64_t start_ = 0;
  uint64_t connection_id_;
};

// The aclError of a status, with its text left for the thread.
aclError Answer(const ApiCall& call, const HostStatus& status);

// The aclError of the exception that is being handled, with its text left; for a catch block alone.
aclError AnswerThrown(const ApiCall& call);

// What the body returns, or what `failed` makes of the aclError of what it throws. A thread that ends itself in a
// callback of the application is no failure, and no exception of C++ either: it goes on unwinding.
template <typename Body, typename Failed>
auto Guarded(const ApiCall& call, Body body, Failed failed) -> decltype(body()) {
  try {
    return body();
  } catch (...) {
    if (std::current_exception() == nullptr) throw;
    return failed(AnswerThrown(call));
  }
}

template <typename Body>
aclError Traced(const ApiName& name, Body body) {
  ApiCall call(name);
  return Guarded(
      call, [&] { return Answer(call, body(call)); }, [](aclError error) { return error; });
}

// The system's number of the calling thread, asked for once a thread.
uint32_t ThreadId();
// Puts the kept thread id of the calling thread right in a forked child.
void ForgetThreadId();

}  // namespace aclprof
