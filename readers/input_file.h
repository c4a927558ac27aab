// input_file.h: a file that is read at offsets.
//
// Threads  any.
// Errors   kInvalidArgument for what is not a regular file; a read beyond the end gives what there is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/byte_order.h"
#include "base/status.h"

namespace aclprof {

class InputFile {
 public:
  static Status Open(const std::string& path, std::unique_ptr<InputFile>* file);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& path() const { return path_; }
  uint64_t size() const { return size_; }  // when it was opened
  // Replaces *bytes.
  Status Read(uint64_t offset, uint64_t count, Bytes* bytes) const;

 private:
  InputFile(int descriptor, std::string path, uint64_t size)
      : descriptor_(descriptor), path_(std::move(path)), size_(size) {}

  const int descriptor_;
  const std::string path_;
  const uint64_t size_;
};

// The whole of a small file; kResourceExhausted beyond max_bytes.
Status ReadSmallFile(const std::string& path, uint64_t max_bytes, std::string* text);

}  // namespace aclprof
