// strided_walk.h: goes over the elements of a dense tensor, row by row, and says where the elements of other tensors lie
// that belong to them: broadcast, transposed, sliced.
//
// Shape    neighbouring dimensions that can be walked as one are made one; the innermost is a row.
// Units    strides and offsets in elements. A stride of 0 repeats an element, a negative one walks backwards.
// Threads  one at a time.
// Errors   Rows allocates nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "devices/models/tensor_type.h"

namespace aclprof {

// Of the dimensions from `from` to before `to`: 1 where there are none.
int64_t Product(const Dims& dims, size_t from, size_t to);
// Of a dense tensor.
Dims StridesOf(const Dims& dims);
// Of a tensor of `dims` that is broadcast to `onto`, to which it must fit.
Dims BroadcastStrides(const Dims& dims, const Dims& onto);
// Follows numpy: dimensions are matched from the last on. False when they don't fit.
bool Broadcast(const Dims& a, const Dims& b, Dims* result);

class StridedWalk {
 public:
  static constexpr size_t kTensors = 2;
  using Offsets = std::array<int64_t, kTensors>;

  // One list of strides for each tensor that is walked along with the dense one; `second` may be left out.
  StridedWalk(const Dims& dims, const Dims& first, const Dims& second = {});

  const Offsets& row_strides() const { return rows_; }

  // row(offset of the row in the dense tensor, offsets in the others, count of elements)
  template <typename Row>
  void Rows(const Row& row) {
    position_.assign(outer_.size(), 0);
    Offsets at = {};
    int64_t dense = 0;
    do {
      row(dense, at, count_);
      dense += count_;
    } while (Advance(&at));
  }

 private:
  struct Dimension {
    int64_t size = 1;
    Offsets strides = {};
  };
  void Append(const Dimension& dimension);
  bool Advance(Offsets* at);

  std::vector<Dimension> outer_;  // the last one is the fastest
  std::vector<int64_t> position_;
  Offsets rows_ = {};
  int64_t count_ = 1;
};

// Copies elements of `bytes` (1, 2, 4 or 8) each from where the walk's first tensor has them.
void CopyStrided(size_t bytes, StridedWalk* walk, const void* from, void* to);

}  // namespace aclprof
