#include "devices/host/host_operator.h"

#include <cstring>

#include "devices/models/model_text.h"

namespace aclprof {
namespace {

OnnxNode NodeOf(const OperatorRequest& request) {
  OnnxNode node;
  node.name = request.type;
  node.op_type = request.type;
  node.attributes = request.attributes.values;
  for (size_t i = 0; i < request.inputs.size(); ++i)
    node.inputs.push_back(request.inputs[i].present ? "input" + std::to_string(i) : "");
  for (size_t i = 0; i < request.outputs.size(); ++i)
    node.outputs.push_back("output" + std::to_string(i));
  return node;
}

NodeView ViewOf(const OperatorRequest& request, const OnnxNode& node) {
  NodeView view{&node, kLastOpset, {}, request.outputs.size()};
  for (const Operand& input : request.inputs)
    view.inputs.push_back({input.present, input.tensor.type,
                           input.constant.empty() ? nullptr : input.constant.data()});
  return view;
}

HostStatus Refused(const OperatorRequest& request, const Status& status) {
  const aclError code =
      status.code() == StatusCode::kUnsupported ? ACL_ERROR_OP_NOT_FOUND : ACL_ERROR_INVALID_PARAM;
  return {code, "operator " + Quoted(request.type) + ": " + status.message()};
}

HostStatus CheckOutputs(const OperatorRequest& request, const std::vector<TensorType>& outputs) {
  for (size_t i = 0; i < request.outputs.size() && i < outputs.size(); ++i) {
    const TensorType& told = request.outputs[i].tensor.type;
    if (told != outputs[i])
      return {ACL_ERROR_OP_OUTPUT_NOT_MATCH, "operator " + Quoted(request.type) + ": output " +
                                                 std::to_string(i) + " is " + ToString(outputs[i]) +
                                                 ", not " + ToString(told)};
  }
  if (request.outputs.size() == outputs.size()) return {};
  return {ACL_ERROR_OP_OUTPUT_NOT_MATCH, "operator " + Quoted(request.type) + ": it has " +
                                             std::to_string(outputs.size()) + " outputs, not " +
                                             std::to_string(request.outputs.size())};
}

DescribedStep DescriptionOf(const OperatorRequest& request, const Operator& op) {
  DescribedStep step{request.type, request.type, std::string(op.task_type), {}, {}};
  for (const Operand& input : request.inputs)
    if (input.present) step.inputs.push_back(input.tensor);
  for (const Operand& output : request.outputs) step.outputs.push_back(output.tensor);
  return step;
}

}  // namespace

HostStatus HostOperator::Compile(const OperatorRequest& request,
                                 const std::shared_ptr<HostDevice>& device,
                                 std::shared_ptr<HostOperator>* compiled) {
  const Operator* op = FindOperator(request.type);
  if (op == nullptr)
    return {ACL_ERROR_OP_NOT_FOUND, "there is no operator " + Quoted(request.type)};
  const OnnxNode node = NodeOf(request);
  const NodeView view = ViewOf(request, node);
  std::vector<TensorType> outputs;
  if (Status known = op->infer(view, &outputs); !known.ok()) return Refused(request, known);
  if (HostStatus same = CheckOutputs(request, outputs); !same.ok()) return same;
  auto made = std::make_shared<HostOperator>();
  if (Status status = op->make(view, outputs, &made->kernel_); !status.ok())
    return Refused(request, status);
  if (HostStatus taken = made->TakeMemory(request, device); !taken.ok()) return taken;
  made->type_ = request.type;
  made->identity_ = IdentityOf(DescriptionOf(request, *op));
  *compiled = std::move(made);
  return {};
}

HostStatus HostOperator::TakeMemory(const OperatorRequest& request,
                                    const std::shared_ptr<HostDevice>& device) {
  const MemoryLabel label = EngineMemoryOf(request.type);
  HostStatus taken = DeviceMemory::Allocate(device, kernel_->scratch_bytes(), label, &scratch_);
  if (taken.ok()) taken = DeviceMemory::Allocate(device, kernel_->weight_bytes(), label, &weights_);
  if (taken.ok() && weights_ != nullptr) kernel_->PlaceWeights(weights_->bytes());
  for (size_t i = 0; taken.ok() && i < request.inputs.size(); ++i) {
    const auto& constant = request.inputs[i].constant;
    taken = DeviceMemory::Allocate(device, constant.size(), label, &constants_.emplace_back());
    if (constants_.back() != nullptr)
      std::memcpy(constants_.back()->bytes(), constant.data(), constant.size());
  }
  return taken;
}

HostStatus HostOperator::Run(std::span<const void* const> inputs, std::span<void* const> outputs) {
  const Status ran =
      kernel_->Run(inputs, outputs, scratch_ != nullptr ? scratch_->bytes() : nullptr);
  if (ran.ok()) return {};
  return {ACL_ERROR_RT_INTERNAL_ERROR, "operator " + Quoted(type_) + ": " + ran.message()};
}

}  // namespace aclprof
