// retention.h: keeps the closed files of a session under its storage limit; the oldest go first.
//
// Threads  any; one lock, taken per write of a block and per closed file, never by an emitter.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>

#include "base/file_system.h"
#include "base/status.h"

namespace aclprof {

class Retention {
 public:
  // limit_bytes 0 = no limit.
  Retention(FileSystem* files, uint64_t limit_bytes) : files_(files), limit_bytes_(limit_bytes) {}

  // Makes room for `bytes` more, removing closed files before they are written.
  void Reserve(uint64_t bytes);
  // Gives back what was reserved and not written after all.
  void Release(uint64_t bytes);
  // A file that was closed and may be removed from now on. Its bytes were reserved while it was written.
  void AddClosed(const std::string& path, uint64_t bytes, uint64_t records);
  // How big a file may become so that several of them fit under the limit.
  uint64_t CapOfFile(uint64_t wanted_bytes) const;

  uint64_t aged_out_records() const;
  uint64_t aged_out_files() const;

 private:
  struct ClosedFile {
    std::string path;
    uint64_t bytes;
    uint64_t records;
  };
  void RemoveOldest();

  FileSystem* files_;
  const uint64_t limit_bytes_;
  mutable std::mutex mutex_;
  std::deque<ClosedFile> closed_;
  uint64_t used_bytes_ = 0;
  uint64_t aged_out_records_ = 0;
  uint64_t aged_out_files_ = 0;
};

}  // namespace aclprof
