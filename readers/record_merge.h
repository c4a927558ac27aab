// record_merge.h: the records of all blocks of a session, in order of time.
//
// Shape    a heap of blocks, each at its next record. A block enters it undecoded, at its announced first time, once
//          the merge has come that far; a decoded block goes back to that state when the decoded ones outgrow
//          kDecodedBytes, so that blocks which overlap in time by the thousand do not fill the memory.
// Threads  one; it is helped to decode by a BlockPipeline.
// Errors   a block that can't be decoded is noted as damage, once, and skipped.
#pragma once

#include <atomic>
#include <memory>
#include <set>
#include <utility>

#include "readers/session_contents.h"

namespace aclprof {

inline constexpr size_t kDecodedBytes = 96u << 20;

// What the cursors of one reader have done.
struct ReadHistory {
  std::set<std::pair<uint32_t, uint64_t>>
      noted;  // blocks whose damage is in contents->damage already
  std::atomic<uint64_t> decompressed = 0;
  uint64_t skipped = 0;
};

struct MergeOptions {
  int threads = 1;  // that decode, the caller's included
  size_t decoded_bytes = kDecodedBytes;
};

// `contents` and `history` must outlive the cursor.
std::unique_ptr<RecordCursor> MergeRecords(SessionContents* contents, const RecordFilter& filter,
                                           ReadHistory* history, const MergeOptions& options = {});

}  // namespace aclprof
