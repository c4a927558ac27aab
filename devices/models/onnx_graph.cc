#include "devices/models/onnx_graph.h"

#include <algorithm>

#include "devices/models/model_text.h"
#include "devices/models/onnx_message.h"
#include "devices/models/onnx_node_reader.h"
#include "devices/models/onnx_tensor_reader.h"

namespace aclprof {
namespace {

constexpr int64_t kFirstIrVersion = 3;
constexpr int64_t kLastIrVersion = 10;

struct OnnxFile {
  OnnxGraph* graph;
  int64_t ir_version = 0;
  bool has_graph = false;
};

void AddInitializer(OnnxMessage* message, OnnxGraph* graph) {
  OnnxTensor tensor = ReadTensor(message->Message());
  const std::string name = tensor.name;
  if (name.empty()) message->Fail(StatusCode::kDataLoss, "an initializer has no name");
  if (!graph->initializers.emplace(name, std::move(tensor)).second)
    message->Fail(StatusCode::kDataLoss, "two initializers are named " + Quoted(name));
}

void ReadGraphField(OnnxMessage* message, OnnxGraph* graph) {
  switch (message->field()) {
    case 1:
      graph->nodes.push_back(ReadNode(message->Message()));
      return;
    case 2:
      graph->name = message->Text();
      return;
    case 5:
      return AddInitializer(message, graph);
    case 11:
      graph->inputs.push_back(ReadValue(message->Message()));
      return;
    case 12:
      graph->outputs.push_back(ReadValue(message->Message()));
      return;
    case 13:
      graph->values.push_back(ReadValue(message->Message()));
      return;
    case 15:
      return message->Fail(StatusCode::kUnsupported, "sparse tensors are not taken");
    default:
      message->Skip();
  }
}

void ReadGraph(OnnxMessage message, OnnxGraph* graph) {
  graph->offset_bytes = message.begin_bytes();
  while (message.Next()) ReadGraphField(&message, graph);
}

void ReadOpset(OnnxMessage message, OnnxGraph* graph) {
  std::string domain;
  int64_t version = 0;
  while (message.Next()) {
    if (message.field() == 1)
      domain = message.Text();
    else if (message.field() == 2)
      version = message.Int();
    else
      message.Skip();
  }
  if (!domain.empty() && domain != "ai.onnx") return;
  if (version < kFirstOpset || version > kLastOpset)
    message.FailAsAWhole(StatusCode::kUnsupported,
                         "opset " + std::to_string(version) + " is not one of " +
                             std::to_string(kFirstOpset) + " to " + std::to_string(kLastOpset));
  graph->opset = version;
}

void ReadIrVersion(OnnxMessage* message, OnnxFile* file) {
  file->ir_version = message->Int();
  if (file->ir_version < kFirstIrVersion || file->ir_version > kLastIrVersion)
    message->Fail(StatusCode::kUnsupported,
                  "IR version " + std::to_string(file->ir_version) + " is not one of " +
                      std::to_string(kFirstIrVersion) + " to " + std::to_string(kLastIrVersion));
}

void ReadModelField(OnnxMessage* message, OnnxFile* file) {
  switch (message->field()) {
    case 1:
      return ReadIrVersion(message, file);
    case 7:
      file->has_graph = true;
      return ReadGraph(message->Message(), file->graph);
    case 8:
      return ReadOpset(message->Message(), file->graph);
    case 25:
      return message->Fail(StatusCode::kUnsupported, "functions are not taken");
    default:
      message->Skip();
  }
}

void CheckModel(const OnnxMessage& end, const OnnxFile& file) {
  if (file.ir_version == 0) end.Fail(StatusCode::kDataLoss, "the file has no ir_version");
  if (!file.has_graph) end.Fail(StatusCode::kDataLoss, "the file has no graph");
  if (file.graph->opset == 0)
    end.Fail(StatusCode::kDataLoss, "the file has no opset of the default domain");
}

// IR versions before 4 list initializers among the inputs.
void RemoveFilledInputs(OnnxGraph* graph) {
  std::erase_if(graph->inputs,
                [&](const OnnxValue& input) { return graph->initializers.count(input.name) > 0; });
}

}  // namespace

bool OnnxValue::IsOpen(size_t dimension) const {
  return std::any_of(open_dims.begin(), open_dims.end(),
                     [dimension](const OpenDim& open) { return open.dimension == dimension; });
}

Status ParseOnnx(std::span<const unsigned char> bytes, OnnxGraph* graph) {
  *graph = OnnxGraph();
  OnnxFile file{graph};
  try {
    OnnxMessage message(bytes);
    while (message.Next()) ReadModelField(&message, &file);
    CheckModel(message, file);
  } catch (const OnnxFault& fault) {
    return Status(fault.code,
                  "byte " + std::to_string(fault.offset_bytes) + ": " + fault.what_is_wrong);
  }
  RemoveFilledInputs(graph);
  return Status();
}

}  // namespace aclprof
