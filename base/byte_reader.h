// byte_reader.h: walks over bytes from outside; no read reaches past their end.
//
// Shape    a view: the bytes must outlive it. A failed read moves nothing.
// Errors   every read says by its bool whether the bytes were there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/byte_order.h"

namespace aclprof {

class ByteReader {
 public:
  ByteReader(const void* bytes, size_t count)
      : at_(static_cast<const unsigned char*>(bytes)), left_(count) {}

  size_t left() const { return left_; }
  const unsigned char* at() const { return at_; }

  bool Skip(uint64_t count) {
    if (count > left_) return false;
    at_ += count;
    left_ -= count;
    return true;
  }

  bool Take(uint64_t count, const unsigned char** bytes) {
    *bytes = at_;
    return Skip(count);
  }

  bool TakeText(uint64_t count, std::string_view* text) {
    const unsigned char* bytes;
    if (!Take(count, &bytes)) return false;
    *text = std::string_view(reinterpret_cast<const char*>(bytes), count);
    return true;
  }

  template <typename T>
  bool Read(T* value) {
    const unsigned char* bytes;
    if (!Take(sizeof(T), &bytes)) return false;
    *value = Load<T>(bytes);
    return true;
  }

 private:
  const unsigned char* at_;
  size_t left_;
};

}  // namespace aclprof
