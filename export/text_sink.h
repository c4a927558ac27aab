// text_sink.h: buffered text on its way into one file.
//
// Shape    text goes into a buffer of fixed size and from there to the file whenever it is full, while the next is
//          filled (write_behind.h).
// Errors   the first failure is kept, once the next buffer is full; what comes after it is thrown away, so that writers
//          of rows need not look: Finish tells.
// Threads  one.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/file_system.h"
#include "base/status.h"
#include "export/write_behind.h"

namespace aclprof {

// The first kBytes of a text and its last ones, which may overlap.
template <size_t kBytes>
void CopyEnds(const char* from, size_t count, char* to) {
  char first[kBytes], last[kBytes];
  std::memcpy(first, from, kBytes);
  std::memcpy(last, from + count - kBytes, kBytes);
  std::memcpy(to, first, kBytes);
  std::memcpy(to + count - kBytes, last, kBytes);
}

// Copies `count` bytes. Most texts are short: two moves that may overlap cost less than a call.
inline void CopyText(const char* from, size_t count, char* to) {
  if (count > 64) {
    std::memcpy(to, from, count);
  } else if (count >= 32) {
    CopyEnds<32>(from, count, to);
  } else if (count >= 16) {
    CopyEnds<16>(from, count, to);
  } else if (count >= 8) {
    CopyEnds<8>(from, count, to);
  } else if (count >= 4) {
    CopyEnds<4>(from, count, to);
  } else {
    for (size_t i = 0; i < count; ++i) to[i] = from[i];
  }
}

class TextSink {
 public:
  explicit TextSink(std::unique_ptr<WritableFile> file);

  void Append(std::string_view text) {
    if (text.size() > kCapacity) return AppendLarge(text);
    CopyText(text.data(), text.size(), Reserve(text.size()));
    used_ += text.size();
  }

  // Room for at most `bytes` (up to a few hundred), to be written in place; Advance then says where
  // the text ended.
  char* Reserve(size_t bytes) {
    if (used_ + bytes > kCapacity) Flush();
    return buffer_.get() + used_;
  }
  void Advance(const char* end) { used_ = static_cast<size_t>(end - buffer_.get()); }

  const Status& status() const { return status_; }
  // Appended so far.
  uint64_t bytes() const { return flushed_ + used_; }
  // Writes what is buffered, makes the file durable and closes it.
  Status Finish();

 private:
  static constexpr size_t kCapacity = 256 * 1024;

  void AppendLarge(std::string_view text);
  void Flush();
  void WriteBuffer();
  void Write(std::string_view text);

  std::unique_ptr<WritableFile> file_;
  WriteBehind behind_;
  std::unique_ptr<char[]> buffer_;
  size_t used_ = 0;
  uint64_t flushed_ = 0;
  Status status_;
};

}  // namespace aclprof
