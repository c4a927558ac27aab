// c_boundary.h: what every function of the C surface does around its work: nothing is thrown out of
// it, and a failure leaves a text for aclGetRecentErrMsg and a line in the log.
//
// Threads  any.
#pragma once

#include <exception>
#include <new>

#include "acl/acl_base.h"
#include "base/library_scope.h"
#include "core/control_status.h"

namespace aclprof {

// Leaves "EK0002: aclprofStart: <sentence>" for the thread and returns the aclError; 0 without a
// text when ok.
aclError AnswerOf(const char* call, ControlCode code, const char* sentence) noexcept;

inline aclError AnswerOf(const char* call, const ControlStatus& status) noexcept {
  return AnswerOf(call, status.code(), status.message().c_str());
}

// Answers with what the body returns, a ControlStatus, or with what it throws.
template <typename Body>
aclError Guarded(const char* call, Body body) noexcept {
  const LibraryScope inside;
  try {
    return AnswerOf(call, body());
  } catch (const std::bad_alloc&) {
    return AnswerOf(call, ControlCode::kOutOfMemory, "out of memory");
  } catch (const std::exception& error) {
    return AnswerOf(call, ControlCode::kFailed, error.what());
  } catch (...) {
    return AnswerOf(call, ControlCode::kFailed, "an unknown failure inside");
  }
}

}  // namespace aclprof
