#include "devices/models/onnx_tensor_reader.h"

#include <optional>

#include "base/byte_order.h"
#include "devices/models/model_text.h"

namespace aclprof {
namespace {

enum TensorField : uint32_t {
  kDims = 1,
  kDataType = 2,
  kSegment = 3,
  kFloatData = 4,
  kInt32Data = 5,
  kStringData = 6,
  kInt64Data = 7,
  kTensorName = 8,
  kRawData = 9,
  kDoubleData = 10,
  kUint64Data = 11,
  kExternalData = 13,
  kDataLocation = 14,
};

ElementType ReadElement(OnnxMessage* message) {
  const int64_t number = message->Int();
  const auto element = static_cast<ElementType>(number);
  if (number < 0 || number > 255 || BytesOf(element) == 0)
    message->Fail(StatusCode::kUnsupported,
                  "elements of data type " + std::to_string(number) + " are not taken");
  return element;
}

void ReadTensorField(OnnxMessage* message, OnnxTensor* tensor) {
  switch (message->field()) {
    case kDims:
      return message->EachInt([&](int64_t dim) {
        if (tensor->type.dims.size() <= kMaxDims) tensor->type.dims.push_back(dim);
      });
    case kDataType:
      tensor->type.element = ReadElement(message);
      return;
    case kTensorName:
      tensor->name = message->Text();
      return;
    case kSegment:
      return message->Fail(StatusCode::kUnsupported, "tensors in segments are not taken");
    case kStringData:
      return message->Fail(StatusCode::kUnsupported, "tensors of strings are not taken");
    case kExternalData:
      return message->Fail(StatusCode::kUnsupported, "its data is in another file");
    case kDataLocation:
      if (message->Int() != 0)
        message->Fail(StatusCode::kUnsupported, "its data is in another file");
      return;
    default:
      message->Skip();
  }
}

template <typename T>
void AppendIntegers(OnnxMessage* message, Bytes* data) {
  message->EachInt([&](int64_t value) {
    const T narrow = static_cast<T>(value);
    if (static_cast<int64_t>(narrow) != value)
      message->Fail(StatusCode::kDataLoss,
                    "the number " + std::to_string(value) + " is none of its type");
    AppendValue(data, narrow);
  });
}

// Which field holds the numbers depends on their type; small ones travel as int32.
void AppendTyped(OnnxMessage* message, OnnxTensor* tensor) {
  switch (tensor->type.element) {
    case ElementType::kFloat:
      return message->AppendFixed<float>(&tensor->data);
    case ElementType::kDouble:
      return message->AppendFixed<double>(&tensor->data);
    case ElementType::kInt64:
    case ElementType::kUint64:
      return AppendIntegers<int64_t>(message, &tensor->data);
    case ElementType::kUint32:
      return AppendIntegers<uint32_t>(message, &tensor->data);
    case ElementType::kInt32:
      return AppendIntegers<int32_t>(message, &tensor->data);
    case ElementType::kInt16:
      return AppendIntegers<int16_t>(message, &tensor->data);
    case ElementType::kUint16:
    case ElementType::kFloat16:
      return AppendIntegers<uint16_t>(message, &tensor->data);
    case ElementType::kInt8:
      return AppendIntegers<int8_t>(message, &tensor->data);
    case ElementType::kUint8:
    case ElementType::kBool:
      return AppendIntegers<uint8_t>(message, &tensor->data);
    case ElementType::kUndefined:
      return message->Fail(StatusCode::kDataLoss, "it has data and no data type");
  }
}

TensorField TypedField(ElementType element) {
  switch (element) {
    case ElementType::kFloat:
      return kFloatData;
    case ElementType::kDouble:
      return kDoubleData;
    case ElementType::kInt64:
      return kInt64Data;
    case ElementType::kUint32:
    case ElementType::kUint64:
      return kUint64Data;
    default:
      return kInt32Data;
  }
}

void ReadData(OnnxMessage* message, OnnxTensor* tensor) {
  const uint32_t field = message->field();
  if (field == kRawData) {
    const std::string_view raw = message->Bytes();
    AppendBytes(&tensor->data, raw.data(), raw.size());
  } else if (field == TypedField(tensor->type.element)) {
    AppendTyped(message, tensor);
  } else {
    message->Skip();
  }
}

void CheckTensor(const OnnxMessage& message, const OnnxTensor& tensor) {
  if (tensor.data.size() == tensor.type.Bytes()) return;
  message.FailAsAWhole(StatusCode::kDataLoss,
                       ToString(tensor.type) + " needs " + std::to_string(tensor.type.Bytes()) +
                           " bytes and has " + std::to_string(tensor.data.size()));
}

void CheckType(const OnnxMessage& message, const TensorType& type) {
  if (Status status = CheckSize(type); !status.ok())
    message.FailAsAWhole(status.code(), status.message());
}

// What comes first in the file is up to its writer, so the type is read in a walk of its own.
void ReadTensorInto(OnnxMessage message, OnnxTensor* tensor) {
  OnnxMessage again = message;
  while (message.Next()) ReadTensorField(&message, tensor);
  CheckType(message, tensor->type);
  while (again.Next()) ReadData(&again, tensor);
  CheckTensor(again, *tensor);
}

// A Dimension: field 1 is its value, field 2 a symbol; where there is no value the dimension is open.
void ReadDim(OnnxMessage message, OnnxValue* value) {
  OpenDim open{value->type.dims.size(), ""};
  std::optional<int64_t> told;
  while (message.Next()) {
    if (message.field() == 1) {
      told = message.Int();
      if (Status good = CheckDim(open.dimension, *told); !good.ok())
        message.Fail(good.code(), good.message());
    } else if (message.field() == 2) {
      open.symbol = message.Text();
    } else {
      message.Skip();
    }
  }
  value->type.dims.push_back(told.value_or(1));
  if (!told.has_value()) value->open_dims.push_back(std::move(open));
}

void ReadShape(OnnxMessage message, OnnxValue* value) {
  while (message.Next()) {
    if (message.field() == 1 && value->type.dims.size() <= kMaxDims)
      ReadDim(message.Message(), value);
    else
      message.Skip();
  }
}

void ReadTensorType(OnnxMessage message, OnnxValue* value) {
  bool shaped = false;
  while (message.Next()) {
    if (message.field() == 1) {
      value->type.element = ReadElement(&message);
    } else if (message.field() == 2) {
      ReadShape(message.Message(), value);
      shaped = true;
    } else {
      message.Skip();
    }
  }
  value->type_known = shaped && value->type.element != ElementType::kUndefined;
  if (value->type_known) CheckType(message, value->type);
}

void ReadType(OnnxMessage message, OnnxValue* value) {
  while (message.Next()) {
    if (message.field() != 1)
      message.Skip();
    else
      ReadTensorType(message.Message(), value);
  }
}

void ReadValueInto(OnnxMessage message, OnnxValue* value) {
  while (message.Next()) {
    if (message.field() == 1)
      value->name = message.Text();
    else if (message.field() == 2)
      ReadType(message.Message(), value);
    else
      message.Skip();
  }
  if (value->name.empty()) message.FailAsAWhole(StatusCode::kDataLoss, "it has no name");
}

}  // namespace

OnnxTensor ReadTensor(OnnxMessage message) {
  OnnxTensor tensor;
  Within([&] { return "tensor " + Quoted(tensor.name); },
         [&] { ReadTensorInto(std::move(message), &tensor); });
  return tensor;
}

OnnxValue ReadValue(OnnxMessage message) {
  OnnxValue value;
  value.offset_bytes = message.begin_bytes();
  Within([&] { return "value " + Quoted(value.name); },
         [&] { ReadValueInto(std::move(message), &value); });
  return value;
}

}  // namespace aclprof
