#include "core/stamp_pool.h"

#include <new>

namespace aclprof {

Stamp* StampPool::Take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty() && !AddSlab()) return nullptr;
  Stamp* const stamp = free_.back();
  free_.pop_back();
  stamp->message_bytes = 0;
  stamp->tag_bytes = 0;
  stamp->call_stack_bytes = 0;
  stamp->payload_type = 0;
  stamp->category = 0;
  stamp->payload_value = 0;
  stamp->alive.store(true, std::memory_order_release);  // [M2]
  return stamp;
}

bool StampPool::AddSlab() try {
  if (count_ == kSlabs) return false;
  const size_t stamps = SlabStamps(count_);
  free_.reserve(2 * stamps);  // as many as all slabs together have
  owned_[count_] = std::make_unique<Stamp[]>(stamps);
  Stamp* const first = owned_[count_].get();
  slabs_[count_++].store(first, std::memory_order_release);  // [M1]
  for (size_t i = stamps; i-- > 0;) free_.push_back(first + i);
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

Stamp* StampPool::Find(const void* pointer) const {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  for (size_t slab = 0; slab < kSlabs; ++slab) {
    Stamp* const first = slabs_[slab].load(std::memory_order_acquire);  // [M1]
    if (first == nullptr) return nullptr;
    const uintptr_t offset = address - reinterpret_cast<uintptr_t>(first);
    if (offset >= SlabStamps(slab) * sizeof(Stamp)) continue;
    if (offset % sizeof(Stamp) != 0) return nullptr;
    Stamp* const stamp = first + offset / sizeof(Stamp);
    return stamp->alive.load(std::memory_order_acquire) ? stamp : nullptr;  // [M2]
  }
  return nullptr;
}

// Of two threads that give the same one back, one does.
bool StampPool::GiveBack(void* pointer) {
  Stamp* const stamp = Find(pointer);
  if (stamp == nullptr) return false;
  if (!stamp->alive.exchange(false, std::memory_order_relaxed)) return false;
  const std::lock_guard lock(mutex_);
  free_.push_back(stamp);
  return true;
}

}  // namespace aclprof
