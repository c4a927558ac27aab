#include "writers/frame_sequence.h"

#include "writers/frame_builder.h"

namespace aclprof {

bool FrameSequence::MakeRoom() {
  if (open_ && bytes_->size() - start_ <= kBodyTargetBytes) return false;
  End();
  start_ = BeginFrame(bytes_);
  open_ = true;
  return true;
}

void FrameSequence::End() {
  if (open_) EndFrame(bytes_, start_, type_, flags_);
  open_ = false;
}

}  // namespace aclprof
