// aligned_allocator.h: memory that begins on a cache line, so that wide stores do not straddle two.
//
// Threads  any, as operator new.
#pragma once

#include <cstddef>
#include <new>

namespace aclprof {

template <typename T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t kAlignment{64};

  AlignedAllocator() = default;
  template <typename U>
  explicit AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), kAlignment));
  }
  void deallocate(T* at, size_t) { ::operator delete(at, kAlignment); }

  template <typename U>
  bool operator==(const AlignedAllocator<U>&) const {
    return true;
  }
};

}  // namespace aclprof
