// block_task.h: one stretch of one ring on its way to the files of one session.
//
// Threads  made by the collector, encoded by a worker, written by the serial node of its stream; `state` decides who of
//          the worker and the collector deals with the records when the session has stalled.
// Orders   [B1] BlockFlow::Encode stores state, release -> Write and GiveUpStalled load it, acquire: block, encoded and
//               counts are there. Claim is both ends: one of worker and collector gets the task.
//          [B2] ReleasePiece counts users down, release -> CollectedRing::ReleaseDone loads it, acquire: nobody reads the
//               ring's bytes any more. The exchange before it lets one caller through.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "base/status.h"
#include "writers/block_encoder.h"

namespace aclprof {

// A stretch of a ring up to `end`; its space can be released when no session uses it any more.
struct RingPiece {
  explicit RingPiece(uint64_t end_position) : end(end_position) {}
  const uint64_t end;
  std::atomic<int> users{0};
};

enum class TaskState { kQueued, kEncoding, kEncoded, kAbandoned };

struct BlockTask {
  BlockSource source;
  int stream = 0;              // device id + 1; 0 is the host
  uint64_t sequence = 0;       // in its stream, from 0
  RingPiece* piece = nullptr;  // NULL when the records are our own
  std::vector<unsigned char>
      own_records;  // written by the library at Stop: open-ended tasks, last loss
  std::atomic<TaskState> state{TaskState::kQueued};
  std::unique_ptr<EncodedBlock> block;
  Status encoded;
  KindCounts counts{};  // of the session's records in it, known once encoded or given up
  std::list<std::unique_ptr<BlockTask>>::iterator in_flight;  // where the flow keeps it

  // Says that the ring's bytes are no longer needed. Once is enough, more does no harm.
  void ReleasePiece() {
    // [B2]
    if (piece != nullptr && !released_.exchange(true, std::memory_order_acq_rel))
      piece->users.fetch_sub(1, std::memory_order_release);  // [B2]
  }
  bool Claim(TaskState next) {
    TaskState expected = TaskState::kQueued;
    // [B1]
    return state.compare_exchange_strong(expected, next, std::memory_order_acq_rel);
  }

 private:
  std::atomic<bool> released_{false};
};

// Moved from list to list, a task never needs memory on its way.
using TaskList = std::list<std::unique_ptr<BlockTask>>;

}  // namespace aclprof
