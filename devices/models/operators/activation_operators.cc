// Functions of one element: Relu, LeakyRelu, Gelu, Sigmoid, Tanh, Sqrt, Erf, and Clip.
#include <algorithm>
#include <cmath>
#include <limits>

#include "devices/models/operators/dnnl_kernel.h"
#include "devices/models/operators/function_kernel.h"
#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"

namespace aclprof {
namespace {

using dnnl::algorithm;

struct Function {
  algorithm kind;
};

void CheckUnary(NodeCheck* check, size_t inputs) {
  check->Inputs(1, inputs);
  check->Outputs(1);
  check->Floats();
}

Function ReadGelu(NodeCheck* check) {
  const std::string approximate = check->Text("approximate", "none");
  if (approximate != "none" && approximate != "tanh") {
    check->Fault("approximate is '" + approximate + "'");
  }
  return {approximate == "tanh" ? algorithm::eltwise_gelu_tanh : algorithm::eltwise_gelu_erf};
}

template <algorithm kKind>
Function Simple(NodeCheck*) {
  return {kKind};
}

template <Function (*Read)(NodeCheck*)>
Status Infer(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  CheckUnary(&check, 1);
  Read(&check);
  return check.Give({check.Type(0)}, outputs);
}

template <Function (*Read)(NodeCheck*)>
Status Make(const NodeView& node, const std::vector<TensorType>& outputs,
            std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const Function function = Read(&check);
  return MakeDnnl(kernel, [&](DnnlKernel* made) {
    const auto data = PlainDesc({outputs[0].Elements()});
    const dnnl::eltwise_forward::desc wish(dnnl::prop_kind::forward_inference, function.kind, data,
                                           0, 0);
    const dnnl::eltwise_forward::primitive_desc desc(wish, DnnlKernel::Attributes(), CpuEngine());
    made->Add(desc, {{DNNL_ARG_SRC, made->Input(0, data)}, {DNNL_ARG_DST, made->Output(0, data)}});
  });
}

float ReadSlope(NodeCheck* check) { return check->Float("alpha", 0.01f); }
float NoSlope(NodeCheck*) { return 0; }

template <float (*Slope)(NodeCheck*)>
Status InferRelu(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  CheckUnary(&check, 1);
  Slope(&check);
  return check.Give({check.Type(0)}, outputs);
}

// oneDNN's makes 0 of a NaN.
Status MakeRelu(const NodeView&, const std::vector<TensorType>& outputs,
                std::unique_ptr<Kernel>* kernel) {
  return MakeFunction(kernel, [count = outputs[0].Elements()](KernelInputs in, KernelOutputs out) {
    const auto* from = static_cast<const float*>(in[0]);
    std::transform(from, from + count, static_cast<float*>(out[0]),
                   [](float x) { return x < 0 ? 0 : x; });
  });
}

Status MakeLeaky(const NodeView& node, const std::vector<TensorType>& outputs,
                 std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const float slope = ReadSlope(&check);
  const int64_t count = outputs[0].Elements();
  return MakeFunction(kernel, [=](KernelInputs in, KernelOutputs out) {
    const auto* from = static_cast<const float*>(in[0]);
    std::transform(from, from + count, static_cast<float*>(out[0]),
                   [=](float x) { return x < 0 ? slope * x : x; });
  });
}

Status InferErf(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  CheckUnary(&check, 1);
  return check.Give({check.Type(0)}, outputs);
}

Status MakeErf(const NodeView&, const std::vector<TensorType>& outputs,
               std::unique_ptr<Kernel>* kernel) {
  return MakeFunction(kernel, [count = outputs[0].Elements()](KernelInputs in, KernelOutputs out) {
    const auto* from = static_cast<const float*>(in[0]);
    std::transform(from, from + count, static_cast<float*>(out[0]),
                   [](float x) { return std::erf(x); });
  });
}

constexpr int64_t kClipInputs = 11;  // the opset since which the bounds are inputs

Status InferClip(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  CheckUnary(&check, node.opset < kClipInputs ? 1 : 3);
  for (size_t i = 1; i < 3; ++i) {
    if (!check.ok() || !check.Has(i) || check.Type(i).Elements() == 1) continue;
    check.Fault("input " + std::to_string(i) + " is " + ToText(check.DimsOf(i)) +
                ", not one number");
  }
  for (const char* bound : {"min", "max"}) {
    if (node.opset < kClipInputs) check.Float(bound, 0);
  }
  return check.Give({check.Type(0)}, outputs);
}

Status MakeClip(const NodeView& node, const std::vector<TensorType>& outputs,
                std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  constexpr float kNone = std::numeric_limits<float>::infinity();
  float least = -kNone;
  float most = kNone;
  if (node.opset < kClipInputs) {
    least = check.Float("min", least);
    most = check.Float("max", most);
  }
  const int64_t count = outputs[0].Elements();
  return MakeFunction(kernel, [=](KernelInputs in, KernelOutputs out) {
    const float low = Given(in, 1) ? *static_cast<const float*>(in[1]) : least;
    const float high = Given(in, 2) ? *static_cast<const float*>(in[2]) : most;
    const auto* from = static_cast<const float*>(in[0]);
    auto* to = static_cast<float*>(out[0]);
    if (std::isnan(low) || std::isnan(high)) {
      std::fill_n(to, count, std::numeric_limits<float>::quiet_NaN());
    } else {
      std::transform(from, from + count, to,
                     [=](float x) { return std::min(std::max(x, low), high); });
    }
  });
}

template <Function (*Read)(NodeCheck*)>
constexpr Operator Unary(std::string_view type) {
  return {type, "AI_VECTOR_CORE", Infer<Read>, Make<Read>};
}

constexpr Operator kOperators[] = {
    {"Relu", "AI_VECTOR_CORE", InferRelu<NoSlope>, MakeRelu},
    {"LeakyRelu", "AI_VECTOR_CORE", InferRelu<ReadSlope>, MakeLeaky},
    Unary<ReadGelu>("Gelu"),
    Unary<Simple<algorithm::eltwise_logistic>>("Sigmoid"),
    Unary<Simple<algorithm::eltwise_tanh>>("Tanh"),
    Unary<Simple<algorithm::eltwise_sqrt>>("Sqrt"),
    {"Erf", "AI_VECTOR_CORE", InferErf, MakeErf},
    {"Clip", "AI_VECTOR_CORE", InferClip, MakeClip},
};

}  // namespace

std::span<const Operator> ActivationOperators() { return kOperators; }

}  // namespace aclprof
