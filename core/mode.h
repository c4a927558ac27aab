// mode.h: who is in charge of profiling in this process, and what each control call is worth then.
//
// Source   the vendor's state table; docs/state_rules.md maps its cells to tests.
#pragma once

#include "core/control_status.h"

namespace aclprof {

enum class Mode {
  kOff,      // nobody
  kApi,      // between aclprofInit and aclprofFinalize
  kClosing,  // aclprofFinalize is writing what still ran
  kCmd,      // aclInit was given a configuration that switches profiling on
  kSub,      // models are subscribed
};

enum class Call {
  kInit,
  kStart,
  kStop,
  kFinalize,
  kSetConfig,
  kModelSubscribe,
  kReadSubscription,  // the aclprofGetOp*
  kWarmup,
};

// Ok when the call may go on in this mode; else the refusal, with a sentence.
ControlStatus CheckMode(Mode mode, Call call);

}  // namespace aclprof
