// frame_builder.h: appends one of our skippable frames to bytes that will be written.
//
// Shape    Begin leaves room for the head; the body is appended by the caller; End fills the head in. Frames of one
//          piece are built here too, each by one function; those of many entries by frame_sequence.h.
#pragma once

#include <span>
#include <string_view>

#include "base/byte_order.h"
#include "format/trace_format.h"

namespace aclprof {

// Returns where the frame starts, for EndFrame.
size_t BeginFrame(Bytes* bytes);
void EndFrame(Bytes* bytes, size_t start, FrameType type, uint16_t flags = 0);

void AppendHeaderFrame(const FileHeader& header, std::span<const std::string_view> texts,
                       uint16_t flags, Bytes* bytes);
void AppendClockFrame(std::span<const ClockStamp> stamps, uint16_t flags, Bytes* bytes);
void AppendEndFrame(const FileEnd& end, Bytes* bytes);

// One entry of a dictionary frame's body.
void AppendDictionaryEntry(DictionaryRef ref, std::string_view entry, Bytes* body);

}  // namespace aclprof
