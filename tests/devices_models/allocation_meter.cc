#include "tests/devices_models/allocation_meter.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

size_t live_bytes = 0;
size_t peak_bytes = 0;
size_t allocations = 0;

void* Counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  ++allocations;
  live_bytes += malloc_usable_size(memory);
  peak_bytes = std::max(peak_bytes, live_bytes);
  return memory;
}

void Release(void* memory) {
  if (memory == nullptr) return;
  live_bytes -= malloc_usable_size(memory);
  free(memory);
}

}  // namespace

void* operator new(size_t bytes) { return Counted(malloc(std::max<size_t>(bytes, 1))); }
// What std::stable_sort asks for.
void* operator new(size_t bytes, const std::nothrow_t&) noexcept { return operator new(bytes); }
void* operator new(size_t bytes, std::align_val_t alignment) {
  const auto unit = static_cast<size_t>(alignment);
  return Counted(aligned_alloc(unit, std::max<size_t>((bytes + unit - 1) / unit, 1) * unit));
}
void operator delete(void* memory) noexcept { Release(memory); }
void operator delete(void* memory, size_t) noexcept { Release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { Release(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { Release(memory); }

namespace aclprof {

AllocationMeter::AllocationMeter() : at_start_(live_bytes) { peak_bytes = live_bytes; }

size_t AllocationMeter::PeakBytes() const { return peak_bytes - at_start_; }

size_t AllocationCount() { return allocations; }

}  // namespace aclprof
