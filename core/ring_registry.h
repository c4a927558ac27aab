// ring_registry.h: every ring of the process, and which sessions collect from them.
//
// Shape    rings together stay below a cap; the host rings of ended threads are pooled. Retired rings and pooled memory
//          pass through lock-free queues, since a ring is retired in the destructor of a thread's locals, where nobody
//          may be made to wait.
//          The id of an ended thread's ring is given to another once the process has had kFreshThreadRings of them, so
//          that threads that come and go take no more memory; the dictionary then names the first of its threads.
// Threads  any, under one lock that is held for a few loads and stores a ring, and at the start of a session for the pages
//          of its devices' rings; never by an emitter, but for a thread's first traced call in a session.
// Orders   [R1] Open stores a slot of live, release -> ShutAllGates loads it, acquire: the ring is whole.
// Errors   Open: kInvalidArgument for a shape, kResourceExhausted beyond the cap and where the dictionary has no id left.
// Fork     ShutAllGates may run in a child, whatever the parent's threads were doing: it takes no lock.
#pragma once

#include <concurrentqueue/concurrentqueue.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/status.h"
#include "core/collected_ring.h"
#include "core/name_table.h"
#include "core/open_ranges.h"
#include "core/session.h"
#include "core/settings.h"

namespace aclprof {

struct ProducerSpec {
  int32_t device_id = -1;
  uint32_t thread_id = 0;
  std::string name;
  uint64_t capacity_bytes = 0;  // 0 here and below: the configured default
  uint64_t block_bytes = 0;
  int policy = -1;
  uint64_t wait_bound_ns = 0;
  RingEntry clock{};  // clock_hz, anchor_ticks, anchor_realtime_ns
};

struct RegistryCounts {
  uint64_t rings = 0;
  uint64_t bytes = 0;
  uint64_t committed = 0;       // by the rings of now and then
  uint64_t out_of_session = 0;  // dropped by emits that overlapped a start or stop
  uint64_t wakes = 0;           // system calls of emitting threads
};

class RingRegistry {
 public:
  static constexpr int kMaxRings = 4096;
  static constexpr uint32_t kFreshThreadRings = 1u << 14;

  RingRegistry(NameTable* names, uint32_t* doorbell) : names_(names), doorbell_(doorbell) {}

  Status Open(const ProducerSpec& spec, aclprofx_ring** ring);
  // A ring for the calling thread, or NULL: then the record of this kind is counted as dropped(no ring).
  aclprofx_ring* OpenHostRing(uint16_t kind);
  // Counts a record of a thread that has no ring.
  void CountRingless(int cause, uint16_t kind) {
    ringless_[cause][kind].fetch_add(1, std::memory_order_relaxed);
  }
  // Whether any session wants this kind from host threads: one load.
  bool HostWants(uint16_t kind) const {
    return (host_kinds_.load(std::memory_order_relaxed) >> kind) & 1u;
  }
  // Lock-free; the collector, or the next Adopt, does the rest. A ring of another registry (before a fork) is ignored.
  void Close(aclprofx_ring* ring);

  Status BeginSession(const std::shared_ptr<Session>& session);
  Status AddDevice(const std::shared_ptr<Session>& session, int32_t device_id);
  // `ranges`: those of user marks that have begun; what is open once the session takes no more becomes its last records.
  void EndSession(const std::shared_ptr<Session>& session, OpenRanges* ranges);

  // One round of the collector: true when anything was taken or released.
  bool Collect(bool flush);
  // Retired rings that hold nothing are let go. Anyone may call it while no collector runs.
  void Adopt();
  // Some rings have no producer any more and hold records still.
  bool HasRetired() const;
  // Lets go of sessions whose files are closed.
  void JoinClosed();
  // Sessions whose files are not closed yet, or taps: the collector has something to do.
  bool HasWork() const;
  // The tap gets the tasks of this device's models, from the rings of now and of later.
  void BeginTap(int32_t device_id, TaskTap* tap);
  void EndTap(int32_t device_id);
  void DrainTaps();
  // No session: gives back pooled rings, and the pages of the rings that producers still hold.
  void Trim();

  RegistryCounts counts() const;
  void ShutAllGates();

 private:
  RingSpec SpecOf(const ProducerSpec& producer, const Settings& settings) const;
  Status Describe(const ProducerSpec& producer, uint32_t* ring_id);
  std::unique_ptr<RingMemory> FromPool(const RingSpec& spec);
  Status MemoryFor(const RingSpec& spec, uint64_t cap_bytes, std::unique_ptr<RingMemory>* memory);
  void Install(std::unique_ptr<RingMemory> memory);
  void BeginAll(CollectedRing* ring);
  uint64_t BytesInUse() const;
  void BeginOnRings(const std::shared_ptr<Session>& session);
  void EndOnRings(const std::shared_ptr<Session>& session);
  void LeaveOpen(const Session& session, OpenRanges* ranges);
  void Retire(const aclprofx_ring* ring);
  void AdoptRetired();
  void ReapFinished();
  void Reap(CollectedRing* ring);
  void EmptyPool();
  void SetHostKinds();
  void TapRing(CollectedRing* ring, const RingAnchor& library_clock);
  DropTable RinglessDrops() const;
  void PumpSessions();

  NameTable* const names_;
  uint32_t* const doorbell_;

  mutable std::mutex mutex_;
  std::map<uint32_t, std::unique_ptr<CollectedRing>> rings_;  // by ring id
  std::vector<std::shared_ptr<Session>> collecting_;          // their gates are open
  std::vector<std::shared_ptr<Session>> sessions_;            // collecting or draining
  std::map<int32_t, TaskTap*> taps_;                          // by device
  RingAnchor tap_clock_;
  uint64_t pooled_bytes_ = 0;
  uint32_t thread_rings_ = 0;      // that got an id of their own
  std::deque<uint32_t> free_ids_;  // of ended threads' rings, the longest free first
  uint64_t committed_by_gone_ = 0;
  uint64_t out_of_session_by_gone_ = 0;
  uint64_t wakes_by_gone_ = 0;

  moodycamel::ConcurrentQueue<aclprofx_ring*> retired_;
  moodycamel::ConcurrentQueue<std::unique_ptr<RingMemory>> pool_;
  std::atomic<uint64_t> host_kinds_{0};
  std::atomic<bool> cap_reached_{false};  // spares threads without a ring the lock at every record
  std::array<std::array<std::atomic<uint64_t>, ACLPROFX_KINDS>, ACLPROFX_DROP_CAUSES> ringless_{};
  std::array<std::atomic<aclprofx_ring*>, kMaxRings> live_{};
};

}  // namespace aclprof
