#include "devices/models/onnx_node_reader.h"

#include <optional>

#include "base/byte_order.h"
#include "devices/models/model_text.h"
#include "devices/models/onnx_tensor_reader.h"

namespace aclprof {
namespace {

struct NamedAttribute {
  std::string name;
  OnnxAttribute value;
  std::optional<AttributeKind> said;  // by its type field
  std::optional<AttributeKind> seen;  // by the field that holds its value
};

// AttributeProto.AttributeType.
std::optional<AttributeKind> KindOfNumber(int64_t number) {
  switch (number) {
    case 1:
      return AttributeKind::kFloat;
    case 2:
      return AttributeKind::kInt;
    case 3:
      return AttributeKind::kString;
    case 4:
      return AttributeKind::kTensor;
    case 6:
      return AttributeKind::kFloats;
    case 7:
      return AttributeKind::kInts;
    default:
      return std::nullopt;
  }
}

void ReadKind(OnnxMessage* message, NamedAttribute* attribute) {
  const int64_t number = message->Int();
  if (number == 0) return;
  attribute->said = KindOfNumber(number);
  if (!attribute->said)
    message->Fail(StatusCode::kUnsupported,
                  "attributes of type " + std::to_string(number) + " are not taken");
}

void AppendFloats(OnnxMessage* message, std::vector<float>* floats) {
  Bytes bytes;
  message->AppendFixed<float>(&bytes);
  for (size_t at = 0; at < bytes.size(); at += sizeof(float))
    floats->push_back(Load<float>(&bytes[at]));
}

// The kind of value that this field holds; none for a field that holds something else.
std::optional<AttributeKind> ReadAttributeValue(OnnxMessage* message, OnnxAttribute* value) {
  switch (message->field()) {
    case 2:
      value->f = message->Float();
      return AttributeKind::kFloat;
    case 3:
      value->i = message->Int();
      return AttributeKind::kInt;
    case 4:
      value->s = message->Text();
      return AttributeKind::kString;
    case 5:
      value->t = ReadTensor(message->Message());
      return AttributeKind::kTensor;
    case 7:
      AppendFloats(message, &value->floats);
      return AttributeKind::kFloats;
    case 8:
      message->EachInt([&](int64_t number) { value->ints.push_back(number); });
      return AttributeKind::kInts;
    default:
      message->Skip();
      return std::nullopt;
  }
}

void ReadAttributeField(OnnxMessage* message, NamedAttribute* attribute) {
  switch (message->field()) {
    case 1:
      attribute->name = message->Text();
      return;
    case 6:
    case 11:
      return message->Fail(StatusCode::kUnsupported, "subgraphs are not taken");
    case 20:
      return ReadKind(message, attribute);
    case 21:
      return message->Fail(StatusCode::kUnsupported, "functions are not taken");
    case 22:
    case 23:
      return message->Fail(StatusCode::kUnsupported, "sparse tensors are not taken");
    default:
      if (const auto kind = ReadAttributeValue(message, &attribute->value)) attribute->seen = kind;
  }
}

// Writers leave out a value that is the default of its type, or a list without members.
void SettleKind(const OnnxMessage& message, NamedAttribute* attribute) {
  if (attribute->name.empty()) message.FailAsAWhole(StatusCode::kDataLoss, "it has no name");
  if (!attribute->said && !attribute->seen)
    message.FailAsAWhole(StatusCode::kDataLoss, "it has no value");
  attribute->value.kind = attribute->said ? *attribute->said : *attribute->seen;
  if (attribute->seen && *attribute->seen != attribute->value.kind)
    message.FailAsAWhole(StatusCode::kDataLoss, "its value is not of the type that it says");
  if (attribute->value.kind == AttributeKind::kTensor && !attribute->seen)
    message.FailAsAWhole(StatusCode::kDataLoss, "it is a tensor and has none");
}

NamedAttribute ReadAttribute(OnnxMessage message) {
  NamedAttribute attribute;
  Within([&] { return "attribute " + Quoted(attribute.name); },
         [&] {
           while (message.Next()) ReadAttributeField(&message, &attribute);
           SettleKind(message, &attribute);
         });
  return attribute;
}

void AddAttribute(OnnxMessage* message, OnnxNode* node) {
  NamedAttribute attribute = ReadAttribute(message->Message());
  if (!node->attributes.emplace(attribute.name, std::move(attribute.value)).second)
    message->Fail(StatusCode::kDataLoss, "it has two attributes " + Quoted(attribute.name));
}

void CheckDomain(OnnxMessage* message) {
  const std::string domain = message->Text();
  if (!domain.empty() && domain != "ai.onnx")
    message->Fail(StatusCode::kUnsupported,
                  "operators of the domain " + Quoted(domain) + " are not taken");
}

void ReadNodeField(OnnxMessage* message, OnnxNode* node) {
  switch (message->field()) {
    case 1:
      node->inputs.push_back(message->Text());
      return;
    case 2:
      node->outputs.push_back(message->Text());
      return;
    case 3:
      node->name = message->Text();
      return;
    case 4:
      node->op_type = message->Text();
      return;
    case 5:
      return AddAttribute(message, node);
    case 7:
      return CheckDomain(message);
    default:
      message->Skip();
  }
}

}  // namespace

OnnxNode ReadNode(OnnxMessage message) {
  OnnxNode node;
  node.offset_bytes = message.begin_bytes();
  Within([&] { return TextOf(node); },
         [&] {
           while (message.Next()) ReadNodeField(&message, &node);
           if (node.op_type.empty())
             message.FailAsAWhole(StatusCode::kDataLoss, "it has no op_type");
         });
  return node;
}

}  // namespace aclprof
