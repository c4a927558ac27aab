// MaxPool, AveragePool and GlobalAveragePool, of one to three spatial dimensions.
#include <algorithm>
#include <limits>

#include "devices/models/operators/dnnl_kernel.h"
#include "devices/models/operators/function_kernel.h"
#include "devices/models/operators/operator_tables.h"
#include "devices/models/operators/plain_pool.h"
#include "devices/models/operators/strided_walk.h"
#include "devices/models/operators/window.h"

namespace aclprof {
namespace {

using dnnl::algorithm;

struct Pool {
  algorithm kind = algorithm::pooling_max;
  Window window;
};

bool CheckOperands(NodeCheck* check) {
  check->Inputs(1, 1);
  check->Outputs(1);
  check->Floats();
  check->Rank(0, 3, 2 + kMostSpatial);
  return check->ok();
}

// A kernel that lies on padding alone has no result. One that misses the input by its gaps has the lowest float.
void CheckPadding(NodeCheck* check, const Window& window) {
  for (size_t i = 0; check->ok() && i < window.kernel.size(); ++i) {
    const int64_t padding = std::max(window.begin[i], window.padded_end[i]);
    if (padding < window.Extent(i)) continue;
    check->Fault("a padding of " + std::to_string(padding) + " around a kernel that spans " +
                 std::to_string(window.Extent(i)));
  }
}

Pool ReadPool(NodeCheck* check, algorithm kind) {
  Pool pool{kind, {}};
  if (!CheckOperands(check)) return pool;
  const Ints input = Spatial(check->DimsOf(0));
  if (!check->HasAttribute("kernel_shape")) check->Fault("has no kernel_shape");
  const Ints kernel = ReadSteps(check, "kernel_shape", input.size(), 1, 1, kMaxExtent);
  if (!check->ok()) return pool;
  check->Since(10, {"ceil_mode"});
  pool.window = ReadWindow(check, kernel, input, check->Int("ceil_mode", 0) != 0);
  CheckPadding(check, pool.window);
  return pool;
}

Pool ReadMaxPool(NodeCheck* check) {
  check->Since(10, {"dilations"});
  check->Since(8, {"storage_order"});
  check->MayHave({"storage_order"});  // of the indices, which are not computed here
  return ReadPool(check, algorithm::pooling_max);
}

Pool ReadAveragePool(NodeCheck* check) {
  const bool all = check->Int("count_include_pad", 0) != 0;
  check->Since(19, {"dilations"});
  return ReadPool(
      check, all ? algorithm::pooling_avg_include_padding : algorithm::pooling_avg_exclude_padding);
}

Pool ReadGlobalAveragePool(NodeCheck* check) {
  Pool pool{algorithm::pooling_avg_exclude_padding, {}};
  if (!CheckOperands(check)) return pool;
  Window& window = pool.window;
  window.kernel = Spatial(check->DimsOf(0));
  window.strides = window.dilations = window.output = Ints(window.kernel.size(), 1);
  window.begin = window.end = window.padded_end = Ints(window.kernel.size(), 0);
  return pool;
}

template <Pool (*Read)(NodeCheck*)>
Status Infer(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  const Pool pool = Read(&check);
  if (!check.ok()) return check.status();
  TensorType type = check.Type(0);
  std::copy(pool.window.output.begin(), pool.window.output.end(), type.dims.begin() + 2);
  return check.Give({type}, outputs);
}

// oneDNN adds up in float, and its dilated averages are left alone. For few elements that is good and fast.
constexpr int64_t kMostAddedInFloat = 1024;

bool IsAveragedPlainly(const Pool& pool) {
  const Ints& dilations = pool.window.dilations;
  return pool.kind != algorithm::pooling_max &&
         (Product(pool.window.kernel, 0, pool.window.kernel.size()) > kMostAddedInFloat ||
          std::any_of(dilations.begin(), dilations.end(), [](int64_t step) { return step != 1; }));
}

// How much of a kernel, in one dimension, lies on the input and the padding that was asked for.
double CoveredPart(const Window& window, int64_t input, size_t i, int64_t output) {
  const int64_t first = output * window.strides[i] - window.begin[i];
  const int64_t past = std::min(first + window.Extent(i), input + window.padded_end[i]);
  return static_cast<double>(past - first) / static_cast<double>(window.Extent(i));
}

// oneDNN divides by the whole kernel also where ceil_mode made it stick out of the padding: one factor for each element
// of a channel, empty where nothing sticks out.
std::vector<float> Corrections(const Pool& pool, const Ints& input) {
  const Window& window = pool.window;
  if (pool.kind != algorithm::pooling_avg_include_padding || window.end == window.padded_end) {
    return {};
  }
  std::vector<float> factors = {1};
  for (size_t i = 0; i < input.size(); ++i) {
    std::vector<float> wider;
    for (const float factor : factors) {
      for (int64_t o = 0; o < window.output[i]; ++o) {
        wider.push_back(static_cast<float>(factor / CoveredPart(window, input[i], i, o)));
      }
    }
    factors = std::move(wider);
  }
  return factors;
}

void Correct(const std::vector<float>& factors, int64_t channels, float* values) {
  for (int64_t c = 0; c < channels; ++c) {
    for (const float factor : factors) *values++ *= factor;
  }
}

// oneDNN's MaxPool takes a NaN for nothing and minus infinity for the lowest float.
bool HasSpecials(const float* values, int64_t count) {
  bool numbers = true;
  for (int64_t i = 0; i < count; ++i)
    numbers &= values[i] > -std::numeric_limits<float>::infinity();
  return !numbers;
}

void AddSpecials(const Pool& pool, const Dims& input, DnnlKernel* kernel) {
  kernel->After([plain = PlainPool(pool.window, Spatial(input)), planes = input[0] * input[1],
                 count = Product(input, 0, input.size())](std::span<const void* const> inputs,
                                                          std::span<void* const> outputs) {
    const auto* from = static_cast<const float*>(inputs[0]);
    if (HasSpecials(from, count)) plain.Max(from, planes, static_cast<float*>(outputs[0]));
  });
}

Status MakePlainAverage(const Pool& pool, const Dims& input, std::unique_ptr<Kernel>* kernel) {
  const bool padding = pool.kind == algorithm::pooling_avg_include_padding;
  return MakeFunction(kernel, [plain = PlainPool(pool.window, Spatial(input)), padding,
                               planes = input[0] * input[1]](KernelInputs in, KernelOutputs out) {
    plain.Average(static_cast<const float*>(in[0]), planes, padding, static_cast<float*>(out[0]));
  });
}

void Fill(const NodeView& node, const Pool& pool, const Dims& output, DnnlKernel* kernel) {
  const Dims& input = node.inputs[0].type.dims;
  const Window& window = pool.window;
  const auto source = PlainDesc(input);
  const auto target = PlainDesc(output);
  const dnnl::pooling_v2_forward::desc wish(dnnl::prop_kind::forward_inference, pool.kind, source,
                                            target, window.strides, window.kernel, window.Gaps(),
                                            window.begin, window.end);
  const dnnl::pooling_v2_forward::primitive_desc desc(wish, DnnlKernel::Attributes(), CpuEngine());
  kernel->Add(
      desc, {{DNNL_ARG_SRC, kernel->Input(0, source)}, {DNNL_ARG_DST, kernel->Output(0, target)}});
  std::vector<float> factors = Corrections(pool, Spatial(input));
  if (pool.kind == algorithm::pooling_max) AddSpecials(pool, input, kernel);
  if (factors.empty()) return;
  kernel->After([factors = std::move(factors), channels = input[0] * input[1]](
                    std::span<const void* const>, std::span<void* const> outputs) {
    Correct(factors, channels, static_cast<float*>(outputs[0]));
  });
}

template <Pool (*Read)(NodeCheck*)>
Status Make(const NodeView& node, const std::vector<TensorType>& outputs,
            std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const Pool pool = Read(&check);
  if (!check.ok()) return check.status();
  if (IsAveragedPlainly(pool)) return MakePlainAverage(pool, check.DimsOf(0), kernel);
  return MakeDnnl(kernel, [&](DnnlKernel* made) { Fill(node, pool, outputs[0].dims, made); });
}

constexpr Operator kOperators[] = {
    {"MaxPool", "AI_VECTOR_CORE", Infer<ReadMaxPool>, Make<ReadMaxPool>},
    {"AveragePool", "AI_VECTOR_CORE", Infer<ReadAveragePool>, Make<ReadAveragePool>},
    {"GlobalAveragePool", "AI_VECTOR_CORE", Infer<ReadGlobalAveragePool>,
     Make<ReadGlobalAveragePool>},
};

}  // namespace

std::span<const Operator> PoolingOperators() { return kOperators; }

}  // namespace aclprof
