// The execution of single operators of acl/acl_op.h and acl/acl_op_compiler.h.

#include "acl/acl_op.h"

#include "acl/acl_op_compiler.h"
#include "devices/host/api_call.h"
#include "devices/host/host_process.h"
#include "devices/host/launch.h"
#include "devices/host/operator_task.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::DeviceBuffers;
using aclprof::HostContext;
using aclprof::HostOperator;
using aclprof::HostProcess;
using aclprof::HostStatus;
using aclprof::HostStream;
using aclprof::NullArgument;
using aclprof::OperatorRequest;
using aclprof::Traced;

namespace {

// The tensors of one side of a call, as all its functions have them.
struct Side {
  const char* name;
  int count;
  const aclTensorDesc* const* descs;
  const aclDataBuffer* const* buffers;

  std::string Named(int index) const { return std::string(name) + " " + std::to_string(index); }
};

struct OperatorCall {
  const char* type;
  Side inputs;
  Side outputs;
  const aclopAttr* attributes;
  aclrtStream stream;
};

HostStatus CheckSide(const Side& side) {
  const std::string name = side.name;
  if (side.count < 0) return {ACL_ERROR_INVALID_PARAM, name + "s: their number is below 0"};
  if (side.count == 0) return {};
  if (side.descs == nullptr) return NullArgument((name + "Desc").c_str());
  if (side.buffers == nullptr) return NullArgument((name + "s").c_str());
  return {};
}

HostStatus TakeAttributes(const aclopAttr* attr, OperatorRequest* request) {
  if (attr == nullptr) return {};
  const auto found = HostProcess::Get().operator_attributes().Find(const_cast<aclopAttr*>(attr));
  if (found == nullptr) return aclprof::UnknownHandle("attribute set");
  request->attributes = *found;
  return {};
}

HostStatus MakeRequest(const OperatorCall& op, OperatorRequest* request) {
  if (op.type == nullptr) return NullArgument("opType");
  if (HostStatus good = CheckSide(op.inputs); !good.ok()) return good;
  if (HostStatus good = CheckSide(op.outputs); !good.ok()) return good;
  request->type = op.type;
  request->inputs.resize(static_cast<size_t>(op.inputs.count));
  request->outputs.resize(static_cast<size_t>(op.outputs.count));
  HostStatus taken = TakeAttributes(op.attributes, request);
  for (int i = 0; taken.ok() && i < op.inputs.count; ++i)
    taken = aclprof::TakeInput(op.inputs.Named(i), op.inputs.descs[i], op.inputs.buffers[i],
                               &request->inputs[i]);
  for (int i = 0; taken.ok() && i < op.outputs.count; ++i)
    taken = aclprof::TakeOutput(op.outputs.Named(i), op.outputs.descs[i], &request->outputs[i]);
  return taken;
}

HostStatus BindInputs(const Side& side, const OperatorRequest& request,
                      const HostOperator& compiled, DeviceBuffers* buffers) {
  for (int i = 0; i < side.count; ++i) {
    const aclprof::Operand& input = request.inputs[i];
    if (!input.present || compiled.constant(i) != nullptr) {
      buffers->AddOwn(compiled.constant(i));
      continue;
    }
    HostStatus added = buffers->Add(side.Named(i), input.tensor.type, side.buffers[i]);
    if (!added.ok()) return added;
  }
  return {};
}

HostStatus BindOutputs(const Side& side, const OperatorRequest& request, DeviceBuffers* buffers) {
  for (int i = 0; i < side.count; ++i) {
    const aclprof::TensorType& type = request.outputs[i].tensor.type;
    HostStatus added = buffers->Add(side.Named(i), type, side.buffers[i]);
    if (!added.ok()) return added;
  }
  return {};
}

HostStatus Execute(ApiCall& call, const OperatorCall& op) {
  HostProcess& process = HostProcess::Get();
  OperatorRequest request;
  if (HostStatus made = MakeRequest(op, &request); !made.ok()) return made;
  std::shared_ptr<HostStream> stream;
  if (HostStatus found = process.StreamOf(op.stream, &stream); !found.ok()) return found;
  std::shared_ptr<HostContext> context;
  if (HostStatus found = process.CurrentContext(&context); !found.ok()) return found;
  std::shared_ptr<HostOperator> compiled;
  HostStatus ready = process.operators().Get(request, context->device(), &compiled);
  if (!ready.ok()) return ready;
  DeviceBuffers inputs(&process.memory(), stream->device_id(), ACL_ERROR_INVALID_PARAM);
  DeviceBuffers outputs = inputs;
  HostStatus bound = BindInputs(op.inputs, request, *compiled, &inputs);
  if (bound.ok()) bound = BindOutputs(op.outputs, request, &outputs);
  if (bound.ok()) bound = outputs.CheckApart(inputs);
  if (!bound.ok()) return bound;
  return aclprof::Launch(call, *stream,
                         std::make_shared<aclprof::OperatorTask>(
                             std::move(compiled), std::move(inputs), std::move(outputs)));
}

HostStatus CheckCompilation(aclopEngineType engine, aclopCompileType flag) {
  if (engine < ACL_ENGINE_SYS || engine > ACL_ENGINE_VECTOR)
    return {ACL_ERROR_INVALID_PARAM, "engineType is not an aclopEngineType"};
  if (flag < ACL_COMPILE_SYS || flag > ACL_COMPILE_UNREGISTERED)
    return {ACL_ERROR_INVALID_PARAM, "compileFlag is not an aclopCompileType"};
  return {};
}

}  // namespace

extern "C" {

// Operators are compiled when they are called: there is nothing to find in a directory.
aclError aclopSetModelDir(const char* modelDir) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    return modelDir == nullptr ? NullArgument("modelDir") : HostStatus();
  });
}

aclError aclopExecute(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                      const aclDataBuffer* const inputs[], int numOutputs,
                      const aclTensorDesc* const outputDesc[], aclDataBuffer* const outputs[],
                      const aclopAttr* attr, aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    return Execute(call, {opType,
                          {"input", numInputs, inputDesc, inputs},
                          {"output", numOutputs, outputDesc, outputs},
                          attr,
                          stream});
  });
}

aclError aclopExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                        aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                        aclDataBuffer* outputs[], aclopAttr* attr, aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    return Execute(call, {opType,
                          {"input", numInputs, inputDesc, inputs},
                          {"output", numOutputs, outputDesc, outputs},
                          attr,
                          stream});
  });
}

aclError aclopCompileAndExecute(const char* opType, int numInputs,
                                const aclTensorDesc* const inputDesc[],
                                const aclDataBuffer* const inputs[], int numOutputs,
                                const aclTensorDesc* const outputDesc[],
                                aclDataBuffer* const outputs[], const aclopAttr* attr,
                                aclopEngineType engineType, aclopCompileType compileFlag,
                                const char*, aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    if (HostStatus good = CheckCompilation(engineType, compileFlag); !good.ok()) return good;
    return Execute(call, {opType,
                          {"input", numInputs, inputDesc, inputs},
                          {"output", numOutputs, outputDesc, outputs},
                          attr,
                          stream});
  });
}

}  // extern "C"
