// The models of acl/acl_mdl.h: load, unload, execute.

#include "acl/acl_mdl.h"
#include "devices/host/api_call.h"
#include "devices/host/host_model_run.h"
#include "devices/host/host_process.h"
#include "devices/host/launch.h"
#include "devices/host/model_file.h"
#include "devices/host/model_load_record.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::DeviceBuffers;
using aclprof::HostContext;
using aclprof::HostDevice;
using aclprof::HostModel;
using aclprof::HostModelRun;
using aclprof::HostProcess;
using aclprof::HostStatus;
using aclprof::HostStream;
using aclprof::ModelDataset;
using aclprof::ModelTensor;
using aclprof::NullArgument;
using aclprof::Traced;

namespace {

constexpr aclError kBadParameter = static_cast<aclError>(ACL_ERROR_GE_PARAM_INVALID);

HostStatus Load(const ApiCall& call, const HostModel::Request& request, uint32_t* id) {
  HostProcess& process = HostProcess::Get();
  std::shared_ptr<HostContext> context;
  if (HostStatus found = process.CurrentContext(&context); !found.ok()) return found;
  aclprof::ModelLoadRecord record;
  std::shared_ptr<HostModel> model;
  HostStatus loaded = HostModel::Load(request, context->device(), process.memory(), &model);
  if (!loaded.ok()) return loaded;
  if (HostStatus added = process.models().Add(model, *context->device()); !added.ok()) return added;
  record.Emit(*model);
  *id = model->id();
  if (const std::string& open = model->model().open_dims(); !open.empty())
    aclprof::LeaveWarningText(call.function(), "taken as 1, as the file leaves it open: " + open);
  return {};
}

// "resnet18" of "/models/resnet18.onnx".
std::string NameOfFile(const std::string& path) {
  const std::string file = path.substr(path.find_last_of('/') + 1);
  return file.substr(0, file.find_last_of('.'));
}

HostStatus LoadFile(const ApiCall& call, const char* path, HostModel::Region work,
                    HostModel::Region weights, uint32_t* id) {
  if (path == nullptr) return NullArgument("modelPath");
  if (id == nullptr) return NullArgument("modelId");
  std::vector<unsigned char> bytes;
  if (HostStatus read = aclprof::ReadModelFile(path, &bytes); !read.ok()) return read;
  HostStatus loaded = Load(call, {bytes, NameOfFile(path), work, weights}, id);
  if (loaded.ok()) return loaded;
  return {loaded.code(), std::string(path) + ": " + loaded.sentence()};
}

HostStatus LoadBytes(const ApiCall& call, const void* model, size_t size, HostModel::Region work,
                     HostModel::Region weights, uint32_t* id) {
  if (model == nullptr) return NullArgument("model");
  if (id == nullptr) return NullArgument("modelId");
  if (size == 0) return {ACL_ERROR_INVALID_PARAM, "modelSize is 0"};
  const std::span bytes(static_cast<const unsigned char*>(model), size);
  return Load(call, {bytes, "model", work, weights}, id);
}

HostStatus QuerySize(const char* path, size_t* work, size_t* weights) {
  if (path == nullptr) return NullArgument("fileName");
  if (work == nullptr) return NullArgument("workSize");
  if (weights == nullptr) return NullArgument("weightSize");
  std::vector<unsigned char> bytes;
  if (HostStatus read = aclprof::ReadModelFile(path, &bytes); !read.ok()) return read;
  std::unique_ptr<aclprof::Model> model;
  HostStatus loaded = aclprof::ToHostStatus(aclprof::Model::Load(bytes, &model));
  if (!loaded.ok()) return {loaded.code(), std::string(path) + ": " + loaded.sentence()};
  *work = model->workspace_bytes();
  *weights = model->weight_bytes();
  return {};
}

HostStatus Bind(const ModelDataset& dataset, const std::vector<ModelTensor>& tensors,
                const std::string& side, DeviceBuffers* buffers) {
  if (dataset.buffers.size() != tensors.size())
    return {kBadParameter, std::to_string(dataset.buffers.size()) + " " + side +
                               " buffers for a model with " + std::to_string(tensors.size())};
  for (size_t i = 0; i < tensors.size(); ++i) {
    const std::string what = side + " " + std::to_string(i);
    HostStatus added = buffers->Add(what, tensors[i].type, dataset.buffers[i]);
    if (!added.ok()) return added;
  }
  return {};
}

// A run with everything checked that can be before it is launched.
HostStatus PrepareRun(std::shared_ptr<HostModel> model, const aclmdlDataset* input,
                      const aclmdlDataset* output, HostModelRun::Waited waited,
                      std::shared_ptr<HostModelRun>* run) {
  HostProcess& process = HostProcess::Get();
  std::shared_ptr<ModelDataset> from, to;
  if (HostStatus known = process.DatasetOf(input, "input", &from); !known.ok()) return known;
  if (HostStatus known = process.DatasetOf(output, "output", &to); !known.ok()) return known;
  DeviceBuffers inputs(&process.memory(), model->device_id(), kBadParameter);
  DeviceBuffers outputs = inputs;
  HostStatus bound = Bind(*from, model->model().inputs(), "input", &inputs);
  if (bound.ok()) bound = Bind(*to, model->model().outputs(), "output", &outputs);
  if (bound.ok()) bound = outputs.CheckApart(inputs);
  if (!bound.ok()) return bound;
  return HostModelRun::Make(std::move(model), {std::move(inputs), std::move(outputs)}, waited, run);
}

HostStatus LaunchRun(ApiCall& call, uint32_t id, const aclmdlDataset* input,
                     const aclmdlDataset* output, HostStream& stream, HostModelRun::Waited waited,
                     std::shared_ptr<HostModelRun>* run) {
  std::shared_ptr<HostModel> model;
  if (HostStatus known = HostProcess::Get().models().Find(id, &model); !known.ok()) return known;
  if (model->device_id() != stream.device_id())
    return {ACL_ERROR_RESOURCE_NOT_MATCH,
            "model " + std::to_string(id) + " is on device " + std::to_string(model->device_id()) +
                ", the stream on device " + std::to_string(stream.device_id())};
  HostStatus prepared = PrepareRun(std::move(model), input, output, waited, run);
  if (!prepared.ok()) return prepared;
  return aclprof::Launch(call, stream, (*run)->Tasks());
}

HostStatus CheckDatasets(const aclmdlDataset* input, const aclmdlDataset* output) {
  if (input == nullptr) return NullArgument("input");
  if (output == nullptr) return NullArgument("output");
  return {};
}

HostStatus Execute(ApiCall& call, uint32_t id, const aclmdlDataset* input,
                   const aclmdlDataset* output) {
  if (HostDevice::OnSomeOwnThread()) return aclprof::CantWaitForOwnDevice();
  std::shared_ptr<HostStream> stream;
  if (HostStatus found = HostProcess::Get().StreamOf(nullptr, &stream); !found.ok()) return found;
  std::shared_ptr<HostModelRun> run;
  HostStatus launched =
      LaunchRun(call, id, input, output, *stream, HostModelRun::Waited::kForRun, &run);
  if (!launched.ok()) return launched;
  stream->executor().WaitUntilOver(*stream, run->last_sequence());
  return run->Result();
}

}  // namespace

extern "C" {

aclError aclmdlLoadFromFile(const char* modelPath, uint32_t* modelId) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) { return LoadFile(call, modelPath, {}, {}, modelId); });
}

aclError aclmdlLoadFromMem(const void* model, size_t modelSize, uint32_t* modelId) {
  static const ApiName name(__func__);
  return Traced(name,
                [&](ApiCall& call) { return LoadBytes(call, model, modelSize, {}, {}, modelId); });
}

aclError aclmdlLoadFromFileWithMem(const char* modelPath, uint32_t* modelId, void* workPtr,
                                   size_t workSize, void* weightPtr, size_t weightSize) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    return LoadFile(call, modelPath, {workPtr, workSize}, {weightPtr, weightSize}, modelId);
  });
}

aclError aclmdlLoadFromMemWithMem(const void* model, size_t modelSize, uint32_t* modelId,
                                  void* workPtr, size_t workSize, void* weightPtr,
                                  size_t weightSize) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    return LoadBytes(call, model, modelSize, {workPtr, workSize}, {weightPtr, weightSize}, modelId);
  });
}

aclError aclmdlUnload(uint32_t modelId) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (HostDevice::OnSomeOwnThread()) return aclprof::CantWaitForOwnDevice();
    return HostProcess::Get().models().Unload(modelId);
  });
}

aclError aclmdlQuerySize(const char* fileName, size_t* workSize, size_t* weightSize) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return QuerySize(fileName, workSize, weightSize); });
}

aclError aclmdlExecute(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    if (HostStatus good = CheckDatasets(input, output); !good.ok()) return good;
    return Execute(call, modelId, input, output);
  });
}

aclError aclmdlExecuteAsync(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output,
                            aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    if (HostStatus good = CheckDatasets(input, output); !good.ok()) return good;
    std::shared_ptr<HostStream> on;
    if (HostStatus known = HostProcess::Get().StreamOf(stream, &on); !known.ok()) return known;
    std::shared_ptr<HostModelRun> run;
    return LaunchRun(call, modelId, input, output, *on, HostModelRun::Waited::kForStream, &run);
  });
}

}  // extern "C"
