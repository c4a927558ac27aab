// trace_contents.h: what one trace file announces, before any block is decoded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/ledger.h"
#include "readers/session_reader.h"
#include "readers/trace_frames.h"

namespace aclprof {

struct BlockRef {
  uint32_t file = 0;          // index of the file in its session
  int32_t device_id = -1;     // of the file's stream
  uint64_t frame_offset = 0;  // of the LZ4 frame
  AnnouncedBlock announced;
};

struct TraceContents {
  std::string path;
  uint64_t bytes = 0;
  bool ours = false;                 // false: a foreign file
  std::vector<TraceHeader> headers;  // one; several in files that were joined
  std::vector<BlockRef> blocks;
  std::vector<ClockStamp> stamps;
  std::vector<FileDamage> damage;
  Ledger file_ledger;  // of the footers: what they say was stored here
  std::optional<Ledger> session_ledger;
  uint64_t footers = 0;
  uint64_t unknown_frames = 0;  // of a newer minor
};

}  // namespace aclprof
