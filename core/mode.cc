#include "core/mode.h"

namespace aclprof {
namespace {

using enum ControlCode;

struct Row {
  Call call;
  ControlCode off, api, closing, cmd;
};

constexpr Row kTable[] = {
    {Call::kInit, kOk, kAlreadyInitialized, kAlreadyInitialized, kConfiguredElsewhere},
    {Call::kStart, kNotRunning, kOk, kAlreadyRunning, kConfiguredElsewhere},
    {Call::kStop, kNotRunning, kOk, kNotRunning, kConfiguredElsewhere},
    {Call::kFinalize, kNotRunning, kOk, kNotRunning, kConfiguredElsewhere},
    {Call::kSetConfig, kNotInitialized, kOk, kNotInitialized, kConfiguredElsewhere},
    {Call::kModelSubscribe, kNotYet, kApiMode, kApiMode, kConfiguredElsewhere},
    {Call::kModelUnSubscribe, kNotYet, kNotSubscribed, kNotSubscribed, kNotSubscribed},
    {Call::kReadSubscription, kNotYet, kApiMode, kApiMode, kNotYet},
};

ControlCode Cell(const Row& row, Mode mode) {
  switch (mode) {
    case Mode::kOff:
      return row.off;
    case Mode::kApi:
      return row.api;
    case Mode::kClosing:
      return row.closing;
    case Mode::kCmd:
      return row.cmd;
  }
  return kFailed;
}

const char* Sentence(ControlCode code) {
  switch (code) {
    case kAlreadyInitialized:
      return "aclprofInit is in force already; call aclprofFinalize first";
    case kConfiguredElsewhere:
      return "profiling was configured through aclInit, which is in charge until aclFinalize";
    case kNotRunning:
    case kNotInitialized:
      return "aclprofInit is not in force; call it first";
    case kAlreadyRunning:
      return "aclprofFinalize is still writing the former sessions";
    case kApiMode:
      return "subscription is not for use between aclprofInit and aclprofFinalize";
    case kNotSubscribed:
      return "the model is not subscribed";
    case kNotYet:
      return "not implemented yet";
    default:
      return "refused in this mode";
  }
}

}  // namespace

ControlStatus CheckMode(Mode mode, Call call) {
  for (const Row& row : kTable) {
    if (row.call != call) continue;
    const ControlCode code = Cell(row, mode);
    return code == kOk ? ControlStatus() : ControlStatus(code, Sentence(code));
  }
  return {kFailed, "a call that the table of modes does not know"};
}

}  // namespace aclprof
