// ring_memory.h: the memory of one ring: its control block and its data. Every ring of the process comes from here.
//
// Shape    one mapping: the control block, then the data, page-aligned; capacity and block are powers of two, a block
//          at most half of the capacity.
// Threads  Create, Renew, PrefaultAhead and Discard: one at a time, by whoever owns the ring's life (core's registry).
// Errors   kInvalidArgument for a shape, kResourceExhausted when the system gives no memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "aclprof/producer.h"
#include "base/status.h"

namespace aclprof {

struct RingSpec {
  uint32_t ring_id = 0;
  int32_t device_id = -1;
  uint32_t thread_id = 0;
  uint64_t capacity_bytes = 0;
  uint64_t block_bytes = 0;
  uint32_t policy = ACLPROFX_POLICY_DROP;
  uint64_t wait_bound_ns = 0;
  bool own_clock = false;
  bool counter_clock = false;
  uint32_t* doorbell = nullptr;
};

class RingMemory {
 public:
  static Status Create(const RingSpec& spec, std::unique_ptr<RingMemory>* memory);
  ~RingMemory();
  RingMemory(const RingMemory&) = delete;
  RingMemory& operator=(const RingMemory&) = delete;

  aclprofx_ring* ring() const { return ring_; }
  // What a ring of this shape takes from the cap.
  static uint64_t BytesOf(const RingSpec& spec);
  uint64_t bytes() const { return mapped_bytes_; }

  // Starts the ring's next life under another id; nobody may hold the old one. The shape must be the same.
  void Renew(const RingSpec& spec);
  // Has the pages there that the producer comes to next, in its first round through the ring: the more the faster it
  // goes, at most 1 MiB a call. Where the system can't, emits fault them in.
  void PrefaultAhead();
  // Gives the data's pages back to the system; the ring must be drained. They come again at the next touch.
  void Discard();

 private:
  RingMemory(aclprofx_ring* ring, size_t mapped_bytes) : ring_(ring), mapped_bytes_(mapped_bytes) {}

  void ForgetPages();
  void PrefaultUpTo(uint64_t position);
  void FaultIn(uint64_t begin, uint64_t end);

  aclprofx_ring* ring_;
  size_t mapped_bytes_;
  uint64_t prefaulted_ = 0;  // up to here
  uint64_t round_end_ = 0;   // where every page has been come by
};

}  // namespace aclprof
