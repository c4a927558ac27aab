/* run_model.h: one run of model.onnx in the current directory: four operators. */
#ifndef ACLPROF_TESTS_CLIENTS_RUN_MODEL_H_
#define ACLPROF_TESTS_CLIENTS_RUN_MODEL_H_

#include "client.h"

static inline aclmdlDataset* DatasetOf(size_t bytes) {
  aclmdlDataset* dataset = aclmdlCreateDataset();
  void* memory = NULL;
  MUST(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_NORMAL_ONLY) == ACL_SUCCESS);
  MUST(aclrtMemset(memory, bytes, 0, bytes) == ACL_SUCCESS);
  MUST(aclmdlAddDatasetBuffer(dataset, aclCreateDataBuffer(memory, bytes)) == ACL_SUCCESS);
  return dataset;
}

static inline void DestroyDataset(aclmdlDataset* dataset) {
  aclDataBuffer* buffer = aclmdlGetDatasetBuffer(dataset, 0);
  MUST(aclrtFree(aclGetDataBufferAddr(buffer)) == ACL_SUCCESS);
  MUST(aclDestroyDataBuffer(buffer) == ACL_SUCCESS);
  MUST(aclmdlDestroyDataset(dataset) == ACL_SUCCESS);
}

static inline void RunModel(void) {
  aclmdlDesc* desc = aclmdlCreateDesc();
  aclmdlDataset *input, *output;
  uint32_t model = 0;
  MUST(aclmdlLoadFromFile("model.onnx", &model) == ACL_SUCCESS);
  MUST(aclmdlGetDesc(desc, model) == ACL_SUCCESS);
  input = DatasetOf(aclmdlGetInputSizeByIndex(desc, 0));
  output = DatasetOf(aclmdlGetOutputSizeByIndex(desc, 0));
  MUST(aclmdlExecute(model, input, output) == ACL_SUCCESS);
  DestroyDataset(input);
  DestroyDataset(output);
  MUST(aclmdlDestroyDesc(desc) == ACL_SUCCESS);
  MUST(aclmdlUnload(model) == ACL_SUCCESS);
}

#endif /* ACLPROF_TESTS_CLIENTS_RUN_MODEL_H_ */
