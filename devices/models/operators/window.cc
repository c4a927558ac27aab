#include "devices/models/operators/window.h"

#include <algorithm>

namespace aclprof {
namespace {

enum class AutoPad { kNotSet, kValid, kSameUpper, kSameLower };

AutoPad ReadAutoPad(NodeCheck* check) {
  const std::string text = check->Text("auto_pad", "NOTSET");
  if (text == "NOTSET" || text.empty()) return AutoPad::kNotSet;
  if (text == "VALID") return AutoPad::kValid;
  if (text == "SAME_UPPER") return AutoPad::kSameUpper;
  if (text == "SAME_LOWER") return AutoPad::kSameLower;
  check->Fault("auto_pad is '" + text + "'");
  return AutoPad::kNotSet;
}

// Everything but the output and paddings that follow from auto_pad.
Window ReadSizes(NodeCheck* check, const Ints& kernel) {
  const size_t rank = kernel.size();
  Window window;
  window.kernel = kernel;
  window.strides = ReadSteps(check, "strides", rank, 1, 1);
  window.dilations = ReadSteps(check, "dilations", rank, 1, 1);
  const Ints pads = ReadSteps(check, "pads", 2 * rank, 0, 0);
  window.begin.assign(pads.begin(), pads.begin() + static_cast<ptrdiff_t>(rank));
  window.end.assign(pads.begin() + static_cast<ptrdiff_t>(rank), pads.end());
  window.output.assign(rank, 1);
  return window;
}

void SplitPadding(int64_t total, bool more_at_the_end, int64_t* begin, int64_t* end) {
  *begin = more_at_the_end ? total / 2 : total - total / 2;
  *end = total - *begin;
}

void PadAutomatically(AutoPad mode, int64_t input, size_t i, Window* window) {
  window->begin[i] = window->end[i] = 0;
  if (mode == AutoPad::kValid) return;
  const int64_t output = (input + window->strides[i] - 1) / window->strides[i];
  const int64_t total = (output - 1) * window->strides[i] + window->Extent(i) - input;
  SplitPadding(std::max<int64_t>(total, 0), mode == AutoPad::kSameUpper, &window->begin[i],
               &window->end[i]);
}

void PlaceOutputs(NodeCheck* check, int64_t input, size_t i, bool ceil, Window* window) {
  const int64_t padded = input + window->begin[i] + window->end[i];
  const int64_t room = padded - window->Extent(i);
  const int64_t stride = window->strides[i];
  if (room < 0) {
    return check->Fault("a kernel that spans " + std::to_string(window->Extent(i)) +
                        " doesn't fit in " + std::to_string(padded) +
                        " elements, padding included");
  }
  window->output[i] = room / stride + 1;
  if (!ceil || room % stride == 0) return;
  if (window->output[i] * stride >= input + window->begin[i]) return;
  ++window->output[i];
  window->end[i] += stride - room % stride;
}

// How many elements are cut off from what the kernels of all inputs span together.
int64_t CutOff(const Window& window, AutoPad mode, const Ints& shape, int64_t spanned,
               int64_t stride_of_all, size_t i) {
  if (!shape.empty()) return spanned - shape[i];
  if (mode == AutoPad::kNotSet) return window.begin[i] + window.end[i];
  return mode == AutoPad::kValid ? 0 : spanned - stride_of_all;
}

// What ConvTranspose alone has.
struct Backward {
  AutoPad mode;
  Ints added;  // output_padding
  Ints shape;  // output_shape; empty where it is left out
};

Backward ReadBackward(NodeCheck* check, size_t rank) {
  Backward backward{ReadAutoPad(check), ReadSteps(check, "output_padding", rank, 0, 0), {}};
  if (check->HasAttribute("output_shape"))
    backward.shape = ReadSteps(check, "output_shape", rank, 1, 1, kMaxExtent);
  return backward;
}

void PlaceBackward(NodeCheck* check, const Backward& backward, int64_t input, size_t i,
                   Window* window) {
  const int64_t stride = window->strides[i];
  const int64_t reached = stride * (input - 1) + window->Extent(i);
  const int64_t spanned = reached + backward.added[i];
  const int64_t cut = CutOff(*window, backward.mode, backward.shape, spanned, stride * input, i);
  window->output[i] = spanned - cut;
  if (!backward.shape.empty() || backward.mode != AutoPad::kNotSet) {
    SplitPadding(std::max<int64_t>(cut, 0), backward.mode == AutoPad::kSameUpper, &window->begin[i],
                 &window->end[i]);
  }
  // What makes the equation of a forward convolution exact; below 0 where rows are added at the end.
  window->end[i] = reached - window->begin[i] - window->output[i];
  if (window->end[i] > -stride) return;
  check->Refuse("adds " + std::to_string(-window->end[i]) +
                " elements at the end, not less than the step of " + std::to_string(stride));
}

}  // namespace

Ints Spatial(const Dims& dims) { return Ints(dims.begin() + 2, dims.end()); }

Ints Window::Gaps() const {
  Ints gaps = dilations;
  for (int64_t& gap : gaps) --gap;
  return gaps;
}

Ints ReadSteps(NodeCheck* check, const char* name, size_t rank, int64_t least, int64_t otherwise,
               int64_t most) {
  if (!check->HasAttribute(name)) return Ints(rank, otherwise);
  const Ints values = check->IntsOf(name);
  if (values.size() != rank) {
    check->Fault(std::string(name) + " has " + std::to_string(values.size()) + " entries, not " +
                 std::to_string(rank));
  }
  for (const int64_t value : values) {
    if (value >= least && value <= most) continue;
    check->Fault(std::string(name) + " has an entry of " + std::to_string(value) + ", outside " +
                 std::to_string(least) + " to " + std::to_string(most));
  }
  return check->ok() ? values : Ints(rank, otherwise);
}

Window ReadWindow(NodeCheck* check, const Ints& kernel, const Ints& input, bool ceil) {
  Window window = ReadSizes(check, kernel);
  const AutoPad mode = ReadAutoPad(check);
  window.padded_end = window.end;
  for (size_t i = 0; check->ok() && i < kernel.size(); ++i) {
    if (mode != AutoPad::kNotSet) PadAutomatically(mode, input[i], i, &window);
    window.padded_end[i] = window.end[i];
    PlaceOutputs(check, input[i], i, ceil, &window);
  }
  return window;
}

Window ReadBackwardWindow(NodeCheck* check, const Ints& kernel, const Ints& input) {
  Window window = ReadSizes(check, kernel);
  const Backward backward = ReadBackward(check, kernel.size());
  for (size_t i = 0; check->ok() && i < kernel.size(); ++i)
    PlaceBackward(check, backward, input[i], i, &window);
  window.padded_end = window.end;
  return window;
}

}  // namespace aclprof
