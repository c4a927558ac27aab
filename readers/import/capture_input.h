// capture_input.h: the bytes of a file, inflated on the way when it is gzip.
//
// Threads  one input, one thread.
// Errors   Open: kNotFound, kPermissionDenied, kIoError. A gzip stream that ends early or fails its
//          checksum is kDataLoss in status() once the bytes before it have been given out.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"

namespace aclprof {

class CaptureInput {
 public:
  static Status Open(const std::string& path, std::unique_ptr<CaptureInput>* input);
  ~CaptureInput();
  CaptureInput(const CaptureInput&) = delete;
  CaptureInput& operator=(const CaptureInput&) = delete;

  // Up to `count` bytes; 0 at the end, and after damage.
  size_t Read(void* bytes, size_t count);
  // The number of bytes given out so far.
  uint64_t position() const { return position_; }
  const Status& status() const { return status_; }
  const std::string& path() const { return path_; }

 private:
  CaptureInput(gzFile file, std::string path) : file_(file), path_(std::move(path)) {}
  void NoteFailure();

  gzFile file_;
  std::string path_;
  uint64_t position_ = 0;
  Status status_;
};

}  // namespace aclprof
