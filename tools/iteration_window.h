// iteration_window.h: the time of one iteration of a model: from its step's start to its end.
//
// Errors   kNotFound when the session has no such step.
// Source   steps of aclprofGetStepTimestamp; a step that names no model is of every model.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "readers/session_reader.h"

namespace aclprof {

struct Iteration {
  uint32_t model_id = 0;
  uint64_t number = 0;
};

Status WindowOfIteration(SessionReader* reader, const Iteration& iteration, TimeWindow* window);

}  // namespace aclprof
