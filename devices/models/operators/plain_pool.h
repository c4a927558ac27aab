// plain_pool.h: pooling an output at a time, for what oneDNN's loses: the digits of averages over many elements, dilated
// averages, and what is NaN or minus infinity.
//
// Shape    made for a window and the spatial dimensions of an input, of which there may be many planes, one behind another.
// Threads  any.
// Errors   nothing is allocated after it is made.
#pragma once

#include <array>
#include <vector>

#include "devices/models/operators/window.h"

namespace aclprof {

class PlainPool {
 public:
  PlainPool(const Window& window, const Ints& input);

  // Of what of a kernel lies on the input; with `padding`, what lies on the padding counts as zeros.
  void Average(const float* from, int64_t planes, bool padding, float* to) const;
  // Where the gaps of a kernel let it miss the input, the lowest number there is.
  void Max(const float* from, int64_t planes, float* to) const;

 private:
  // What a kernel reaches in one dimension.
  struct Reach {
    int64_t first = 0;    // element of the input
    int64_t inside = 1;   // elements of the input
    int64_t counted = 1;  // and of the padding
  };
  using Reaches = std::array<const Reach*, kMostSpatial>;

  static std::vector<Reach> ReachesOf(const Window& window, const Ints& input, size_t i);
  template <typename Pool>
  void EachOutput(const float* from, int64_t planes, float* to, const Pool& pool) const;
  template <typename Row>
  void EachRow(const float* plane, const Reaches& reaches, const Row& row) const;

  std::array<int64_t, kMostSpatial> sizes_;  // of the input
  std::array<int64_t, kMostSpatial> steps_;  // the dilations
  std::array<std::vector<Reach>, kMostSpatial> reaches_;
};

}  // namespace aclprof
