// trace_footer.h: a closed trace file from its footer alone: nothing but the blocks that are wanted need be read then.
//
// Source   format/trace_format.md, "Two ways to read".
#pragma once

#include <cstdint>

#include "readers/frame_reader.h"
#include "readers/trace_part.h"

namespace aclprof {

// The part whose footer ends at `end`, with the blocks of its index. False when no footer ends there, or one that is not
// to be trusted: with a frame that is damaged or does not belong there, without a header, or with an index that lists
// other blocks than the end counts or has them reach into each other. A format that is too new is given back as it is.
bool ReadFooter(FrameReader* frames, uint64_t end, TracePart* part);

}  // namespace aclprof
