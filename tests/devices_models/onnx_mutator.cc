#include "tests/devices_models/onnx_mutator.h"

#include <algorithm>
#include <map>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <random>
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

// Copies a message and changes the field of number `target`, counted through all messages in it.
class FieldChange {
 public:
  FieldChange(size_t target, std::mt19937* random) : target_(target), random_(*random) {}

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

 private:
  void CopyField(uint32_t field, pbf_wire_type wire, const std::string& raw,
                 const MessageKind& kind, std::string* to) {
    if (fields_++ == target_) return Change(field, wire, raw, to);
    std::string copy;
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

  const size_t target_;
  std::mt19937& random_;
  size_t fields_ = 0;
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

std::string WithChangedField(const std::string& model, uint32_t seed) {
  std::mt19937 random(seed);
  FieldChange none(SIZE_MAX, &random);
  none.Copy(model, kModel);
  FieldChange change(random() % none.fields(), &random);
  return change.Copy(model, kModel);
}

}  // namespace aclprof
