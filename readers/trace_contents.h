// trace_contents.h: what one trace file announces, before any block is decoded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "format/ledger.h"
#include "readers/input_file.h"
#include "readers/session_reader.h"
#include "readers/trace_frames.h"

namespace aclprof {

struct BlockRef {
  uint32_t file = 0;          // index of the file in its session
  int32_t device_id = -1;     // of the file's stream
  uint64_t frame_offset = 0;  // of the LZ4 frame
  AnnouncedBlock announced;

  // The same for a block wherever it stands: ids of rings are a session's, and a ring is in one stream.
  using Identity = std::tuple<uint32_t, uint64_t, uint64_t>;
  Identity identity() const {
    return {announced.fixed.ring_id, announced.fixed.sequence, announced.fixed.first_position};
  }
};

bool BlockIsWhole(const InputFile& file, const BlockRef& block);

struct TraceContents {
  std::string path;
  uint64_t bytes = 0;
  bool ours = false;                 // false: a foreign file
  std::vector<TraceHeader> headers;  // one; several in files that were joined
  std::vector<BlockRef> blocks;      // a block that is there twice is here twice
  std::vector<BlockRef> torn;        // announced, and not all there; it may be whole elsewhere
  std::vector<ClockStamp> stamps;
  std::vector<FileDamage> damage;       // without what it cost in records
  std::vector<Ledger> session_ledgers;  // of each of the joined files that tells one
  uint64_t footers = 0;
  uint64_t unknown_frames = 0;  // of a newer minor
  uint64_t foreign_parts = 0;   // joined files of another session: nothing else of them is here
};

}  // namespace aclprof
