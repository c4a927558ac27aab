#include "devices/host/completion.h"

#include "aclprof/producer.h"
#include "devices/host/stream_executor.h"

namespace aclprof {

void Completion::Finish() const {
  stream_->executor().Complete(*stream_, sequence_, aclprofx_ticks());
}

void Completion::Drop() const { stream_->executor().Drop(*stream_, sequence_); }

}  // namespace aclprof
