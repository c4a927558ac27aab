// memory_plan.h: where in one block of memory things live, so that those which don't live at the same time share it.
//
// Shape    best fit: a thing takes the smallest free gap that holds it, else the end. Offsets are multiples of
//          kTensorAlignment.
// Units    lifetimes in steps, first and last included; bytes.
// Threads  a free function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace aclprof {

struct Lifetime {
  size_t first = 0;
  size_t last = 0;
  uint64_t bytes = 0;
};

struct MemoryPlan {
  std::vector<uint64_t> offsets;  // one for each lifetime, in order
  uint64_t total_bytes = 0;
};

MemoryPlan PlanMemory(std::span<const Lifetime> lifetimes);

}  // namespace aclprof
