// session_pipeline.h: the Pipeline of a process, made of its registry, its collector and its sessions.
//
// Threads, errors, fork: see pipeline.h.
#pragma once

#include <memory>

#include "core/pipeline.h"

namespace aclprof {

class Process;

std::unique_ptr<Pipeline> MakeSessionPipeline(Process* process);

// The session started last, running or over; NULL when there has been none.
std::shared_ptr<Session> LastSession();

}  // namespace aclprof
