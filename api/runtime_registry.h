// runtime_registry.h: the runtime that registered through aclprof/runtime.h, and what it says of its devices.
//
// Threads  any; no lock. A runtime unregisters only when no call that could ask it is under way.
// Orders   [U1] RegisterRuntime stores registered, release -> Runtime loads it, acquire: the registration is whole.
// Fork     a child keeps its parent's registration: the runtime's code is there too.
#pragma once

#include <cstdint>
#include <string_view>

#include "aclprof/runtime.h"
#include "core/control_status.h"
#include "core/profile.h"

namespace aclprof {

ControlStatus RegisterRuntime(const aclprofx_runtime& runtime);
ControlStatus UnregisterRuntime();

// The device of a loaded model; -1 when it is not loaded, or nobody knows.
int32_t RuntimeModelDevice(uint32_t model_id);
// 64 when no runtime registered or it does not say.
uint32_t RuntimeDeviceCount();
PlatformLimits RuntimeLimits();

// Has the stream's device make a mark when it gets there; 0 for connection_id where no runtime can.
ControlStatus MarkOnStream(void* stream, std::string_view message, uint64_t* connection_id);
// Has the stream's device emit it, with its time and stream filled in; without a runtime that can, nothing is done.
ControlStatus StepOnStream(void* stream, const aclprofx_step& step);

}  // namespace aclprof
