#include "ringbuf/ring_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string>

namespace aclprof {
namespace {

constexpr uint64_t kMinBlockBytes = 4096;
constexpr uint64_t kMaxBlockBytes = uint64_t{16} << 20;
constexpr uint64_t kMaxCapacityBytes = uint64_t{1} << 32;
// At least, so that whole pages are asked for on every machine; and at once.
constexpr uint64_t kPrefaultBytes = 64 << 10;
constexpr uint64_t kAheadBytes = 1 << 20;

uint64_t PageBytes() {
  static const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return page;
}

// Up to the next page, of which aarch64 has some of 64 KiB: pages are given back and asked for by whole ones alone.
uint64_t ControlBytes() { return (sizeof(aclprofx_ring) + PageBytes() - 1) & ~(PageBytes() - 1); }

Status CheckShape(const RingSpec& spec) {
  const bool good =
      std::has_single_bit(spec.capacity_bytes) && std::has_single_bit(spec.block_bytes) &&
      spec.block_bytes >= kMinBlockBytes && spec.block_bytes <= kMaxBlockBytes &&
      spec.capacity_bytes >= 2 * spec.block_bytes && spec.capacity_bytes <= kMaxCapacityBytes;
  if (good) return {};
  return {StatusCode::kInvalidArgument, "ring of " + std::to_string(spec.capacity_bytes) +
                                            " bytes in blocks of " +
                                            std::to_string(spec.block_bytes) +
                                            ": both must be powers of two, a block 4 KiB to 16 MiB "
                                            "and at most half of the ring, a ring at most 4 GiB"};
}

// A hypervisor that keeps page tables of its own learns of a page at its first use: microseconds each. The producer may
// be writing there by now; nothing is made of what is read.
__attribute__((no_sanitize("thread"))) void LookAtPages(const unsigned char* data, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += PageBytes())
    static_cast<void>(__atomic_load_n(data + at, __ATOMIC_RELAXED));
}

void FillControl(const RingSpec& spec, aclprofx_ring* ring) {
  unsigned char* const data = reinterpret_cast<unsigned char*>(ring) + ControlBytes();
  std::memset(static_cast<void*>(ring), 0, sizeof(*ring));
  ring->version = ACLPROFX_PRODUCER_VERSION;
  ring->ring_id = spec.ring_id;
  ring->device_id = spec.device_id;
  ring->thread_id = spec.thread_id;
  ring->capacity_bytes = spec.capacity_bytes;
  ring->block_bytes = spec.block_bytes;
  ring->data = data;
  ring->doorbell = spec.doorbell;
  ring->wait_bound_ns = spec.wait_bound_ns;
  ring->policy = spec.policy;
  ring->own_clock = spec.own_clock ? 1 : 0;
  ring->counter_clock = spec.counter_clock ? 1 : 0;
}

}  // namespace

uint64_t RingMemory::BytesOf(const RingSpec& spec) { return ControlBytes() + spec.capacity_bytes; }

Status RingMemory::Create(const RingSpec& spec, std::unique_ptr<RingMemory>* memory) {
  if (Status shape = CheckShape(spec); !shape.ok()) return shape;
  const size_t bytes = BytesOf(spec);
  void* const base =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED)
    return Status::FromErrno(errno, "memory for a ring of " + std::to_string(bytes) + " bytes");
  memory->reset(new RingMemory(static_cast<aclprofx_ring*>(base), bytes));
  (*memory)->Renew(spec);
  return {};
}

RingMemory::~RingMemory() { munmap(static_cast<void*>(ring_), mapped_bytes_); }

void RingMemory::Renew(const RingSpec& spec) {
  FillControl(spec, ring_);
  ForgetPages();
}

void RingMemory::ForgetPages() {
  prefaulted_ = __atomic_load_n(&ring_->tail, __ATOMIC_RELAXED) & ~(kPrefaultBytes - 1);
  round_end_ = prefaulted_ + ring_->capacity_bytes;
}

// Twice what it has emitted so far is there before it doubles that.
void RingMemory::PrefaultAhead() {
  if (prefaulted_ >= round_end_) return;
  const uint64_t tail = __atomic_load_n(&ring_->tail, __ATOMIC_RELAXED);
  const uint64_t emitted = tail + ring_->capacity_bytes - round_end_;
  PrefaultUpTo(std::min(tail + std::max(kAheadBytes, 2 * emitted), prefaulted_ + kAheadBytes));
}

void RingMemory::PrefaultUpTo(uint64_t position) {
  const uint64_t end = std::min(position & ~(kPrefaultBytes - 1), round_end_);
  while (prefaulted_ < end) {
    const uint64_t wrap = (prefaulted_ | (ring_->capacity_bytes - 1)) + 1;
    const uint64_t piece_end = std::min(end, wrap);
    FaultIn(prefaulted_, piece_end);
    prefaulted_ = piece_end;
  }
}

void RingMemory::FaultIn(uint64_t begin, uint64_t end) {
#ifdef MADV_POPULATE_WRITE
  unsigned char* const data = ring_->data + (begin & (ring_->capacity_bytes - 1));
  if (madvise(data, end - begin, MADV_POPULATE_WRITE) == 0) LookAtPages(data, end - begin);
#endif
}

void RingMemory::Discard() {
  madvise(ring_->data, ring_->capacity_bytes, MADV_DONTNEED);
  ForgetPages();
}

}  // namespace aclprof
