// model_program.h: what a program does with a model: device buffers in datasets, runs, results; and small models to do it
// with.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "acl/acl.h"
#include "examples/models/onnx_builder.h"

namespace aclprof {

// y = relu(x + w) over 4 numbers; a model of two steps.
inline OnnxBuilder SumAndRelu() {
  OnnxBuilder builder;
  builder.Name("sum_and_relu").Input("x", ElementType::kFloat, {4});
  builder.Output("y", ElementType::kFloat, {4}).Weight("w", {4}, {1, -1, 1, -1});
  builder.Node("Add", "sum", {"x", "w"}, {"s"}).Node("Relu", "relu", {"s"}, {"y"});
  return builder;
}

// A convolution of an image and what follows it; a model of four steps.
inline OnnxBuilder SmallNetwork() {
  OnnxBuilder builder;
  builder.Name("network").Input("image", ElementType::kFloat, {1, 2, 8, 8});
  builder.Output("scores", ElementType::kFloat, {1, 3});
  std::vector<float> weights(3 * 2 * 3 * 3);
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = 0.01f * static_cast<float>(i % 7);
  builder.Weight("kernel", {3, 2, 3, 3}, weights);
  builder.Node("Conv", "conv", {"image", "kernel"}, {"c"}).Node("Relu", "relu", {"c"}, {"r"});
  builder.Node("GlobalAveragePool", "pool", {"r"}, {"p"});
  builder.Node("Flatten", "flat", {"p"}, {"scores"});
  return builder;
}

// x plus the number of steps.
inline OnnxBuilder LongChain(int steps) {
  OnnxBuilder builder;
  builder.Name("chain").Input("x0", ElementType::kFloat, {64});
  builder.Output("x" + std::to_string(steps), ElementType::kFloat, {64});
  builder.Weight("one", {1}, {1});
  for (int i = 0; i < steps; ++i)
    builder.Node("Add", "add" + std::to_string(i), {"x" + std::to_string(i), "one"},
                 {"x" + std::to_string(i + 1)});
  return builder;
}

inline aclError LoadBytes(const std::string& bytes, uint32_t* id) {
  return aclmdlLoadFromMem(bytes.data(), bytes.size(), id);
}

inline uint32_t Loaded(const OnnxBuilder& builder) {
  uint32_t id = 0;
  EXPECT_EQ(LoadBytes(builder.Bytes(), &id), ACL_SUCCESS) << aclGetRecentErrMsg();
  return id;
}

// One dataset of buffers in the current device's memory.
class Dataset {
 public:
  Dataset() : dataset_(aclmdlCreateDataset()) { EXPECT_NE(dataset_, nullptr); }
  ~Dataset() {
    for (aclDataBuffer* buffer : buffers_) {
      if (own_) {
        EXPECT_EQ(aclrtFree(aclGetDataBufferAddr(buffer)), ACL_SUCCESS);
      }
      EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
    }
    EXPECT_EQ(aclmdlDestroyDataset(dataset_), ACL_SUCCESS);
  }
  Dataset(const Dataset&) = delete;
  Dataset& operator=(const Dataset&) = delete;

  Dataset& Add(size_t bytes) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    return AddAt(memory, bytes);
  }
  Dataset& AddAt(void* memory, size_t bytes) {
    buffers_.push_back(aclCreateDataBuffer(memory, bytes));
    EXPECT_EQ(aclmdlAddDatasetBuffer(dataset_, buffers_.back()), ACL_SUCCESS);
    return *this;
  }
  // The memory is freed by somebody else.
  void LeaveMemory() { own_ = false; }

  void* At(size_t index) const { return aclGetDataBufferAddr(buffers_.at(index)); }
  void Set(size_t index, const std::vector<float>& values) {
    const size_t bytes = values.size() * sizeof(float);
    ASSERT_EQ(aclrtMemcpy(At(index), bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
  }
  std::vector<float> Get(size_t index) const {
    std::vector<float> values(aclGetDataBufferSizeV2(buffers_.at(index)) / sizeof(float));
    const size_t bytes = values.size() * sizeof(float);
    EXPECT_EQ(aclrtMemcpy(values.data(), bytes, At(index), bytes, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    return values;
  }
  aclmdlDataset* get() const { return dataset_; }

 private:
  aclmdlDataset* const dataset_;
  std::vector<aclDataBuffer*> buffers_;
  bool own_ = true;
};

// The datasets of a model with one input and one output.
struct Buffers {
  Buffers(size_t input_floats, size_t output_floats) {
    input.Add(input_floats * sizeof(float)).Set(0, std::vector<float>(input_floats, 1));
    output.Add(output_floats * sizeof(float));
  }
  aclError Run(uint32_t model) const { return aclmdlExecute(model, input.get(), output.get()); }
  aclError Launch(uint32_t model, aclrtStream stream) const {
    return aclmdlExecuteAsync(model, input.get(), output.get(), stream);
  }

  Dataset input;
  Dataset output;
};

inline size_t FreeBytes() {
  size_t free = 0, total = 0;
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
  return free;
}

}  // namespace aclprof
