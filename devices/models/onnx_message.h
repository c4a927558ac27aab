// onnx_message.h: the fields of one protobuf message of an ONNX file, read one after the other.
//
// Shape    a view: the file's bytes must outlive it. A copy is a second walk from the same place.
// Errors   an OnnxFault is thrown, which never leaves the reader of ONNX files: ParseOnnx makes a Status of it. A field of
//          another wire type than asked for is a fault, as is a length that reaches past its message.
// Source   protozero, whose asserts and exceptions end here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <protozero/pbf_reader.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"

namespace aclprof {

struct OnnxFault : std::exception {
  OnnxFault(StatusCode fault_code, size_t offset, std::string sentence)
      : code(fault_code), offset_bytes(offset), what_is_wrong(std::move(sentence)) {}
  StatusCode code;
  size_t offset_bytes;
  std::string what_is_wrong;
};

class OnnxMessage {
 public:
  explicit OnnxMessage(std::span<const unsigned char> file);

  // Goes to the next field; false at the end of the message. Every field is then read or skipped, once.
  bool Next();
  uint32_t field() const { return reader_.tag(); }
  // In the file: of the message.
  size_t begin_bytes() const { return begin_; }

  void Skip();
  int64_t Int();
  float Float();
  std::string_view Bytes();
  std::string Text() { return std::string(Bytes()); }
  OnnxMessage Message();

  // Repeated numbers, which files write packed or one by one: each is passed to `take`.
  template <typename Take>
  void EachInt(Take take);
  // Repeated numbers of fixed size, float or double, likewise.
  template <typename T>
  void AppendFixed(std::vector<unsigned char>* bytes);

  // At the field that it is at; after the last one, at the message's end.
  [[noreturn]] void Fail(StatusCode code, const std::string& what) const;
  // At the message's beginning: what is wrong is not one of its fields, but all of them together.
  [[noreturn]] void FailAsAWhole(StatusCode code, const std::string& what) const;

 private:
  OnnxMessage(const char* file, std::string_view bytes);

  template <typename Read>
  auto Guarded(Read read) -> decltype(read());
  void Expect(protozero::pbf_wire_type type) const;
  bool IsPacked() const;

  const char* file_;
  protozero::pbf_reader reader_;
  size_t begin_;
  size_t offset_;
};

template <typename Read>
auto OnnxMessage::Guarded(Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const protozero::end_of_buffer_exception&) {
    Fail(StatusCode::kDataLoss, "a field reaches past the end of its message");
  } catch (const protozero::varint_too_long_exception&) {
    Fail(StatusCode::kDataLoss, "a number has more than 10 bytes");
  } catch (const protozero::exception&) {
    Fail(StatusCode::kDataLoss, "these bytes are no field of a protobuf message");
  }
}

template <typename Take>
void OnnxMessage::EachInt(Take take) {
  if (!IsPacked()) return take(Int());
  const std::string_view packed = Bytes();
  const char* at = packed.data();
  const char* const end = at + packed.size();
  while (at != end)
    take(static_cast<int64_t>(Guarded([&] { return protozero::decode_varint(&at, end); })));
}

template <typename T>
void OnnxMessage::AppendFixed(std::vector<unsigned char>* bytes) {
  constexpr auto kSingle =
      sizeof(T) == 4 ? protozero::pbf_wire_type::fixed32 : protozero::pbf_wire_type::fixed64;
  std::string_view packed;
  T single;
  if (IsPacked()) {
    packed = Bytes();
    if (packed.size() % sizeof(T) != 0)
      Fail(StatusCode::kDataLoss, "the packed numbers end in the middle of one");
  } else {
    Expect(kSingle);
    if constexpr (sizeof(T) == 4)
      single = Guarded([&] { return reader_.get_float(); });
    else
      single = Guarded([&] { return reader_.get_double(); });
    packed = {reinterpret_cast<const char*>(&single), sizeof(single)};
  }
  bytes->insert(bytes->end(), packed.begin(), packed.end());
}

// Reads a part of the file; a fault in it gets the part's name, as it is known by then, in front.
template <typename Name, typename Read>
void Within(Name name, Read read) {
  try {
    read();
  } catch (OnnxFault& fault) {
    fault.what_is_wrong = name() + ": " + fault.what_is_wrong;
    throw;
  }
}

}  // namespace aclprof
