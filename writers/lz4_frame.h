// lz4_frame.h: bytes as one standard LZ4 frame, with content size and content checksum.
//
// Shape    the library's own maker of frames spends more on the checksum than on all the rest, and puts a frame of ours
//          together in memory that it asks for each time; the frame around its blocks is a few bytes.
// Threads  re-entrant.
// Source   lz4_Frame_format.md of LZ4, version 1.6; trace_format.md, "Grammar".
#pragma once

#include <cstddef>
#include <span>

#include "base/byte_order.h"

namespace aclprof {

// acceleration: as LZ4_compress_fast has it; 1 searches most. Gives back the bytes of the frame.
size_t AppendLz4Frame(std::span<const unsigned char> content, int acceleration, Bytes* bytes);

}  // namespace aclprof
