// collected_ring.h: a ring as the registry and the collector see it: who owns what in it, and what was taken.
//
// Shape    a session owns the positions between its begin and its end, of the kinds in its mask and of no older gate.
//          Pieces never cross the end of a block; space is released in ring order, when no session uses it any more.
//          A record that no session owns was begun before a stop or a start and landed behind it: out of session.
// Threads  everything under the registry's lock.
// Errors   what allocates throws bad_alloc and has changed nothing: Begin, Collect. End allocates nothing.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/ring_tap.h"
#include "core/session.h"
#include "format/ledger.h"
#include "ringbuf/ring_consumer.h"
#include "ringbuf/ring_memory.h"

namespace aclprof {

using DropTable = std::array<KindCounts, ACLPROFX_DROP_CAUSES>;

// What was dropped between two readings, of the kinds that the session wants.
DropTable DroppedSince(const DropTable& before, const DropTable& now, const Session& session);

class CollectedRing {
 public:
  explicit CollectedRing(std::unique_ptr<RingMemory> memory);

  aclprofx_ring* ring() const { return memory_->ring(); }
  RingMemory& memory() { return *memory_; }
  std::unique_ptr<RingMemory> TakeMemory() { return std::move(memory_); }

  // From here on the session owns what is emitted; its gate opens.
  void Begin(const std::shared_ptr<Session>& session);
  // Up to here; a task that still runs and a loss not yet written become the session's epilogue.
  void End(const Session& session);

  // More that becomes its epilogue, after End; false where the session owns nothing here.
  bool AddToEpilogue(const Session& session, const std::vector<unsigned char>& records);

  // From here on the tap gets the tasks of models; its kinds are in the gate.
  void BeginTap(TaskTap* tap, const RingAnchor& anchor);
  // Up to here.
  void EndTap();
  // Up to here, and more later.
  void DrainTap();

  // Hands what is due to the sessions: whole blocks, and the rest where a session ends or `flush` asks. True when
  // anything was taken.
  bool Collect(bool flush);
  // Releases what all sessions have dealt with. True when the head moved.
  bool ReleaseDone();

  // The producer is gone. What it left is still collected.
  void Retire() { retired_ = true; }
  bool retired() const { return retired_; }
  // Nothing is left to collect or to wait for, and no producer.
  bool Finished() const;
  // Nothing is left to collect or to wait for.
  bool Idle() const;
  // Records that landed behind the stop which they overlapped.
  uint64_t out_of_session() const { return out_of_session_; }

 private:
  static constexpr uint64_t kOpen = ~uint64_t{0};
  struct Range {
    std::shared_ptr<Session> session;
    bool wanted = true;  // its kinds are in the gate
    uint64_t start = 0;
    uint64_t stop = kOpen;
    uint16_t first_generation = 0;
    uint32_t gate_changes = 0;  // since it began
    bool settled = false;       // no record of an older gate can come any more
    DropTable dropped_before{};
    std::vector<unsigned char> epilogue{};
  };

  void SetGate();
  // A device's ring is large, and its records must not pay for its pages.
  void PrefaultAhead();
  DropTable Dropped() const;
  uint64_t Due(uint64_t tail, bool flush) const;
  void TakeUpTo(uint64_t position);
  void TakePiece(uint64_t end);
  void Pass(uint64_t end);
  TaskList TaskFor(const Range& range, uint64_t position) const;
  TaskList TaskOfPiece(const Range& range, RingPiece* piece) const;
  void CountOutOfSession(uint64_t end);
  bool OwnedBySomeone(uint64_t position, const aclprofx_record_header& header) const;
  void SubmitEpilogue(Range* range);
  void FillEpilogue(Range* range) const;
  DropTable DroppedIn(const Range& range) const;
  void EndRange(Range* range);
  void FinishRanges(uint64_t tail);

  std::unique_ptr<RingMemory> memory_;
  RingConsumer consumer_;
  uint64_t taken_;
  std::deque<RingPiece> pieces_;
  std::vector<Range> ranges_;
  std::optional<RingTap> tap_;
  bool gate_changed_ = false;  // since the last piece
  uint64_t out_of_session_ = 0;
  bool retired_ = false;
};

}  // namespace aclprof
