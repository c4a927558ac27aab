// text_sink.h: buffered text on its way into one file.
//
// Shape    text goes into a buffer of fixed size and from there to the file whenever it is full.
// Errors   the first failure is kept; what comes after it is thrown away, so that writers of rows
//          need not look: Finish tells.
// Threads  one.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/file_system.h"
#include "base/status.h"

namespace aclprof {

class TextSink {
 public:
  explicit TextSink(std::unique_ptr<WritableFile> file);

  void Append(std::string_view text) {
    if (text.size() > kCapacity) return AppendLarge(text);
    char* at = Reserve(text.size());
    std::memcpy(at, text.data(), text.size());
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
  // Writes what is buffered, makes the file durable and closes it.
  Status Finish();

 private:
  static constexpr size_t kCapacity = 256 * 1024;

  void AppendLarge(std::string_view text);
  void Flush();
  void Write(const char* bytes, size_t count);

  std::unique_ptr<WritableFile> file_;
  std::unique_ptr<char[]> buffer_;
  size_t used_ = 0;
  Status status_;
};

}  // namespace aclprof
