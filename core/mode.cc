#include "core/mode.h"

namespace aclprof {
namespace {

using enum ControlCode;

struct Row {
  Call call;
  ControlCode off, api, closing, cmd, sub;
};

constexpr Row kTable[] = {
    {Call::kInit, kOk, kAlreadyInitialized, kAlreadyInitialized, kConfiguredElsewhere, kApiMode},
    {Call::kStart, kNotRunning, kOk, kAlreadyRunning, kConfiguredElsewhere, kApiMode},
    {Call::kStop, kNotRunning, kOk, kNotRunning, kConfiguredElsewhere, kApiMode},
    {Call::kFinalize, kNotRunning, kOk, kNotRunning, kConfiguredElsewhere, kApiMode},
    {Call::kSetConfig, kNotInitialized, kOk, kNotInitialized, kConfiguredElsewhere, kApiMode},
    {Call::kModelSubscribe, kOk, kApiMode, kApiMode, kConfiguredElsewhere, kOk},
    {Call::kReadSubscription, kOk, kApiMode, kApiMode, kOk, kOk},
    {Call::kWarmup, kNotRunning, kOk, kAlreadyRunning, kConfiguredElsewhere, kApiMode},
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
    case Mode::kSub:
      return row.sub;
  }
  return kFailed;
}

const char* Sentence(ControlCode code, Mode mode) {
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
      return mode == Mode::kSub
                 ? "models are subscribed; take them back with aclprofModelUnSubscribe first"
                 : "subscription is not for use between aclprofInit and aclprofFinalize";
    default:
      return "refused in this mode";
  }
}

}  // namespace

ControlStatus CheckMode(Mode mode, Call call) {
  for (const Row& row : kTable) {
    if (row.call != call) continue;
    const ControlCode code = Cell(row, mode);
    return code == kOk ? ControlStatus() : ControlStatus(code, Sentence(code, mode));
  }
  return {kFailed, "a call that the table of modes does not know"};
}

}  // namespace aclprof
