// memory_capture.h: bytes of a fuzzing engine as a file that an importer can open, and what no importer may tell.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "aclprof/producer.h"
#include "readers/import/capture.h"

namespace aclprof {

class MemoryCapture {
 public:
  MemoryCapture(const uint8_t* data, size_t size) : fd_(memfd_create("capture", MFD_CLOEXEC)) {
    if (fd_ < 0 || write(fd_, data, size) != static_cast<ssize_t>(size)) std::abort();
  }
  ~MemoryCapture() { close(fd_); }
  MemoryCapture(const MemoryCapture&) = delete;
  MemoryCapture& operator=(const MemoryCapture&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_;
};

// Aborts on times that a replay could not count with; counts what it is told.
class ImportCheck : public CaptureVisitor {
 public:
  void OnTask(const ImportedTask& task) override {
    Check(task.start, task.duration);
    CheckDevice(task.device_id);
  }
  void OnMetrics(const ImportedMetrics& metrics) override {
    Check(metrics.start, Span());
    CheckDevice(metrics.device_id);
    if (metrics.core_kind > ACLPROFX_CORE_WHOLE || metrics.values.empty()) std::abort();
  }
  void OnApi(const ImportedApi& api) override { Check(api.start, api.duration); }
  void OnRange(const ImportedRange& range) override { Check(range.start, range.duration); }
  void OnSample(const ImportedSample& sample) override { Check(sample.time, Span()); }

  uint64_t told() const { return told_; }

 private:
  static void CheckDevice(int32_t id) {
    if (id < 0 || id > static_cast<int32_t>(kMaxImportedDevice)) std::abort();
  }
  void Check(Instant start, Span duration) {
    ++told_;
    const Instant end = start + duration;
    if (start.ns < 0 || duration.ns < 0 || end < start) std::abort();
  }

  uint64_t told_ = 0;
};

// The replay reads a capture twice and counts on hearing the same.
inline void ReadTwice(CaptureReader* reader) {
  ImportCheck first;
  ImportCheck second;
  const Status once = reader->Read(&first);
  const Status again = reader->Read(&second);
  if (once.code() != again.code() || first.told() != second.told()) std::abort();
}

}  // namespace aclprof
