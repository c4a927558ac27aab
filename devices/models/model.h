// model.h: a model that is ready to run: its nodes in order, each with a kernel and a place for its results.
//
// Shape    load -> plan (every tensor has an offset in the workspace, which tensors that don't live at the same time
//          share) -> run step by step. Weights are held once and shared by runs.
// Units    bytes.
// Threads  const members: any. Run of one step: any thread; steps of one run one after the other; two runs at a time need
//          two workspaces and two sets of kernels, hence one run at a time a Model (the caller sees to it).
// Errors   Load: kInvalidArgument, kUnsupported or kDataLoss; the message names the file's byte offset, or the node and the
//          reason. Beyond kMaxModelBytes of weights and workspace: kResourceExhausted. RunStep: as operator.h says, with the node in front.
// Source   docs/models.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "devices/models/tensor_type.h"

namespace aclprof {

struct ModelTensor {
  std::string name;
  TensorType type;
};

// What is known of a step ahead of its runs. A Constant makes no step, its value is a weight.
struct ModelStep {
  std::string name;     // of the node; unique, as constant_nodes.h says
  std::string op_type;  // "Conv"
  std::string task_type;
  std::vector<ModelTensor> inputs;  // present ones, weights included, in order
  std::vector<ModelTensor> outputs;
};

class Model {
 public:
  static constexpr uint64_t kMaxModelBytes = uint64_t{8} << 30;

  // `bytes` need not outlive the call.
  static Status Load(std::span<const unsigned char> bytes, std::unique_ptr<Model>* model);
  virtual ~Model() = default;

  virtual const std::string& name() const = 0;  // of the graph
  virtual const std::vector<ModelTensor>& inputs() const = 0;
  virtual const std::vector<ModelTensor>& outputs() const = 0;
  // What the file leaves open and is taken as 1: "dimension 0 ('N') of input 'x'", one behind the other; "": nothing.
  virtual const std::string& open_dims() const = 0;
  virtual const std::vector<ModelStep>& steps() const = 0;

  // Weights as the file has them, and those that a kernel wants in a layout of its own once more.
  virtual size_t weight_bytes() const = 0;
  virtual size_t workspace_bytes() const = 0;

  // Moves the weights to memory of the caller's, weight_bytes() at a 64-byte aligned address; they are used there from now
  // on. Before the first run.
  virtual void PlaceWeights(void* memory) = 0;

  // What one run works on: one pointer for each input and output, and workspace_bytes() of 64-byte aligned memory.
  struct Memory {
    std::span<const void* const> inputs;
    std::span<void* const> outputs;
    void* workspace = nullptr;
  };
  virtual Status RunStep(size_t step, const Memory& memory) = 0;
};

}  // namespace aclprof
