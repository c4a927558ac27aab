// status.h: the outcome of an operation inside the library: a code and a sentence that names the thing.
//
// Errors   OK carries no message and costs nothing to pass. Codes are ours; api/ maps them to aclError in one table.
// Threads  a value type.
#pragma once

#include <string>
#include <utility>

namespace aclprof {

enum class StatusCode {
  kOk = 0,
  kInvalidArgument,    // a caller's argument is wrong
  kNotFound,           // a file, device or name does not exist
  kAlreadyExists,      // a thing with that name or state is there already
  kPermissionDenied,   // the system refused access
  kResourceExhausted,  // memory, descriptors, disk space or a configured cap ran out
  kUnavailable,        // the thing exists but can't serve now (wrong state, busy)
  kUnsupported,        // a version, kind or feature we do not know
  kDataLoss,           // bytes are damaged or missing
  kIoError,            // any other failure of the system
  kDeadlineExceeded,   // a bound ran out before the work was done
  kInternal,           // our own mistake
};

// The word for a code, as used in messages: "invalid argument".
const char* StatusCodeName(StatusCode code);

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}
  // A failed system call: "<what>: <strerror>", the code chosen by the errno value.
  static Status FromErrno(int error, const std::string& what);

  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }
  // "invalid argument: <message>", or "ok".
  std::string ToString() const;

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

}  // namespace aclprof
