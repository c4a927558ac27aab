// onnx_model_fuzzer.cc: any bytes as a model. What is new here: operators meet types and attributes that no exporter
// writes. A refusal names a byte; what is taken runs, where it is small.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "tests/support/model_run.h"

namespace {

constexpr size_t kMaxRunBytes = size_t{1} << 20;

size_t RunBytes(const aclprof::Model& model) {
  size_t bytes = model.workspace_bytes() + model.weight_bytes();
  for (const aclprof::ModelTensor& tensor : model.inputs()) bytes += tensor.type.Bytes();
  for (const aclprof::ModelTensor& tensor : model.outputs()) bytes += tensor.type.Bytes();
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::unique_ptr<aclprof::Model> model;
  const aclprof::Status status = aclprof::Model::Load({data, size}, &model);
  if (!status.ok() && status.message().find("byte ") == std::string::npos) std::abort();
  if (status.ok() && RunBytes(*model) <= kMaxRunBytes) aclprof::ModelRun(model.get()).Run();
  return 0;
}
