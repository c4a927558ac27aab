// onnx_builder.h: the bytes of ONNX files, good or bad, part by part.
//
// Shape    nothing is checked: what is added is written, in this order: IR version, graph (name, nodes, initializers,
//          inputs, outputs, values in between), opset.
// Source   onnx.proto.
#pragma once

#include <cstdint>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <variant>
#include <vector>

#include "devices/models/tensor_type.h"

namespace aclprof {

class OnnxBuilder {
 public:
  static constexpr int64_t kOpen = INT64_MIN;  // a dimension that is a symbol

  using Names = std::vector<std::string>;
  struct Attribute {
    std::string name;
    struct Tensor {
      std::string bytes;  // as TensorBytes makes them
    };
    std::variant<int64_t, float, std::string, Tensor, std::vector<float>, std::vector<int64_t>>
        value;
  };
  using Attributes = std::vector<Attribute>;

  explicit OnnxBuilder(int64_t opset = 13, int64_t ir_version = 8)
      : opset_(opset), ir_version_(ir_version) {}

  OnnxBuilder& Name(const std::string& name) { return AddToGraph(2, name, &head_); }
  OnnxBuilder& Input(const std::string& name, ElementType element, const Dims& dims) {
    return AddToGraph(11, ValueBytes(name, element, dims), &values_);
  }
  OnnxBuilder& Output(const std::string& name, ElementType element, const Dims& dims) {
    return AddToGraph(12, ValueBytes(name, element, dims), &values_);
  }
  // Without a type.
  OnnxBuilder& Output(const std::string& name) {
    std::string value;
    protozero::pbf_writer(value).add_string(1, name);
    return AddToGraph(12, value, &values_);
  }
  OnnxBuilder& Value(const std::string& name, ElementType element, const Dims& dims) {
    return AddToGraph(13, ValueBytes(name, element, dims), &values_);
  }
  OnnxBuilder& Weight(const std::string& name, const Dims& dims, const std::vector<float>& data) {
    return AddToGraph(5, FloatTensor(name, dims, data), &weights_);
  }
  OnnxBuilder& Integers(const std::string& name, const Dims& dims,
                        const std::vector<int64_t>& data) {
    return AddToGraph(5, IntTensor(name, dims, data), &weights_);
  }
  OnnxBuilder& Node(const std::string& op_type, const std::string& name, const Names& inputs,
                    const Names& outputs, const Attributes& attributes = {}) {
    return AddToGraph(1, NodeBytes(op_type, name, inputs, outputs, attributes), &head_);
  }
  // Any field of GraphProto.
  OnnxBuilder& GraphField(uint32_t field, const std::string& bytes) {
    return AddToGraph(field, bytes, &head_);
  }
  // Any field of ModelProto, behind all others.
  OnnxBuilder& ModelField(uint32_t field, const std::string& bytes) {
    protozero::pbf_writer(tail_).add_bytes(field, bytes);
    return *this;
  }

  std::string Bytes() const {
    std::string opset, model;
    protozero::pbf_writer(opset).add_int64(2, opset_);
    protozero::pbf_writer writer(model);
    writer.add_int64(1, ir_version_);
    writer.add_bytes(7, head_ + weights_ + values_);
    writer.add_bytes(8, opset);
    return model + tail_;
  }

  static std::string FloatTensor(const std::string& name, const Dims& dims,
                                 const std::vector<float>& data) {
    return TensorBytes(name, ElementType::kFloat, dims,
                       {reinterpret_cast<const char*>(data.data()), data.size() * sizeof(float)});
  }
  static std::string IntTensor(const std::string& name, const Dims& dims,
                               const std::vector<int64_t>& data) {
    return TensorBytes(name, ElementType::kInt64, dims,
                       {reinterpret_cast<const char*>(data.data()), data.size() * sizeof(int64_t)});
  }
  // With raw data.
  static std::string TensorBytes(const std::string& name, ElementType element, const Dims& dims,
                                 const std::string& raw) {
    std::string tensor;
    protozero::pbf_writer writer(tensor);
    for (int64_t dim : dims) writer.add_int64(1, dim);
    writer.add_int32(2, static_cast<int32_t>(element));
    writer.add_string(8, name);
    writer.add_bytes(9, raw);
    return tensor;
  }

  static std::string NodeBytes(const std::string& op_type, const std::string& name,
                               const Names& inputs, const Names& outputs,
                               const Attributes& attributes) {
    std::string node;
    protozero::pbf_writer writer(node);
    for (const std::string& input : inputs) writer.add_string(1, input);
    for (const std::string& output : outputs) writer.add_string(2, output);
    if (!name.empty()) writer.add_string(3, name);
    writer.add_string(4, op_type);
    for (const Attribute& attribute : attributes) writer.add_bytes(5, AttributeBytes(attribute));
    return node;
  }

  static std::string ValueBytes(const std::string& name, ElementType element, const Dims& dims) {
    std::string shape, tensor, type, value;
    for (int64_t dim : dims) protozero::pbf_writer(shape).add_bytes(1, DimBytes(dim));
    protozero::pbf_writer writer(tensor);
    writer.add_int32(1, static_cast<int32_t>(element));
    writer.add_bytes(2, shape);
    protozero::pbf_writer(type).add_bytes(1, tensor);
    protozero::pbf_writer out(value);
    out.add_string(1, name);
    out.add_bytes(2, type);
    return value;
  }

  static std::string AttributeBytes(const Attribute& attribute) {
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    writer.add_string(1, attribute.name);
    std::visit([&](const auto& value) { AddValue(&writer, value); }, attribute.value);
    return bytes;
  }

 private:
  OnnxBuilder& AddToGraph(uint32_t field, const std::string& bytes, std::string* part) {
    protozero::pbf_writer(*part).add_bytes(field, bytes);
    return *this;
  }

  static std::string DimBytes(int64_t dim) {
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    if (dim == kOpen)
      writer.add_string(2, "N");
    else
      writer.add_int64(1, dim);
    return bytes;
  }

  // The value, and behind it the number of its kind in AttributeProto.AttributeType.
  static void AddValue(protozero::pbf_writer* writer, float value) {
    writer->add_float(2, value);
    writer->add_int32(20, 1);
  }
  static void AddValue(protozero::pbf_writer* writer, int64_t value) {
    writer->add_int64(3, value);
    writer->add_int32(20, 2);
  }
  static void AddValue(protozero::pbf_writer* writer, const std::string& value) {
    writer->add_string(4, value);
    writer->add_int32(20, 3);
  }
  static void AddValue(protozero::pbf_writer* writer, const Attribute::Tensor& value) {
    writer->add_bytes(5, value.bytes);
    writer->add_int32(20, 4);
  }
  static void AddValue(protozero::pbf_writer* writer, const std::vector<float>& values) {
    for (float value : values) writer->add_float(7, value);
    writer->add_int32(20, 6);
  }
  static void AddValue(protozero::pbf_writer* writer, const std::vector<int64_t>& values) {
    for (int64_t value : values) writer->add_int64(8, value);
    writer->add_int32(20, 7);
  }

  const int64_t opset_;
  const int64_t ir_version_;
  std::string head_;     // name and nodes
  std::string weights_;  // initializers
  std::string values_;   // inputs, outputs, values in between
  std::string tail_;
};

}  // namespace aclprof
