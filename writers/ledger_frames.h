// ledger_frames.h: the rows of one ledger, in as many ledger frames as they need.
//
// Shape    the head stands in each frame; its totals in the first alone, because readers add the frames up.
#pragma once

#include "format/ledger.h"
#include "writers/frame_sequence.h"

namespace aclprof {

class LedgerFrames {
 public:
  LedgerFrames(const LedgerHead& head, Bytes* bytes);

  // `dropped_so_far` 0 for the session.
  void AddRow(uint32_t ring_id, const LedgerRow& row, uint64_t dropped_so_far);
  void End() { frames_.End(); }

 private:
  FrameSequence frames_;
  const uint32_t scope_;
  Bytes* const bytes_;
};

void AppendSessionLedger(const Ledger& ledger, Bytes* bytes);

}  // namespace aclprof
