// record_merge.h: the records of all blocks of a session, in order of time.
//
// Shape    a heap of blocks, each at its next record. A block enters it undecoded, at its announced first time, once
//          the merge has come that far; a decoded block goes back to that state when the decoded ones outgrow
//          kDecodedBytes, so that blocks which overlap in time by the thousand do not fill the memory.
// Threads  one.
// Errors   a block that can't be decoded is noted as damage, once, and skipped.
#pragma once

#include <memory>
#include <set>
#include <utility>

#include "readers/session_contents.h"

namespace aclprof {

inline constexpr size_t kDecodedBytes = 96u << 20;

// `contents` must outlive the cursor. `noted`: blocks whose damage is in contents->damage already.
std::unique_ptr<RecordCursor> MergeRecords(SessionContents* contents, const RecordFilter& filter,
                                           std::set<std::pair<uint32_t, uint64_t>>* noted,
                                           size_t decoded_bytes = kDecodedBytes);

}  // namespace aclprof
