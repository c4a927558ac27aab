// onnx_graph.h: what an ONNX file says, as it says it: nodes, weights, inputs, outputs. Checked as bytes, not yet as a
// graph: names may dangle, nodes may be in any order, operators may be unknown.
//
// Shape    strings and weights are copied; nothing points into the file's bytes.
// Errors   ParseOnnx: kDataLoss with the byte offset in the file where it stops to be an ONNX model; kUnsupported for what
//          is valid ONNX and not taken (external data, sparse tensors, string tensors, functions, subgraphs), naming it
//          and the node; what CheckSize answers for a tensor whose size can't be. Always with the byte offset. Memory
//          stays below a multiple of the file's size.
// Source   onnx.proto of ONNX IR version 3 to 10, opset kFirstOpset to kLastOpset of the default domain.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "devices/models/tensor_type.h"

namespace aclprof {

// Of the default domain: what is read, and what the operators know.
inline constexpr int64_t kFirstOpset = 7;
inline constexpr int64_t kLastOpset = 20;

struct OnnxTensor {
  std::string name;
  TensorType type;
  std::vector<unsigned char> data;  // little endian, type.Bytes() of it
};

enum class AttributeKind : uint8_t { kFloat, kInt, kString, kTensor, kFloats, kInts };

struct OnnxAttribute {
  AttributeKind kind = AttributeKind::kInt;
  float f = 0;
  int64_t i = 0;
  std::string s;
  OnnxTensor t;
  std::vector<float> floats;
  std::vector<int64_t> ints;
};

struct OnnxNode {
  std::string name;  // as in the file; may be empty
  std::string op_type;
  std::vector<std::string> inputs;  // "" where an optional one is left out
  std::vector<std::string> outputs;
  std::map<std::string, OnnxAttribute> attributes;
  uint64_t offset_bytes = 0;  // of the node in the file
};

struct OpenDim {
  size_t dimension;
  std::string symbol;  // "" where the file has none
};

struct OnnxValue {
  std::string name;
  TensorType type;                 // dims that the file leaves open have become 1
  std::vector<OpenDim> open_dims;  // those, in order
  bool type_known = false;         // the file gave an element type and a shape
  uint64_t offset_bytes = 0;       // in the file

  bool IsOpen(size_t dimension) const;
};

struct OnnxGraph {
  std::string name;
  int64_t opset = 0;  // of the default domain
  std::vector<OnnxNode> nodes;
  std::vector<OnnxValue> inputs;  // without those that an initializer fills
  std::vector<OnnxValue> outputs;
  std::vector<OnnxValue> values;  // what the file says of values in between
  std::map<std::string, OnnxTensor> initializers;
  uint64_t offset_bytes = 0;  // in the file
};

Status ParseOnnx(std::span<const unsigned char> bytes, OnnxGraph* graph);

}  // namespace aclprof
