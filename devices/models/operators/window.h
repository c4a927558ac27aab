// window.h: how convolutions and pools go over their input: the kernel's size, steps and gaps, and what is added around.
//
// Shape    one entry for each spatial dimension; dilation 1 is a kernel without gaps.
// Units    elements.
// Errors   through NodeCheck: lists of a wrong length, steps below 1, paddings below 0, anything absurdly large.
// Source   Conv, ConvTranspose, MaxPool and AveragePool in Operators.md of ONNX
#pragma once

#include "devices/models/operators/node_check.h"

namespace aclprof {

// Of steps, gaps and paddings: oneDNN's time and memory to make a primitive grow with them without an end.
inline constexpr int64_t kMaxWindow = 4096;
inline constexpr int64_t kMaxExtent = int64_t{1}
                                      << 30;  // of a kernel or an output that a node asks for
inline constexpr size_t kMostSpatial = 3;

// Without batch and channels, which the tensor must have.
Ints Spatial(const Dims& dims);

struct Window {
  Ints kernel;
  Ints strides;
  Ints dilations;
  Ints begin;  // padding before the first element
  Ints end;    // behind the last one; with `ceil`, what the last kernel needs
  Ints output;
  Ints
      padded_end;  // what the node asked for behind the last element: `end` without ceil_mode's part

  // What a kernel spans, gaps included.
  int64_t Extent(size_t i) const { return (kernel[i] - 1) * dilations[i] + 1; }
  // Dilations as oneDNN counts them: elements left out.
  Ints Gaps() const;
};

// strides, dilations, pads and auto_pad of a node whose kernel is known, for an input of these spatial dimensions. With
// `ceil`, an output that begins inside of the input or the padding before it counts also when it ends outside.
Window ReadWindow(NodeCheck* check, const Ints& kernel, const Ints& input, bool ceil);

// The same backwards, for ConvTranspose: output_padding and output_shape too.
Window ReadBackwardWindow(NodeCheck* check, const Ints& kernel, const Ints& input);

// A list attribute of `rank` entries between `least` and `most`; `rank` times `otherwise` where it is left out.
Ints ReadSteps(NodeCheck* check, const char* name, size_t rank, int64_t least, int64_t otherwise,
               int64_t most = kMaxWindow);

}  // namespace aclprof
