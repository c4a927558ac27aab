#include "ringbuf/ring_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <string>

namespace aclprof {
namespace {

constexpr uint64_t kMinBlockBytes = 4096;
constexpr uint64_t kMaxBlockBytes = uint64_t{16} << 20;
constexpr uint64_t kMaxCapacityBytes = uint64_t{1} << 32;

// Up to the next page, of which aarch64 has some of 64 KiB: pages are given back and asked for by whole ones alone.
uint64_t ControlBytes() {
  static const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return (sizeof(aclprofx_ring) + page - 1) & ~(page - 1);
}

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
  FillControl(spec, (*memory)->ring_);
  return {};
}

RingMemory::~RingMemory() { munmap(static_cast<void*>(ring_), mapped_bytes_); }

void RingMemory::Renew(const RingSpec& spec) { FillControl(spec, ring_); }

void RingMemory::Prefault() {
#ifdef MADV_POPULATE_WRITE
  madvise(ring_->data, ring_->capacity_bytes, MADV_POPULATE_WRITE);
#endif
}

void RingMemory::Discard() { madvise(ring_->data, ring_->capacity_bytes, MADV_DONTNEED); }

}  // namespace aclprof
