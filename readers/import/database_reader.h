// database_reader.h: what a SQLite database of msprof or torch_npu holds, plain or gzip.
//
// Shape    TASK with COMPUTE_TASK_INFO, COMMUNICATION_OP, CANN_API, PYTORCH_API, MSTX_EVENTS and
//          AICORE_FREQ, each where it is there, in the order of its rows. A gzip file is first
//          inflated into a file in TMPDIR that loses its name at once.
// Units    nanoseconds of Unix time.
// Source   schema versions 1.0.0 (torch_npu 2025-01) to 1.2.0 (CANN 9.0.0).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "readers/import/capture.h"

namespace aclprof {

class DatabaseReader : public CaptureReader {
 public:
  static bool Recognizes(std::string_view beginning);
  // Fails with kUnsupported for a database of something else.
  static Status Open(const std::string& path, std::unique_ptr<CaptureReader>* reader);

  const std::string& path() const override { return path_; }
  CaptureKind kind() const override { return CaptureKind::kDatabase; }
  Status Read(CaptureVisitor* visitor) override;

 private:
  explicit DatabaseReader(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace aclprof
