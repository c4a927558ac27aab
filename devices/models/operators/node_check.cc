#include "devices/models/operators/node_check.h"

#include <algorithm>

#include "base/byte_order.h"
#include "devices/models/model_text.h"

namespace aclprof {
namespace {

const char* KindName(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::kFloat:
      return "a float";
    case AttributeKind::kInt:
      return "an integer";
    case AttributeKind::kString:
      return "a string";
    case AttributeKind::kTensor:
      return "a tensor";
    case AttributeKind::kFloats:
      return "a list of floats";
    case AttributeKind::kInts:
      return "a list of integers";
  }
  return "something else";
}

std::string InputText(size_t input) { return "input " + std::to_string(input); }

Ints LoadInts(const NodeInput& input) {
  Ints values(static_cast<size_t>(input.type.Elements()));
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = input.type.element == ElementType::kInt32 ? Load<int32_t>(input.constant + 4 * i)
                                                          : Load<int64_t>(input.constant + 8 * i);
  }
  return values;
}

}  // namespace

std::string ToText(const Ints& values) {
  std::string text = "[";
  for (const int64_t value : values) {
    if (text.size() > 1) text += ",";
    text += std::to_string(value);
  }
  return text + "]";
}

void NodeCheck::Keep(StatusCode code, std::string message) {
  if (status_.ok()) status_ = Status(code, std::move(message));
}

void NodeCheck::Inputs(size_t least, size_t most) {
  const size_t count = node_.inputs.size();
  if (count > most) {
    Fault("takes at most " + std::to_string(most) + " inputs and has " + std::to_string(count));
  }
  for (size_t i = 0; i < least; ++i) {
    if (!Has(i)) Fault(InputText(i) + " is missing");
  }
  for (size_t i = 0; i < count; ++i) {
    if (!Has(i)) continue;
    const Status size = CheckSize(node_.inputs[i].type);
    if (!size.ok()) Keep(size.code(), InputText(i) + ": " + size.message());
  }
}

void NodeCheck::Outputs(size_t most) {
  if (node_.output_count == 0) Fault("has no output");
  if (node_.output_count > most) {
    Refuse("output " + std::to_string(most) + " is not computed here");
  }
}

void NodeCheck::Element(size_t input, std::initializer_list<ElementType> taken) {
  if (!Has(input)) return;
  const ElementType element = Type(input).element;
  if (std::find(taken.begin(), taken.end(), element) != taken.end()) return;
  std::string names;
  for (const ElementType type : taken)
    names += (names.empty() ? "" : ", ") + std::string(NameOf(type));
  Refuse(InputText(input) + " is " + NameOf(element) + "; taken: " + names);
}

void NodeCheck::Floats() {
  for (size_t i = 0; i < node_.inputs.size(); ++i) Element(i, {ElementType::kFloat});
}

void NodeCheck::SameElements() {
  for (size_t i = 1; i < node_.inputs.size(); ++i) {
    if (!Has(0) || !Has(i) || Type(i).element == Type(0).element) continue;
    Fault(InputText(i) + " is " + NameOf(Type(i).element) + ", input 0 is " +
          NameOf(Type(0).element));
  }
}

void NodeCheck::Rank(size_t input, size_t least, size_t most) {
  if (!Has(input)) return;
  const size_t rank = DimsOf(input).size();
  if (rank >= least && rank <= most) return;
  std::string range = std::to_string(least);
  if (most != least) range += " to " + std::to_string(most);
  Refuse(InputText(input) + " has " + std::to_string(rank) + " dimensions; taken: " + range);
}

bool NodeCheck::Has(size_t input) const {
  return input < node_.inputs.size() && node_.inputs[input].present;
}

const OnnxAttribute* NodeCheck::Ask(std::string_view attribute) {
  asked_.push_back(attribute);
  const auto found = node_.node->attributes.find(std::string(attribute));
  return found == node_.node->attributes.end() ? nullptr : &found->second;
}

bool NodeCheck::HasAttribute(const char* attribute) { return Ask(attribute) != nullptr; }

void NodeCheck::MayHave(std::initializer_list<const char*> attributes) {
  asked_.insert(asked_.end(), attributes.begin(), attributes.end());
}

void NodeCheck::Since(int64_t first, std::initializer_list<const char*> attributes) {
  for (const char* attribute : attributes)
    if (node_.opset < first && HasAttribute(attribute)) RefuseAttribute(attribute);
}

void NodeCheck::Before(int64_t past, std::initializer_list<const char*> attributes) {
  for (const char* attribute : attributes)
    if (node_.opset >= past && HasAttribute(attribute)) RefuseAttribute(attribute);
}

void NodeCheck::RefuseAttribute(const std::string& attribute) {
  Fault("attribute " + Quoted(attribute) + " is none of " + node_.node->op_type + " at opset " +
        std::to_string(node_.opset));
}

void NodeCheck::CheckAllAsked() {
  for (const auto& [name, attribute] : node_.node->attributes)
    if (std::find(asked_.begin(), asked_.end(), name) == asked_.end()) RefuseAttribute(name);
}

const TensorType& NodeCheck::Type(size_t input) const {
  static const TensorType kNone;
  return Has(input) ? node_.inputs[input].type : kNone;
}

const OnnxAttribute* NodeCheck::Attribute(const char* attribute, AttributeKind kind) {
  const OnnxAttribute* found = Ask(attribute);
  if (found == nullptr || found->kind == kind) return found;
  Fault("attribute " + Quoted(attribute) + " is " + KindName(found->kind) + ", not " +
        KindName(kind));
  return nullptr;
}

int64_t NodeCheck::Int(const char* attribute, int64_t otherwise) {
  const OnnxAttribute* found = Attribute(attribute, AttributeKind::kInt);
  return found == nullptr ? otherwise : found->i;
}

float NodeCheck::Float(const char* attribute, float otherwise) {
  const OnnxAttribute* found = Attribute(attribute, AttributeKind::kFloat);
  return found == nullptr ? otherwise : found->f;
}

std::string NodeCheck::Text(const char* attribute, const char* otherwise) {
  const OnnxAttribute* found = Attribute(attribute, AttributeKind::kString);
  return found == nullptr ? otherwise : found->s;
}

Ints NodeCheck::IntsOf(const char* attribute) {
  const OnnxAttribute* found = Attribute(attribute, AttributeKind::kInts);
  return found == nullptr ? Ints() : found->ints;
}

Ints NodeCheck::ConstantInts(size_t input, const char* what) {
  if (!Has(input)) return {};
  Element(input, {ElementType::kInt64, ElementType::kInt32});
  if (DimsOf(input).size() > 1) Fault(std::string(what) + " is not a list");
  if (node_.inputs[input].constant == nullptr) {
    Refuse(std::string(what) + " is not known at load");
  }
  return ok() ? LoadInts(node_.inputs[input]) : Ints();
}

Ints NodeCheck::ListOf(const char* name, int64_t since, size_t input) {
  return node_.opset < since ? IntsOf(name) : ConstantInts(input, name);
}

size_t NodeCheck::Axis(int64_t axis, size_t rank) {
  const auto count = static_cast<int64_t>(rank);
  if (axis >= -count && axis < count) return static_cast<size_t>(axis < 0 ? axis + count : axis);
  Fault("axis " + std::to_string(axis) + " of a tensor of " + std::to_string(rank) + " dimensions");
  return 0;
}

std::vector<bool> NodeCheck::Axes(const Ints& axes, size_t rank) {
  std::vector<bool> chosen(rank);
  for (const int64_t axis : axes) {
    const size_t at = Axis(axis, rank);
    if (!ok()) return chosen;
    if (chosen[at]) Fault("axis " + std::to_string(axis) + " is named twice");
    chosen[at] = true;
  }
  return chosen;
}

Status NodeCheck::Give(std::vector<TensorType> types, std::vector<TensorType>* outputs) {
  CheckAllAsked();
  for (size_t i = 0; ok() && i < types.size(); ++i) {
    const Status size = CheckSize(types[i]);
    if (!size.ok()) Keep(size.code(), "output " + std::to_string(i) + ": " + size.message());
  }
  if (ok()) *outputs = std::move(types);
  return status_;
}

}  // namespace aclprof
