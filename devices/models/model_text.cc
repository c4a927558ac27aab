#include "devices/models/model_text.h"

#include <algorithm>

#include "base/utf8.h"

namespace aclprof {

std::string Quoted(std::string_view name) {
  constexpr size_t kLongest = 80;
  size_t shown = std::min(kLongest, name.size());
  while (shown < name.size() && shown > kLongest - 3 && Utf8Length(name, shown) == 0) --shown;
  std::string text = "'" + VisibleText(name.substr(0, shown));
  return text + (shown < name.size() ? "...'" : "'");
}

std::string TextOf(const OnnxNode& node) {
  std::string text = "node";
  if (!node.name.empty()) text.append(" ").append(Quoted(node.name));
  const std::string place = "byte " + std::to_string(node.offset_bytes);
  if (node.op_type.empty()) return text + " (" + place + ")";
  return text + " (" + VisibleText(node.op_type.substr(0, 40)) + ", " + place + ")";
}

std::string TextOf(const ModelStep& step) {
  return "node " + Quoted(step.name) + " (" + VisibleText(step.op_type) + ")";
}

std::string TextOf(const char* what, const OnnxValue& value) {
  std::string text(what);
  text.append(" ").append(Quoted(value.name));
  return text.append(" (byte ").append(std::to_string(value.offset_bytes)).append(")");
}

std::string TextOf(const OnnxGraph& graph) {
  std::string text("graph ");
  text.append(Quoted(graph.name)).append(" (byte ");
  return text.append(std::to_string(graph.offset_bytes)).append(")");
}

std::string DeclaredType(const OnnxValue& value) {
  std::string text = NameOf(value.type.element);
  if (!value.type_known) return text;
  text += '[';
  for (size_t i = 0; i < value.type.dims.size(); ++i) {
    if (i > 0) text += ',';
    text += value.IsOpen(i) ? "?" : std::to_string(value.type.dims[i]);
  }
  return text + ']';
}

}  // namespace aclprof
