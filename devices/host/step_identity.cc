#include "devices/host/step_identity.h"

#include <algorithm>
#include <string_view>

#include "aclprof/producer.h"
#include "base/utf8.h"
#include "devices/host/element_types.h"

namespace aclprof {
namespace {

constexpr std::string_view kImageOperators[] = {"AveragePool",   "BatchNormalization", "Conv",
                                                "ConvTranspose", "GlobalAveragePool",  "MaxPool"};

std::vector<DescribedTensor> Described(const std::string& op_type,
                                       const std::vector<ModelTensor>& tensors) {
  std::vector<DescribedTensor> described;
  for (const ModelTensor& tensor : tensors)
    described.push_back({tensor.type, FormatIn(op_type, tensor.type)});
  return described;
}

std::string ShapeText(const Dims& dims) {
  std::string text;
  for (const int64_t dim : dims) {
    if (!text.empty()) text += ',';
    text += std::to_string(dim);
  }
  return text;
}

template <typename TextOf>
std::string Joined(const std::vector<DescribedTensor>& tensors, TextOf text_of) {
  std::string text;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (i > 0) text += ';';
    text += text_of(tensors[i]);
  }
  return text;
}

// The texts of one side of an operator. As the vendor has it, the quotes belong to the shapes.
struct SideTexts {
  explicit SideTexts(const std::vector<DescribedTensor>& tensors)
      : shapes('"' + Joined(tensors, [](const auto& t) { return ShapeText(t.type.dims); }) + '"'),
        data_types(Joined(tensors, [](const auto& t) { return ExportNameOf(t.type.element); })),
        formats(Joined(tensors, [](const auto& t) { return ExportNameOf(t.format); })) {}

  std::string shapes;
  std::string data_types;
  std::string formats;
};

}  // namespace

aclFormat FormatIn(const std::string& op_type, const TensorType& tensor) {
  const bool image = tensor.dims.size() == 4 &&
                     std::find(std::begin(kImageOperators), std::end(kImageOperators), op_type) !=
                         std::end(kImageOperators);
  return image ? ACL_FORMAT_NCHW : ACL_FORMAT_ND;
}

DescribedStep DescriptionOf(const ModelStep& step) {
  return {step.name, step.op_type, step.task_type, Described(step.op_type, step.inputs),
          Described(step.op_type, step.outputs)};
}

StepIdentity IdentityOf(const DescribedStep& step) {
  const SideTexts inputs(step.inputs), outputs(step.outputs);
  aclprofx_op_info info{};
  info.size_bytes = sizeof(info);
  const std::string name = VisibleText(step.name);
  info.name = name.c_str();
  info.type = step.op_type.c_str();
  info.state = "static";
  info.task_type = step.task_type.c_str();
  info.input_shapes = inputs.shapes.c_str();
  info.input_data_types = inputs.data_types.c_str();
  info.input_formats = inputs.formats.c_str();
  info.output_shapes = outputs.shapes.c_str();
  info.output_data_types = outputs.data_types.c_str();
  info.output_formats = outputs.formats.c_str();
  info.block_num = info.mix_block_num = ACLPROFX_NONE;
  return {aclprofx_intern_op(&info), aclprofx_task_type(step.task_type.c_str())};
}

}  // namespace aclprof
