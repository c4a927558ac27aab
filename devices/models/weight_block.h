// weight_block.h: the weights that a model's nodes use, in one block of memory.
//
// Shape    each at a multiple of kTensorAlignment. Its own memory, until MoveTo.
//          Fill takes the weights out of the graph, so that only one at a time is in memory twice.
#pragma once

#include <cstdint>
#include <vector>

#include "devices/models/aligned_memory.h"
#include "devices/models/linked_graph.h"

namespace aclprof {

class WeightBlock {
 public:
  void Fill(LinkedGraph* graph);

  uint64_t bytes() const { return bytes_; }
  // Of a value of the graph that is a weight and used.
  uint64_t OffsetOf(size_t value) const { return offsets_[value]; }
  const unsigned char* At(uint64_t offset) const { return memory_ + offset; }

  void MoveTo(void* memory);

 private:
  std::vector<uint64_t> offsets_;  // by value
  uint64_t bytes_ = 0;
  AlignedMemory own_;
  unsigned char* memory_ = nullptr;
};

}  // namespace aclprof
