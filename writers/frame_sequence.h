// frame_sequence.h: entries in frames of one type, another frame whenever one has reached kBodyTargetBytes.
//
// Shape    MakeRoom before each entry, then append it to the bytes; End after the last. No entry, no frame.
#pragma once

#include "base/byte_order.h"
#include "format/trace_format.h"

namespace aclprof {

class FrameSequence {
 public:
  FrameSequence(FrameType type, uint16_t flags, Bytes* bytes)
      : type_(type), flags_(flags), bytes_(bytes) {}

  // Whether the entry to come is the first of its frame.
  bool MakeRoom();
  void End();

 private:
  const FrameType type_;
  const uint16_t flags_;
  Bytes* const bytes_;
  bool open_ = false;
  size_t start_ = 0;
};

}  // namespace aclprof
