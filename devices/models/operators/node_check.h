// node_check.h: what an operator asks of a node, the first wrong thing being kept: counts, types, attributes, axes.
//
// Shape    questions are put one after the other; after the first fault every answer is a harmless default (an index is 0,
//          a list is empty), so that an operator may ask on and looks at ok() before it computes with the answers.
//          Give refuses a node with an attribute that nobody asked for: a misspelt one, or one of another opset, means
//          something that would not be done.
// Errors   Fault: kInvalidArgument. Refuse: kUnsupported, for valid ONNX that is not taken.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "devices/models/operator.h"

namespace aclprof {

using Ints = std::vector<int64_t>;

class NodeCheck {
 public:
  explicit NodeCheck(const NodeView& node) : node_(node) {}

  bool ok() const { return status_.ok(); }
  const Status& status() const { return status_; }
  void Fault(std::string message) { Keep(StatusCode::kInvalidArgument, std::move(message)); }
  void Refuse(std::string message) { Keep(StatusCode::kUnsupported, std::move(message)); }

  // The first `least` inputs must be there; those that are must have a size.
  void Inputs(size_t least, size_t most);
  void Outputs(size_t most);
  void Element(size_t input, std::initializer_list<ElementType> taken);
  void Floats();        // all inputs are float
  void SameElements();  // all inputs have the type of the first
  void Rank(size_t input, size_t least, size_t most);

  bool Has(size_t input) const;
  bool HasAttribute(const char* attribute);
  // Attributes that mean nothing for what is computed here.
  void MayHave(std::initializer_list<const char*> attributes);
  // Attributes that there are at some opsets only: before `first`, or from `past` on, they are a fault.
  void Since(int64_t first, std::initializer_list<const char*> attributes);
  void Before(int64_t past, std::initializer_list<const char*> attributes);
  const TensorType& Type(size_t input) const;
  const Dims& DimsOf(size_t input) const { return Type(input).dims; }

  int64_t Int(const char* attribute, int64_t otherwise);
  float Float(const char* attribute, float otherwise);
  std::string Text(const char* attribute, const char* otherwise);
  Ints IntsOf(const char* attribute);
  const OnnxAttribute* Attribute(const char* attribute, AttributeKind kind);

  // An input that must be known at load: a scalar or a list of int64 or int32.
  Ints ConstantInts(size_t input, const char* what);
  // From the attribute at opsets below `since`, from the input since then; empty where it is left out.
  Ints ListOf(const char* name, int64_t since, size_t input);
  // 0 to rank - 1, of an axis that may count from the end.
  size_t Axis(int64_t axis, size_t rank);
  // One flag a dimension; an axis named twice is a fault.
  std::vector<bool> Axes(const Ints& axes, size_t rank);

  // Answers the fault, or sets the outputs when every one has a size.
  Status Give(std::vector<TensorType> types, std::vector<TensorType>* outputs);

 private:
  void Keep(StatusCode code, std::string message);
  const OnnxAttribute* Ask(std::string_view attribute);
  void RefuseAttribute(const std::string& attribute);
  void CheckAllAsked();

  const NodeView& node_;
  std::vector<std::string_view> asked_;
  Status status_;
};

// "[1,3]".
std::string ToText(const Ints& values);

}  // namespace aclprof
