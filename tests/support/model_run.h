// model_run.h: a model loaded from bytes, and one run of it over plain vectors.
//
// Shape    outputs and workspace are filled with a pattern before the run, so that what nobody wrote shows.
#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "devices/models/aligned_memory.h"
#include "devices/models/model.h"

namespace aclprof {

inline std::span<const unsigned char> BytesIn(const std::string& text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

inline Status LoadModel(const std::string& bytes, std::unique_ptr<Model>* model) {
  return Model::Load(BytesIn(bytes), model);
}

class ModelRun {
 public:
  explicit ModelRun(Model* model) : model_(model), workspace_(model->workspace_bytes()) {
    std::memset(workspace_.get(), 0xa5, model->workspace_bytes());
    for (const ModelTensor& input : model->inputs()) Add(input, 0, &inputs_);
    for (const ModelTensor& output : model->outputs()) Add(output, 0xa5, &outputs_);
  }

  template <typename T>
  ModelRun& Set(size_t input, const std::vector<T>& values) {
    std::memcpy(inputs_.at(input).get(), values.data(), values.size() * sizeof(T));
    return *this;
  }

  // Up to the first step that fails, if one does.
  ModelRun& Run() {
    std::vector<const void*> inputs;
    for (const AlignedMemory& input : inputs_) inputs.push_back(input.get());
    std::vector<void*> outputs;
    for (const AlignedMemory& output : outputs_) outputs.push_back(output.get());
    status_ = Status();
    for (size_t step = 0; step < model_->steps().size() && status_.ok(); ++step)
      status_ = model_->RunStep(step, {inputs, outputs, workspace_.get()});
    return *this;
  }
  const Status& status() const { return status_; }

  template <typename T>
  std::vector<T> Get(size_t output) const {
    std::vector<T> values(static_cast<size_t>(model_->outputs().at(output).type.Elements()));
    std::memcpy(values.data(), outputs_.at(output).get(), values.size() * sizeof(T));
    return values;
  }

 private:
  Status status_;
  static void Add(const ModelTensor& tensor, int pattern, std::vector<AlignedMemory>* to) {
    to->emplace_back(tensor.type.Bytes());
    std::memset(to->back().get(), pattern, tensor.type.Bytes());
  }

  Model* const model_;
  AlignedMemory workspace_;
  std::vector<AlignedMemory> inputs_;
  std::vector<AlignedMemory> outputs_;
};

}  // namespace aclprof
