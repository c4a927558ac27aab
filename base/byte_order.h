// byte_order.h: reads and writes of plain values and structs at any address, in the byte order of the files.
//
// Shape    little endian, which is also the order of every machine we build for; the assert says so.
// Threads  free functions.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace aclprof {

static_assert(std::endian::native == std::endian::little,
              "trace files are little endian and stored as in memory");

using Bytes = std::vector<unsigned char>;

template <typename T>
T Load(const void* from) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <typename T>
void Store(void* to, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::memcpy(to, &value, sizeof(T));
}

inline void AppendBytes(Bytes* bytes, const void* from, size_t count) {
  const auto* first = static_cast<const unsigned char*>(from);
  bytes->insert(bytes->end(), first, first + count);
}

template <typename T>
void AppendValue(Bytes* bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  AppendBytes(bytes, &value, sizeof(T));
}

}  // namespace aclprof
