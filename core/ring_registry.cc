#include "core/ring_registry.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <utility>

#include "aclprof/runtime.h"
#include "base/tick_clock.h"

namespace aclprof {
namespace {

// Where the clock is injected, threads are counted in the order in which they open a ring.
uint32_t ThisThread() {
  if (!ClockIsFixed()) return static_cast<uint32_t>(syscall(SYS_gettid));
  static std::atomic<uint32_t> threads{0};
  thread_local const uint32_t ordinal = threads.fetch_add(1, std::memory_order_relaxed) + 1;
  return ordinal;
}

Status CheckProducer(const ProducerSpec& producer) {
  if (producer.device_id < -1 || producer.device_id >= ACLPROFX_MAX_DEVICES)
    return {StatusCode::kInvalidArgument, "device " + std::to_string(producer.device_id) +
                                              " of a producer: must lie in -1.." +
                                              std::to_string(ACLPROFX_MAX_DEVICES - 1)};
  if (producer.wait_bound_ns > kMostWaitNs)
    return {StatusCode::kInvalidArgument,
            "wait_bound_ns " + std::to_string(producer.wait_bound_ns) + " of a producer: at most " +
                std::to_string(kMostWaitNs)};
  return {};
}

}  // namespace

RingSpec RingRegistry::SpecOf(const ProducerSpec& producer, const Settings& settings) const {
  const uint64_t usual =
      producer.device_id < 0 ? settings.host_ring_bytes : settings.device_ring_bytes;
  RingSpec spec;
  spec.device_id = producer.device_id;
  spec.thread_id = producer.thread_id;
  spec.capacity_bytes = producer.capacity_bytes != 0 ? producer.capacity_bytes : usual;
  spec.block_bytes = producer.block_bytes != 0 ? producer.block_bytes : settings.block_bytes;
  spec.policy = producer.policy < 0 ? settings.policy : static_cast<uint32_t>(producer.policy);
  spec.wait_bound_ns = producer.policy < 0 ? settings.wait_bound_ns : producer.wait_bound_ns;
  spec.own_clock = producer.clock.clock_hz != 0;
  spec.counter_clock = ClockIsCounter();
  spec.doorbell = doorbell_;
  return spec;
}

// The ring's entry in the dictionary; its id is the ring's.
Status RingRegistry::Describe(const ProducerSpec& producer, uint32_t* ring_id) {
  if (producer.device_id < 0 && thread_rings_ >= kFreshThreadRings && !free_ids_.empty()) {
    *ring_id = free_ids_.front();
    free_ids_.pop_front();
    return {};
  }
  RingEntry entry = producer.clock;
  entry.device_id = producer.device_id;
  entry.thread_id = producer.thread_id;
  std::string bytes(reinterpret_cast<const char*>(&entry), sizeof(entry));
  *ring_id = names_->Add(DictionarySpace::kRing, bytes += producer.name);
  if (producer.device_id < 0) ++thread_rings_;
  if (*ring_id != kUnknownId) return {};
  if (producer.device_id < 0) cap_reached_.store(true, std::memory_order_relaxed);
  return {StatusCode::kResourceExhausted, "no id is left for a ring: this process has had " +
                                              std::to_string(NameTable::kMaxEntries) +
                                              " of them, or is out of memory"};
}

uint64_t RingRegistry::BytesInUse() const {
  uint64_t bytes = pooled_bytes_;
  for (const auto& [id, ring] : rings_) bytes += ring->memory().bytes();
  return bytes;
}

// Pooled memory of another shape than the wanted one is let go.
std::unique_ptr<RingMemory> RingRegistry::FromPool(const RingSpec& spec) {
  std::unique_ptr<RingMemory> memory;
  while (pool_.try_dequeue(memory)) {
    pooled_bytes_ -= memory->bytes();
    const aclprofx_ring& old = *memory->ring();
    if (old.capacity_bytes == spec.capacity_bytes && old.block_bytes == spec.block_bytes) break;
    memory.reset();
  }
  return memory;
}

Status RingRegistry::MemoryFor(const RingSpec& spec, uint64_t cap_bytes,
                               std::unique_ptr<RingMemory>* memory) {
  if (spec.device_id < 0) *memory = FromPool(spec);
  const uint64_t used = BytesInUse();
  const uint64_t wanted = RingMemory::BytesOf(spec);
  const bool full = used + wanted > cap_bytes || rings_.size() >= kMaxRings;
  if (full && spec.device_id < 0) cap_reached_.store(true, std::memory_order_relaxed);
  if (full)
    return {StatusCode::kResourceExhausted,
            "rings: " + std::to_string(rings_.size()) + " of " + std::to_string(kMaxRings) +
                " with " + std::to_string(used) + " of " + std::to_string(cap_bytes) +
                " bytes are in use, one more of " + std::to_string(wanted) + " is asked for"};
  return *memory != nullptr ? Status() : RingMemory::Create(spec, memory);
}

// A ring that can't be given to all of its sessions has no producer: what began is ended like a thread's that left.
void RingRegistry::BeginAll(CollectedRing* ring) try {
  for (const auto& session : collecting_)
    if (session->Collects(ring->ring()->device_id)) ring->Begin(session);
} catch (const std::bad_alloc&) {
  ring->Retire();
  throw;
}

void RingRegistry::Install(std::unique_ptr<RingMemory> memory) {
  auto collected = std::make_unique<CollectedRing>(std::move(memory));
  CollectedRing* const ring = collected.get();
  rings_.emplace(ring->ring()->ring_id, std::move(collected));
  const auto free = std::find_if(live_.begin(), live_.end(), [](const auto& slot) {
    return slot.load(std::memory_order_relaxed) == nullptr;
  });
  free->store(ring->ring(), std::memory_order_release);  // [R1]
  TapRing(ring, tap_clock_);
  BeginAll(ring);
}

Status RingRegistry::Open(const ProducerSpec& producer, aclprofx_ring** ring) try {
  if (Status good = CheckProducer(producer); !good.ok()) return good;
  const Settings settings = GetSettings();
  RingSpec spec = SpecOf(producer, settings);
  const std::lock_guard lock(mutex_);
  AdoptRetired();
  std::unique_ptr<RingMemory> memory;
  Status status = MemoryFor(spec, settings.ring_cap_bytes, &memory);
  if (status.ok()) status = Describe(producer, &spec.ring_id);
  if (!status.ok()) return status;
  memory->Renew(spec);
  aclprofx_ring* const made = memory->ring();
  Install(std::move(memory));
  *ring = made;
  return {};
} catch (const std::bad_alloc&) {
  return {StatusCode::kResourceExhausted, "out of memory"};  // short: needs none itself
}

aclprofx_ring* RingRegistry::OpenHostRing(uint16_t kind) {
  ProducerSpec producer;
  producer.thread_id = ThisThread();
  aclprofx_ring* ring = nullptr;
  const bool full = cap_reached_.load(std::memory_order_relaxed);
  if (!full && Open(producer, &ring).ok()) return ring;
  CountRingless(ACLPROFX_DROP_NO_RING, kind);
  return nullptr;
}

void RingRegistry::Close(aclprofx_ring* ring) {
  if (retired_.enqueue(ring)) return;
  const std::lock_guard lock(mutex_);  // no memory to do it without
  Retire(ring);
}

void RingRegistry::Retire(const aclprofx_ring* ring) {
  const auto found = rings_.find(ring->ring_id);
  if (found != rings_.end() && found->second->ring() == ring) found->second->Retire();
}

void RingRegistry::AdoptRetired() {
  for (aclprofx_ring* ring; retired_.try_dequeue(ring);) Retire(ring);
  ReapFinished();
}

void RingRegistry::ReapFinished() {
  std::erase_if(rings_, [this](auto& entry) {
    if (!entry.second->Finished()) return false;
    Reap(entry.second.get());
    return true;
  });
}

void RingRegistry::Reap(CollectedRing* collected) {
  aclprofx_ring* const ring = collected->ring();
  if (ring->device_id < 0) free_ids_.push_back(ring->ring_id);  // first, as it may fail
  committed_by_gone_ += ring->committed;
  wakes_by_gone_ += ring->wakes;
  out_of_session_by_gone_ += ring->out_of_session + collected->out_of_session();
  const auto slot = std::find_if(live_.begin(), live_.end(), [ring](const auto& entry) {
    return entry.load(std::memory_order_relaxed) == ring;
  });
  slot->store(nullptr, std::memory_order_release);  // [R1]
  cap_reached_.store(false, std::memory_order_relaxed);
  if (ring->device_id >= 0 || collecting_.empty()) return;
  std::unique_ptr<RingMemory> memory = collected->TakeMemory();
  const uint64_t bytes = memory->bytes();
  if (pool_.enqueue(std::move(memory))) pooled_bytes_ += bytes;
}

void RingRegistry::Adopt() {
  const std::lock_guard lock(mutex_);
  AdoptRetired();
}

bool RingRegistry::HasRetired() const {
  const std::lock_guard lock(mutex_);
  return std::any_of(rings_.begin(), rings_.end(),
                     [](const auto& ring) { return ring.second->retired(); });
}

DropTable RingRegistry::RinglessDrops() const {
  DropTable table{};
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause)
    for (int kind = 0; kind < ACLPROFX_KINDS; ++kind)
      table[cause][kind] = ringless_[cause][kind].load(std::memory_order_relaxed);
  return table;
}

void RingRegistry::SetHostKinds() {
  uint64_t kinds = 0;
  for (const auto& session : collecting_) kinds |= session->options().kinds;
  host_kinds_.store(kinds, std::memory_order_relaxed);
}

// Without memory the session ends before it began; it drains like any other.
Status RingRegistry::BeginSession(const std::shared_ptr<Session>& session) {
  const std::lock_guard lock(mutex_);
  try {
    AdoptRetired();
    BeginOnRings(session);
    return {};
  } catch (const std::bad_alloc&) {
    EndOnRings(session);
    session->CloseFlowIfEnded();
    return {StatusCode::kResourceExhausted, "out of memory"};
  }
}

void RingRegistry::BeginOnRings(const std::shared_ptr<Session>& session) {
  cap_reached_.store(false, std::memory_order_relaxed);  // the cap may have been raised
  session->ringless_before = RinglessDrops();
  sessions_.push_back(session);
  collecting_.push_back(session);
  for (auto& [id, ring] : rings_)
    if (session->Collects(ring->ring()->device_id)) ring->Begin(session);
  SetHostKinds();
}

Status RingRegistry::AddDevice(const std::shared_ptr<Session>& session, int32_t device_id) {
  if (device_id < 0 || device_id >= ACLPROFX_MAX_DEVICES)
    return {StatusCode::kInvalidArgument, "device " + std::to_string(device_id) +
                                              ": must lie in 0.." +
                                              std::to_string(ACLPROFX_MAX_DEVICES - 1)};
  // Outside of the lock: it makes folders.
  if (Status opened = session->OpenDevice(device_id); !opened.ok()) return opened;
  const std::lock_guard lock(mutex_);
  if (!session->CollectFrom(device_id)) return {};
  for (auto& [id, ring] : rings_)
    if (ring->ring()->device_id == device_id) ring->Begin(session);
  return {};
}

void RingRegistry::EndSession(const std::shared_ptr<Session>& session, OpenRanges* ranges) {
  aclprofx_ring* stand_in = nullptr;
  // The threads that began them may be gone with their rings.
  ProducerSpec producer;
  producer.thread_id = ThisThread();
  if (!ranges->Empty()) static_cast<void>(Open(producer, &stand_in));
  {
    const std::lock_guard lock(mutex_);
    EndOnRings(session);
    LeaveOpen(*session, ranges);
    session->CloseFlowIfEnded();
  }
  if (stand_in != nullptr) Close(stand_in);
}

// Without memory they are not told of.
void RingRegistry::LeaveOpen(const Session& session, OpenRanges* ranges) try {
  if (((session.options().kinds >> ACLPROFX_KIND_RANGE) & 1u) == 0) return;
  if (ranges->Empty()) return;
  const std::vector<unsigned char> records = OpenEndedRecords(ranges->All(), NowTicks());
  if (!HostWants(ACLPROFX_KIND_RANGE)) ranges->Clear();
  for (auto& [id, ring] : rings_)
    if (ring->ring()->device_id < 0 && ring->AddToEpilogue(session, records)) return;
} catch (const std::bad_alloc&) {
}

void RingRegistry::EndOnRings(const std::shared_ptr<Session>& session) {
  std::erase(collecting_, session);
  SetHostKinds();
  for (auto& [id, ring] : rings_) ring->End(*session);
  session->AddUnattributedDrops(DroppedSince(session->ringless_before, RinglessDrops(), *session));
  session->ending = true;
}

bool RingRegistry::Collect(bool flush) {
  bool progress = false;
  {
    const std::lock_guard lock(mutex_);
    for (auto& [id, ring] : rings_) {
      progress |= ring->Collect(flush);
      progress |= ring->ReleaseDone();
    }
    AdoptRetired();
  }
  PumpSessions();
  return progress;
}

void RingRegistry::JoinClosed() {
  const std::lock_guard lock(mutex_);
  std::erase_if(sessions_, [](const auto& session) {
    if (!session->closed()) return false;
    session->flow().Join();  // its stop may have given up waiting
    return true;
  });
}

// Outside of the lock: the graph may run code of TBB's at length.
void RingRegistry::PumpSessions() {
  JoinClosed();
  std::vector<std::shared_ptr<Session>> sessions;
  {
    const std::lock_guard lock(mutex_);
    sessions = sessions_;
  }
  for (const auto& session : sessions) session->flow().Pump();
}

bool RingRegistry::HasWork() const {
  const std::lock_guard lock(mutex_);
  if (!taps_.empty()) return true;
  return std::any_of(sessions_.begin(), sessions_.end(),
                     [](const auto& session) { return !session->closed(); });
}

void RingRegistry::EmptyPool() {
  for (std::unique_ptr<RingMemory> memory; pool_.try_dequeue(memory);)
    pooled_bytes_ -= memory->bytes();
}

void RingRegistry::Trim() {
  const std::lock_guard lock(mutex_);
  AdoptRetired();
  EmptyPool();
  for (auto& [id, ring] : rings_)
    if (ring->Idle() && !ring->ring()->own_clock) ring->memory().Discard();
}

RegistryCounts RingRegistry::counts() const {
  const std::lock_guard lock(mutex_);
  RegistryCounts counts{rings_.size(), BytesInUse(), committed_by_gone_, out_of_session_by_gone_,
                        wakes_by_gone_};
  for (const auto& [id, ring] : rings_) {
    counts.committed += __atomic_load_n(&ring->ring()->committed, __ATOMIC_RELAXED);
    counts.wakes += __atomic_load_n(&ring->ring()->wakes, __ATOMIC_RELAXED);
    counts.out_of_session +=
        ring->out_of_session() + __atomic_load_n(&ring->ring()->out_of_session, __ATOMIC_RELAXED);
  }
  return counts;
}

void RingRegistry::ShutAllGates() {
  for (const auto& slot : live_) {
    aclprofx_ring* const ring = slot.load(std::memory_order_acquire);  // [R1]
    if (ring != nullptr) __atomic_store_n(&ring->gate, 0, __ATOMIC_RELAXED);
  }
  host_kinds_.store(0, std::memory_order_relaxed);
}

}  // namespace aclprof
