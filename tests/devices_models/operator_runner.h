// operator_runner.h: a node with its tensors, inferred, made and run as a model would.
//
// Shape    every buffer is exactly as large as it has to be and aligned to no more than its elements, the scratch to 64;
//          what a kernel must write is NaN before. Constants have moved between Make and Run.
// Threads  one at a time.
// Errors   Run answers no tensors after it has failed the test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_order.h"
#include "devices/models/aligned_memory.h"
#include "devices/models/operator.h"

namespace aclprof {

using Ints = std::vector<int64_t>;

struct Tensor {
  TensorType type;
  Bytes bytes;

  template <typename T>
  std::vector<T> As() const {
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
};

template <typename T>
Tensor TensorOf(ElementType element, Dims dims, const std::vector<T>& values) {
  Tensor tensor{{element, std::move(dims)}, {}};
  AppendBytes(&tensor.bytes, values.data(), values.size() * sizeof(T));
  EXPECT_EQ(tensor.bytes.size(), tensor.type.Bytes());
  return tensor;
}

inline Tensor Floats(Dims dims, const std::vector<float>& values) {
  return TensorOf(ElementType::kFloat, std::move(dims), values);
}
inline Tensor Int64s(Dims dims, const std::vector<int64_t>& values) {
  return TensorOf(ElementType::kInt64, std::move(dims), values);
}
inline Tensor Int32s(Dims dims, const std::vector<int32_t>& values) {
  return TensorOf(ElementType::kInt32, std::move(dims), values);
}
inline Tensor Bools(Dims dims, const std::vector<uint8_t>& values) {
  return TensorOf(ElementType::kBool, std::move(dims), values);
}
inline Tensor List(const Ints& values) {
  return Int64s({static_cast<int64_t>(values.size())}, values);
}

// Bytes whose address is aligned to `unit` and to nothing larger, and that end where the allocation ends.
class Unaligned {
 public:
  Unaligned(size_t bytes, size_t unit) : memory_(unit + bytes, 0xff), unit_(unit) {}
  explicit Unaligned(const Tensor& tensor)
      : Unaligned(tensor.bytes.size(), BytesOf(tensor.type.element)) {
    std::copy(tensor.bytes.begin(), tensor.bytes.end(), data());
  }
  unsigned char* data() { return memory_.data() + unit_; }
  size_t size() const { return memory_.size() - unit_; }

 private:
  Bytes memory_;
  size_t unit_;
};

class OperatorRunner {
 public:
  explicit OperatorRunner(std::string type, int64_t opset = kLastOpset) {
    node_.op_type = std::move(type);
    view_.opset = opset;
    Outputs(1);
  }

  OperatorRunner& In(Tensor tensor) { return Add({std::move(tensor), true, false}); }
  OperatorRunner& Constant(Tensor tensor) { return Add({std::move(tensor), true, true}); }
  OperatorRunner& Absent() { return Add({{}, false, false}); }
  OperatorRunner& Outputs(size_t count) {
    view_.output_count = count;
    node_.outputs.clear();
    for (size_t i = 0; i < count; ++i) node_.outputs.push_back(std::to_string(i));
    return *this;
  }

  OperatorRunner& Int(const char* name, int64_t value) {
    Attribute(name, AttributeKind::kInt).i = value;
    return *this;
  }
  OperatorRunner& List(const char* name, Ints values) {
    Attribute(name, AttributeKind::kInts).ints = std::move(values);
    return *this;
  }
  OperatorRunner& Float(const char* name, float value) {
    Attribute(name, AttributeKind::kFloat).f = value;
    return *this;
  }
  OperatorRunner& Text(const char* name, std::string value) {
    Attribute(name, AttributeKind::kString).s = std::move(value);
    return *this;
  }
  OnnxAttribute& Attribute(const char* name, AttributeKind kind) {
    OnnxAttribute& attribute = node_.attributes[name];
    attribute.kind = kind;
    return attribute;
  }

  Status Infer(std::vector<TensorType>* types) {
    std::vector<Unaligned> constants;
    Connect(&constants);
    return FindOperator(node_.op_type)->infer(view_, types);
  }

  // What making it answers.
  Status TryMake() {
    std::vector<TensorType> types;
    std::unique_ptr<Kernel> kernel;
    return Make(&types, &kernel);
  }

  // What a run answers.
  Status TryRun() {
    std::vector<TensorType> types;
    std::unique_ptr<Kernel> kernel;
    std::vector<Tensor> results;
    if (Status made = Make(&types, &kernel); !made.ok()) return made;
    return RunOnce(types, kernel.get(), &results);
  }

  std::vector<Tensor> Run() {
    std::vector<TensorType> types;
    std::unique_ptr<Kernel> kernel;
    std::vector<Tensor> first, second;
    Status status = Make(&types, &kernel);
    if (status.ok()) status = RunOnce(types, kernel.get(), &first);
    if (status.ok()) status = RunOnce(types, kernel.get(), &second);
    EXPECT_TRUE(status.ok()) << node_.op_type << ": " << status.ToString();
    if (!status.ok()) return {};
    for (size_t i = 0; i < first.size(); ++i) {
      EXPECT_EQ(first[i].bytes, second[i].bytes) << "a second run differs";
    }
    return first;
  }

  Tensor RunOne() {
    std::vector<Tensor> outputs = Run();
    return outputs.empty() ? Tensor() : outputs[0];
  }

 private:
  struct Argument {
    Tensor tensor;
    bool present;
    bool constant;
  };

  OperatorRunner& Add(Argument argument) {
    node_.inputs.push_back(argument.present ? "there" : "");
    arguments_.push_back(std::move(argument));
    return *this;
  }

  void Connect(std::vector<Unaligned>* constants) {
    view_.node = &node_;
    view_.inputs.clear();
    for (const Argument& argument : arguments_) constants->emplace_back(argument.tensor);
    for (size_t i = 0; i < arguments_.size(); ++i) {
      const bool known = arguments_[i].constant;
      view_.inputs.push_back({arguments_[i].present, arguments_[i].tensor.type,
                              known ? (*constants)[i].data() : nullptr});
    }
  }

  Status Make(std::vector<TensorType>* types, std::unique_ptr<Kernel>* kernel) {
    std::vector<Unaligned> constants;
    Connect(&constants);
    const Operator* found = FindOperator(node_.op_type);
    if (Status status = found->infer(view_, types); !status.ok()) return status;
    return found->make(view_, *types, kernel);
  }

  // Each run has them in another place.
  void MoveWeights(Kernel* kernel) {
    placed_.push_back(std::make_shared<AlignedMemory>(kernel->weight_bytes()));
    kernel->PlaceWeights(placed_.back()->get());
  }

  Status RunOnce(const std::vector<TensorType>& types, Kernel* kernel,
                 std::vector<Tensor>* results) {
    std::vector<Unaligned> inputs;
    std::vector<Unaligned> outputs;
    for (const Argument& argument : arguments_) inputs.emplace_back(argument.tensor);
    for (const TensorType& type : types) outputs.emplace_back(type.Bytes(), BytesOf(type.element));
    std::vector<const void*> from;
    std::vector<void*> to;
    for (size_t i = 0; i < inputs.size(); ++i) {
      from.push_back(arguments_[i].present ? inputs[i].data() : nullptr);
    }
    for (Unaligned& output : outputs) to.push_back(output.data());
    MoveWeights(kernel);
    const size_t scratch_bytes = kernel->scratch_bytes();
    const std::unique_ptr<unsigned char, void (*)(void*)> scratch(
        static_cast<unsigned char*>(aligned_alloc(64, (scratch_bytes + 63) / 64 * 64)), free);
    std::memset(scratch.get(), 0xff, scratch_bytes);
    if (Status ran = kernel->Run(from, to, scratch.get()); !ran.ok()) return ran;
    for (size_t i = 0; i < types.size(); ++i) {
      results->push_back(
          {types[i], Bytes(outputs[i].data(), outputs[i].data() + outputs[i].size())});
    }
    return Status();
  }

  OnnxNode node_;
  NodeView view_;
  std::vector<Argument> arguments_;
  std::vector<std::shared_ptr<AlignedMemory>> placed_;
};

// Dimensions and every element, to within `tolerance` of the larger of 1 and the expected value.
inline void ExpectClose(const Tensor& actual, const Tensor& expected, double tolerance = 2e-5) {
  ASSERT_EQ(ToString(actual.type), ToString(expected.type));
  const std::vector<float> a = actual.As<float>();
  const std::vector<float> b = expected.As<float>();
  for (size_t i = 0; i < a.size(); ++i) {
    const double bound = tolerance * std::max(1.0, std::abs(static_cast<double>(b[i])));
    ASSERT_NEAR(a[i], b[i], bound) << "element " << i;
  }
}

inline void ExpectSame(const Tensor& actual, const Tensor& expected) {
  EXPECT_EQ(ToString(actual.type), ToString(expected.type));
  EXPECT_EQ(actual.bytes, expected.bytes);
}

}  // namespace aclprof
