// control_status.h: what a control call answers: a code of the state machine and a sentence for the user.
//
// Threads  a value type.
// Errors   kOk carries no message. api/status_to_acl.cc maps every code to an aclError and a message id.
#pragma once

#include <string>
#include <utility>

namespace aclprof {

enum class ControlCode {
  kOk = 0,
  kBadArgument,         // a value out of its range
  kNullArgument,        // a pointer that must not be NULL
  kNotInitialized,      // SetConfig outside Init..Finalize
  kAlreadyInitialized,  // Init within Init..Finalize, a second configure
  kNotConfigured,       // finalize of a run that was not configured
  kBadDirectory,        // the result directory can't be used
  kBadFile,             // the configuration file can't be read
  kBadJson,             // it is no JSON that we take
  kBadJsonItem,         // an item below "profiler" is wrong
  kBadSetting,          // SetConfig: the value is refused
  kOtherConfig,         // Stop: the configuration is not that of a running session
  kAlreadyRunning,      // a device is in a session already
  kConfiguredElsewhere,  // two modes at once: aclInit configured profiling, or aclprofInit is in force
  kNotRunning,           // nothing to stop
  kApiMode,              // a subscription call within aclprofInit..aclprofFinalize, or the reverse
  kNotSubscribed,        // the model is not subscribed, or not loaded
  kRepeatSubscribe,      // the model is subscribed already
  kDynamicMode,          // PROFILING_MODE=dynamic: the API is not for use
  kUnknownDataTypes,     // bits of dataTypeConfig that nobody knows
  kPlatformRefuses,      // the platform can't offer what was asked for
  kStreamFailed,         // a stream does not take what was to be put on it
  kWriteFailed,          // some records could not be written
  kTimedOut,             // not on disk within the bound
  kOutOfMemory,
  kFailed,  // anything else inside
};

class [[nodiscard]] ControlStatus {
 public:
  ControlStatus() = default;
  ControlStatus(ControlCode code, std::string message)
      : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == ControlCode::kOk; }
  ControlCode code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  ControlCode code_ = ControlCode::kOk;
  std::string message_;
};

inline ControlStatus IsNull(const std::string& what) {
  return {ControlCode::kNullArgument, what + " is NULL"};
}

}  // namespace aclprof
