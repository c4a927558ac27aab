#include "tests/devices_models/onnx_mutator.h"

#include <algorithm>
#include <map>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <random>
#include <utility>
#include <vector>

namespace aclprof {
namespace {

using protozero::pbf_wire_type;

// The messages within a message of onnx.proto, by field.
struct MessageKind {
  std::map<uint32_t, const MessageKind*> parts;
};
const MessageKind kLeaf;
const MessageKind kShape{{{1, &kLeaf}}};
const MessageKind kTensorType{{{2, &kShape}}};
const MessageKind kType{{{1, &kTensorType}}};
const MessageKind kValue{{{2, &kType}}};
const MessageKind kAttribute{{{5, &kLeaf}}};
const MessageKind kNode{{{5, &kAttribute}}};
const MessageKind kGraph{{{1, &kNode}, {5, &kLeaf}, {11, &kValue}, {12, &kValue}, {13, &kValue}}};
const MessageKind kModel{{{7, &kGraph}, {8, &kLeaf}}};

using Path = std::vector<uint32_t>;  // of field numbers, from ModelProto
const Path kNodePath{7, 1};
const Path kNodeInput{7, 1, 1};
const Path kNodeOutput{7, 1, 2};
const Path kWeight{7, 5};
const Path kWeightName{7, 5, 8};
const Path kWeightData{7, 5, 9};

// A number of elements: of a weight, or of an input, an output or a value in between.
bool IsDimension(const Path& path) {
  if (path == Path{7, 5, 1}) return true;
  if (path.size() != 7 || path[0] != 7 || path[1] < 11 || path[1] > 13) return false;
  return Path(path.begin() + 2, path.end()) == Path{2, 1, 2, 1, 1};
}

bool Concerns(ModelFault fault, const Path& path) {
  switch (fault) {
    case ModelFault::kWrongShape:
    case ModelFault::kHugeDimension:
      return IsDimension(path);
    case ModelFault::kCycle:
      return path == kNodeInput;
    case ModelFault::kMissingWeight:
      return path == kWeight || path == kWeightName || path == kWeightData;
    default:
      return true;
  }
}

// An output, and the number of its node.
using NodeOutput = std::pair<size_t, std::string>;

// Copies a message and changes one field: of those that the fault concerns, counted through all messages in it, the one of
// number `target`.
class FieldChange {
 public:
  FieldChange(ModelFault fault, size_t target, std::mt19937* random)
      : fault_(fault), target_(target), random_(*random) {}

  std::string Copy(const std::string& from, const MessageKind& kind) {
    std::string to;
    for (protozero::pbf_reader reader(from); reader.next();) {
      const uint32_t field = reader.tag();
      const pbf_wire_type wire = reader.wire_type();
      const char* const begin = reader.data().data();
      reader.skip();
      std::string raw(begin, reader.data().data());
      CopyField(field, wire, raw, kind, &to);
    }
    return to;
  }

  size_t fields() const { return fields_; }
  const std::vector<NodeOutput>& outputs() const { return outputs_; }
  // Of the whole model, for cycles.
  void KnowOutputs(const std::vector<NodeOutput>& outputs) { known_outputs_ = outputs; }

 private:
  void CopyField(uint32_t field, pbf_wire_type wire, const std::string& raw,
                 const MessageKind& kind, std::string* to) {
    path_.push_back(field);
    if (path_ == kNodePath) ++nodes_;
    if (path_ == kNodeOutput) outputs_.emplace_back(nodes_, Content(raw));
    if (Concerns(fault_, path_) && fields_++ == target_)
      Break(field, wire, raw, to);
    else
      CopyAsIs(field, wire, raw, kind, to);
    path_.pop_back();
  }

  void CopyAsIs(uint32_t field, pbf_wire_type wire, const std::string& raw, const MessageKind& kind,
                std::string* to) {
    const auto part = kind.parts.find(field);
    if (part != kind.parts.end() && wire == pbf_wire_type::length_delimited)
      return protozero::pbf_writer(*to).add_bytes(field, Copy(Content(raw), *part->second));
    Append(field, wire, raw, to);
    if (wire == pbf_wire_type::length_delimited) texts_.push_back(Content(raw));
  }

  static std::string Content(const std::string& raw) {
    const char* at = raw.data();
    const char* const end = at + raw.size();
    protozero::decode_varint(&at, end);
    return {at, end};
  }

  static void Append(uint32_t field, pbf_wire_type wire, const std::string& raw, std::string* to) {
    protozero::add_varint_to_buffer(to, field << 3 | static_cast<uint32_t>(wire));
    *to += raw;
  }

  void Break(uint32_t field, pbf_wire_type wire, const std::string& raw, std::string* to) {
    switch (fault_) {
      case ModelFault::kWrongShape:
        return protozero::pbf_writer(*to).add_int64(field, OtherDimension(raw));
      case ModelFault::kHugeDimension:
        return protozero::pbf_writer(*to).add_int64(field, HugeDimension());
      case ModelFault::kCycle:
        return protozero::pbf_writer(*to).add_string(field, LaterOutput());
      case ModelFault::kMissingWeight:
        return LoseWeight(field, raw, to);
      default:
        return Change(field, wire, raw, to);
    }
  }

  int64_t OtherDimension(const std::string& raw) {
    const char* at = raw.data();
    const auto old = static_cast<int64_t>(protozero::decode_varint(&at, at + raw.size()));
    return (old + 1 + static_cast<int64_t>(random_() % 9)) % 10;
  }

  int64_t HugeDimension() {
    constexpr int64_t kHuge[] = {
        65536,     1000000,  INT32_MAX, int64_t{1} << 32, (int64_t{1} << 32) + 1, int64_t{1} << 40,
        INT64_MAX, INT64_MIN};
    return kHuge[random_() % std::size(kHuge)];
  }

  // Of the node that is copied, or of one behind it: what it is made from, mostly.
  std::string LaterOutput() {
    std::vector<std::string> later;
    for (const auto& [node, output] : known_outputs_)
      if (node >= nodes_) later.push_back(output);
    return later[random_() % later.size()];
  }

  // All of it, its name or a part of its data.
  void LoseWeight(uint32_t field, const std::string& raw, std::string* to) {
    if (path_ == kWeight) return;
    const std::string content = Content(raw);
    const bool is_name = path_ == kWeightName;
    protozero::pbf_writer(*to).add_bytes(
        field, is_name ? content + "x" : content.substr(0, random_() % content.size()));
  }

  void Change(uint32_t field, pbf_wire_type wire, const std::string& raw, std::string* to) {
    const uint32_t way = random_() % 8;
    if (way == 0) return;
    if (way == 1) Append(field, wire, raw, to);
    if (way <= 2) return Append(field, wire, raw, to);
    if (wire == pbf_wire_type::varint)
      protozero::pbf_writer(*to).add_int64(field, SomeNumber());
    else if (wire == pbf_wire_type::length_delimited)
      protozero::pbf_writer(*to).add_bytes(field, SomeText(Content(raw)));
    else
      Append(field, wire, raw, to);
  }

  int64_t SomeNumber() {
    constexpr int64_t kNumbers[] = {0,
                                    1,
                                    2,
                                    7,
                                    -1,
                                    -4,
                                    255,
                                    65536,
                                    INT32_MAX,
                                    INT32_MIN,
                                    int64_t{1} << 32,
                                    (int64_t{1} << 32) + 1,
                                    int64_t{1} << 62,
                                    INT64_MAX,
                                    INT64_MIN};
    return kNumbers[random_() % std::size(kNumbers)];
  }

  // Another name of the file, mostly; so cycles, doubles and dangling names come about.
  std::string SomeText(std::string old) {
    if (!texts_.empty() && random_() % 4 != 0) return texts_[random_() % texts_.size()];
    if (random_() % 2 == 0) return old + "x";
    return old.substr(0, old.size() / 2);
  }

  const ModelFault fault_;
  const size_t target_;
  std::mt19937& random_;
  Path path_;
  size_t fields_ = 0;
  size_t nodes_ = 0;
  std::vector<NodeOutput> outputs_;
  std::vector<NodeOutput> known_outputs_;
  std::vector<std::string> texts_;
};

void ChangeSomeBytes(std::string* bytes, std::mt19937* random) {
  const size_t at = (*random)() % bytes->size();
  const size_t count = std::min<size_t>(1 + (*random)() % 16, bytes->size() - at);
  switch ((*random)() % 6) {
    case 0:
      (*bytes)[at] = static_cast<char>((*random)());
      break;
    case 1:
      (*bytes)[at] = static_cast<char>((*bytes)[at] ^ (1 << (*random)() % 8));
      break;
    case 2:
      bytes->erase(at, count);
      break;
    case 3:
      bytes->insert(at, bytes->substr(at, count));
      break;
    case 4:
      std::fill_n(bytes->begin() + static_cast<ptrdiff_t>(at), count, '\0');
      break;
    default:
      std::fill_n(bytes->begin() + static_cast<ptrdiff_t>(at), count, '\xff');
  }
}

}  // namespace

std::string WithChangedBytes(const std::string& model, uint32_t seed) {
  std::mt19937 random(seed);
  std::string bytes = model;
  for (size_t i = 1 + random() % 3; i > 0 && !bytes.empty(); --i) ChangeSomeBytes(&bytes, &random);
  return bytes;
}

std::string WithFault(const std::string& model, ModelFault fault, uint32_t seed) {
  std::mt19937 random(seed);
  FieldChange none(fault, SIZE_MAX, &random);
  none.Copy(model, kModel);
  FieldChange change(fault, random() % none.fields(), &random);
  change.KnowOutputs(none.outputs());
  return change.Copy(model, kModel);
}

}  // namespace aclprof
