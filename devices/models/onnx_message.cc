#include "devices/models/onnx_message.h"

namespace aclprof {

using protozero::pbf_wire_type;

OnnxMessage::OnnxMessage(std::span<const unsigned char> file)
    : OnnxMessage(reinterpret_cast<const char*>(file.data()),
                  {reinterpret_cast<const char*>(file.data()), file.size()}) {}

OnnxMessage::OnnxMessage(const char* file, std::string_view bytes)
    : file_(file),
      reader_(bytes.data(), bytes.size()),
      begin_(static_cast<size_t>(bytes.data() - file)),
      offset_(begin_) {}

bool OnnxMessage::Next() {
  offset_ = static_cast<size_t>(reader_.data().data() - file_);
  return Guarded([&] { return reader_.next(); });
}

void OnnxMessage::Skip() {
  Guarded([&] { reader_.skip(); });
}

int64_t OnnxMessage::Int() {
  Expect(pbf_wire_type::varint);
  return Guarded([&] { return reader_.get_int64(); });
}

float OnnxMessage::Float() {
  Expect(pbf_wire_type::fixed32);
  return Guarded([&] { return reader_.get_float(); });
}

std::string_view OnnxMessage::Bytes() {
  Expect(pbf_wire_type::length_delimited);
  const protozero::data_view view = Guarded([&] { return reader_.get_view(); });
  return {view.data(), view.size()};
}

OnnxMessage OnnxMessage::Message() { return OnnxMessage(file_, Bytes()); }

void OnnxMessage::Fail(StatusCode code, const std::string& what) const {
  throw OnnxFault(code, offset_, what);
}

void OnnxMessage::FailAsAWhole(StatusCode code, const std::string& what) const {
  throw OnnxFault(code, begin_, what);
}

bool OnnxMessage::IsPacked() const {
  return reader_.has_wire_type(pbf_wire_type::length_delimited);
}

void OnnxMessage::Expect(pbf_wire_type type) const {
  if (reader_.has_wire_type(type)) return;
  Fail(StatusCode::kDataLoss, "field " + std::to_string(reader_.tag()) + " has wire type " +
                                  std::to_string(static_cast<int>(reader_.wire_type())) +
                                  " instead of " + std::to_string(static_cast<int>(type)));
}

}  // namespace aclprof
