// model_buffers.h: a model on a device with the buffers that it reads and writes, for the examples.
//
// Shape    Load, then any number of runs, then Unload, all on a thread whose device is the model's.
// Errors   0, or 1 after a line on stderr.
#ifndef ACLPROF_EXAMPLES_MODEL_BUFFERS_H_
#define ACLPROF_EXAMPLES_MODEL_BUFFERS_H_

#include <acl/acl.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "check.h"
#include "file_bytes.h"

struct ModelBuffers {
  uint32_t model = 0;
  aclmdlDesc* description = nullptr;
  aclmdlDataset* inputs = nullptr;
  aclmdlDataset* outputs = nullptr;
};

// One more buffer of the dataset, in the device's memory.
inline int AddBuffer(aclmdlDataset* dataset, size_t bytes) {
  void* memory = nullptr;
  CHECK(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  CHECK(aclrtMemset(memory, bytes, 0, bytes));
  aclDataBuffer* buffer = aclCreateDataBuffer(memory, bytes);
  if (buffer == nullptr) return 1;
  CHECK(aclmdlAddDatasetBuffer(dataset, buffer));
  return 0;
}

inline int LoadModel(const char* path, ModelBuffers* model) {
  CHECK(aclmdlLoadFromFile(path, &model->model));
  model->description = aclmdlCreateDesc();
  model->inputs = aclmdlCreateDataset();
  model->outputs = aclmdlCreateDataset();
  if (!model->description || !model->inputs || !model->outputs) return 1;
  CHECK(aclmdlGetDesc(model->description, model->model));
  for (size_t i = 0; i < aclmdlGetNumInputs(model->description); ++i)
    if (AddBuffer(model->inputs, aclmdlGetInputSizeByIndex(model->description, i)) != 0) return 1;
  for (size_t i = 0; i < aclmdlGetNumOutputs(model->description); ++i)
    if (AddBuffer(model->outputs, aclmdlGetOutputSizeByIndex(model->description, i)) != 0) return 1;
  return 0;
}

// The bytes of a file, all of the input's.
inline int SetInput(const ModelBuffers& model, size_t index, const std::string& path) {
  aclDataBuffer* buffer = aclmdlGetDatasetBuffer(model.inputs, index);
  std::vector<char> bytes;
  if (ReadFile(path, &bytes) != 0) return 1;
  if (bytes.size() != aclGetDataBufferSizeV2(buffer)) {
    std::fprintf(stderr, "%s: has %zu bytes, the input takes %zu\n", path.c_str(), bytes.size(),
                 aclGetDataBufferSizeV2(buffer));
    return 1;
  }
  CHECK(aclrtMemcpy(aclGetDataBufferAddr(buffer), bytes.size(), bytes.data(), bytes.size(),
                    ACL_MEMCPY_HOST_TO_DEVICE));
  return 0;
}

inline int GetOutput(const ModelBuffers& model, size_t index, std::vector<char>* bytes) {
  const aclDataBuffer* buffer = aclmdlGetDatasetBuffer(model.outputs, index);
  bytes->resize(aclGetDataBufferSizeV2(buffer));
  CHECK(aclrtMemcpy(bytes->data(), bytes->size(), aclGetDataBufferAddr(buffer), bytes->size(),
                    ACL_MEMCPY_DEVICE_TO_HOST));
  return 0;
}

inline int FreeDataset(aclmdlDataset* dataset) {
  for (size_t i = 0; i < aclmdlGetDatasetNumBuffers(dataset); ++i) {
    aclDataBuffer* buffer = aclmdlGetDatasetBuffer(dataset, i);
    CHECK(aclrtFree(aclGetDataBufferAddr(buffer)));
    CHECK(aclDestroyDataBuffer(buffer));
  }
  CHECK(aclmdlDestroyDataset(dataset));
  return 0;
}

inline int UnloadModel(const ModelBuffers& model) {
  if (FreeDataset(model.inputs) != 0 || FreeDataset(model.outputs) != 0) return 1;
  CHECK(aclmdlDestroyDesc(model.description));
  CHECK(aclmdlUnload(model.model));
  return 0;
}

#endif  // ACLPROF_EXAMPLES_MODEL_BUFFERS_H_
