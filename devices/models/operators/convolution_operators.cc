// Conv and ConvTranspose, of one to three spatial dimensions.
#include <algorithm>

#include "devices/models/operators/dnnl_kernel.h"
#include "devices/models/operators/operator_tables.h"
#include "devices/models/operators/window.h"

namespace aclprof {
namespace {

using Tag = dnnl::memory::format_tag;
using Type = dnnl::memory::data_type;

struct Convolution {
  int64_t groups = 1;
  int64_t channels = 1;  // of the output
  Window window;
};

bool CheckOperands(NodeCheck* check) {
  check->Inputs(2, 3);
  check->Outputs(1);
  check->Floats();
  check->Rank(0, 3, 2 + kMostSpatial);
  if (!check->ok()) return false;
  if (check->DimsOf(0).size() != check->DimsOf(1).size()) {
    check->Fault("weights " + ToText(check->DimsOf(1)) + " for an input " +
                 ToText(check->DimsOf(0)));
  }
  return check->ok();
}

void CheckKernelShape(NodeCheck* check, const Ints& kernel) {
  const Ints named = check->IntsOf("kernel_shape");
  if (!named.empty() && named != kernel) {
    check->Fault("kernel_shape is " + ToText(named) + ", the weights have " + ToText(kernel));
  }
}

void CheckBias(NodeCheck* check, int64_t channels) {
  if (check->Has(2) && check->DimsOf(2) != Dims{channels}) {
    check->Fault("bias " + ToText(check->DimsOf(2)) + " for " + std::to_string(channels) +
                 " channels");
  }
}

int64_t ReadGroups(NodeCheck* check, int64_t divided) {
  const int64_t groups = check->Int("group", 1);
  if (groups >= 1 && divided % groups == 0) return groups;
  check->Fault(std::to_string(divided) + " channels in " + std::to_string(groups) + " groups");
  return 1;
}

void CheckInputChannels(NodeCheck* check, int64_t wanted) {
  const int64_t channels = check->DimsOf(0)[1];
  if (channels == wanted) return;
  check->Fault("the input has " + std::to_string(channels) + " channels, the weights take " +
               std::to_string(wanted));
}

Convolution ReadConv(NodeCheck* check) {
  Convolution conv;
  if (!CheckOperands(check)) return conv;
  const Dims& weights = check->DimsOf(1);
  conv.channels = weights[0];
  conv.groups = ReadGroups(check, weights[0]);
  CheckInputChannels(check, weights[1] * conv.groups);
  CheckBias(check, conv.channels);
  CheckKernelShape(check, Spatial(weights));
  if (!check->ok()) return conv;
  conv.window = ReadWindow(check, Spatial(weights), Spatial(check->DimsOf(0)), false);
  return conv;
}

Convolution ReadConvTranspose(NodeCheck* check) {
  Convolution conv;
  if (!CheckOperands(check)) return conv;
  const Dims& weights = check->DimsOf(1);
  conv.groups = ReadGroups(check, weights[0]);
  CheckInputChannels(check, weights[0]);
  if (weights[1] > INT32_MAX / conv.groups) check->Fault("too many channels");
  if (!check->ok()) return conv;
  conv.channels = weights[1] * conv.groups;
  CheckBias(check, conv.channels);
  CheckKernelShape(check, Spatial(weights));
  if (!check->ok()) return conv;
  conv.window = ReadBackwardWindow(check, Spatial(weights), Spatial(check->DimsOf(0)));
  return conv;
}

template <Convolution (*Read)(NodeCheck*)>
Status Infer(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  const Convolution conv = Read(&check);
  if (!check.ok()) return check.status();
  TensorType type = check.Type(0);
  type.dims[1] = conv.channels;
  std::copy(conv.window.output.begin(), conv.window.output.end(), type.dims.begin() + 2);
  return check.Give({type}, outputs);
}

// ONNX: groups times outputs, inputs a group. oneDNN: with groups, those are a dimension of their own.
dnnl::memory::desc ConvWeights(const Dims& dims, int64_t groups) {
  if (groups == 1) return PlainDesc(dims);
  Dims grouped = dims;
  grouped[0] /= groups;
  grouped.insert(grouped.begin(), groups);
  return PlainDesc(grouped);
}

// ONNX has the inputs first, oneDNN the outputs.
dnnl::memory::desc ConvTransposeWeights(const Dims& dims, int64_t groups) {
  Dims grouped = dims;
  grouped[0] /= groups;
  grouped.insert(grouped.begin(), groups);
  std::vector<int> order(grouped.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::swap(order[1], order[2]);
  const dnnl::memory::desc desc = PlainDesc(grouped).permute_axes(order);
  if (groups != 1) return desc;
  const dnnl::memory::dims all = desc.dims();
  return desc.reshape(dnnl::memory::dims(all.begin() + 1, all.end()));
}

bool IsProduct(const Convolution& conv) {
  const Ints& kernel = conv.window.kernel;
  return conv.groups == 1 &&
         std::all_of(kernel.begin(), kernel.end(), [](int64_t size) { return size == 1; });
}

// With the layouts of its own choice, oneDNN plans ahead for every column of a row: some KiB each, and more for one that is
// all padding.
constexpr int64_t kMostPlannedColumns = 4096;

// A kernel of one element is a product of matrices and as fast as they lie; for all others the layouts that oneDNN prefers
// are worth the reordering before and after, unless planning them takes too much.
bool StaysPlain(const Convolution& conv, const Dims& source) {
  return IsProduct(conv) ||
         std::max(source.back(), conv.window.output.back()) > kMostPlannedColumns;
}

// The layout is left to oneDNN.
dnnl::memory::desc AnyDesc(const dnnl::memory::desc& desc) {
  return dnnl::memory::desc(desc.dims(), Type::f32, Tag::any);
}

template <typename Primitive, Convolution (*Read)(NodeCheck*),
          dnnl::memory::desc (*Weights)(const Dims&, int64_t), dnnl::algorithm kAlgorithm>
void Fill(const NodeView& node, const TensorType& output, DnnlKernel* kernel) {
  NodeCheck check(node);
  const Convolution conv = Read(&check);
  const Window& window = conv.window;
  const auto source = PlainDesc(check.DimsOf(0));
  const auto weights = Weights(check.DimsOf(1), conv.groups);
  const auto bias = check.Has(2) ? PlainDesc({conv.channels}) : dnnl::memory::desc();
  const auto target = PlainDesc(output.dims);
  const bool plain = StaysPlain(conv, check.DimsOf(0));
  const typename Primitive::desc wish(dnnl::prop_kind::forward_inference, kAlgorithm,
                                      plain ? source : AnyDesc(source), AnyDesc(weights), bias,
                                      plain ? target : AnyDesc(target), window.strides,
                                      window.Gaps(), window.begin, window.end);
  const typename Primitive::primitive_desc desc(wish, DnnlKernel::Attributes(), CpuEngine());
  const dnnl::memory given = kernel->Given(0, target, desc.dst_desc());
  DnnlKernel::Arguments arguments = {
      {DNNL_ARG_SRC, kernel->Wanted(node, 0, source, desc.src_desc())},
      {DNNL_ARG_WEIGHTS, kernel->Wanted(node, 1, weights, desc.weights_desc())},
      {DNNL_ARG_DST, given}};
  if (check.Has(2)) arguments.push_back({DNNL_ARG_BIAS, kernel->Input(2, bias)});
  kernel->Add(desc, std::move(arguments));
  kernel->Deliver(0, target, given);
}

template <void (*FillKernel)(const NodeView&, const TensorType&, DnnlKernel*)>
Status Make(const NodeView& node, const std::vector<TensorType>& outputs,
            std::unique_ptr<Kernel>* kernel) {
  return MakeDnnl(kernel, [&](DnnlKernel* made) { FillKernel(node, outputs[0], made); });
}

constexpr Operator kOperators[] = {
    {"Conv", "AI_CORE", Infer<ReadConv>,
     Make<Fill<dnnl::convolution_forward, ReadConv, ConvWeights,
               dnnl::algorithm::convolution_direct>>},
    {"ConvTranspose", "AI_CORE", Infer<ReadConvTranspose>,
     Make<Fill<dnnl::deconvolution_forward, ReadConvTranspose, ConvTransposeWeights,
               dnnl::algorithm::deconvolution_direct>>},
};

}  // namespace

std::span<const Operator> ConvolutionOperators() { return kOperators; }

}  // namespace aclprof
