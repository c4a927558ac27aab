// trace_part.h: what one trace file says, frame by frame, before anybody knows whose it is. Of files that were joined each
// is a part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "readers/frame_reader.h"
#include "readers/trace_contents.h"

namespace aclprof {

struct FormatVersion {
  uint16_t major, minor;
};

struct TracePart {
  uint64_t begin = 0;  // of its header, from which its index counts
  std::optional<TraceHeader> header;
  std::optional<FormatVersion> too_new;  // of a header that this version can't read
  std::vector<std::pair<DictionaryRef, std::string>> names;  // as told: the first of an id counts
  std::vector<ClockStamp> stamps;
  std::vector<BlockRef> blocks;
  std::vector<BlockRef> torn;  // announced, and not all there
  std::vector<IndexedBlock> index;
  std::optional<Ledger> session_ledger;
  uint64_t unknown_frames = 0;  // of a newer minor
  bool closed = false;          // it has its end frame

  // Where the entry says that its block is.
  BlockRef RefOf(IndexedBlock entry) const;
};

// Adds what the frame at `offset` says. False for a body that contradicts itself: nothing of it was added.
bool AddFrame(const FrameReader& frame, uint64_t offset, TracePart* part);

}  // namespace aclprof
