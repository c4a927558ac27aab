// frame_reader.h: finds our frames in a file.
//
// Errors   a frame that is not whole is not there: false. Failing reads are remembered in status().
#pragma once

#include <cstdint>

#include "base/byte_reader.h"
#include "format/trace_format.h"
#include "readers/input_file.h"

namespace aclprof {

class FrameReader {
 public:
  explicit FrameReader(const InputFile* file)
      : file_(file), search_budget_(file->size() * 16 + (64u << 20)) {}

  // The frame of ours at `offset`, if it is whole and its checksum holds. The body lives until the next call.
  bool ReadAt(uint64_t offset);
  // Whether the head of a frame of ours stands at `offset`, whole or not.
  bool HeadAt(uint64_t offset, FrameHead* head);
  // Where the skippable frame of another tool ends that begins at `offset`; 0 when there is none. One with our tag is a
  // frame of ours whose magic was damaged.
  uint64_t EndOfForeignFrame(uint64_t offset);
  // The offset of the first whole frame of ours in [from, end), or `end`.
  uint64_t FindNext(uint64_t from, uint64_t end);

  FrameType type() const { return static_cast<FrameType>(head_.type); }
  bool repeated() const { return (head_.flags & kFrameRepeated) != 0; }
  ByteReader body() const { return ByteReader(body_.data(), body_.size()); }
  uint64_t frame_bytes() const { return uint64_t{head_.size_bytes} + kLz4HeadBytes; }
  const Status& status() const { return status_; }

 private:
  bool Read(uint64_t offset, uint64_t count, Bytes* bytes);

  const InputFile* file_;
  FrameHead head_{};
  Bytes body_;
  Bytes window_;
  uint64_t search_budget_;  // bytes of candidates; keeps a search in a hostile file linear
  Status status_;
};

}  // namespace aclprof
