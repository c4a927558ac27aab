// file_system.h: the few calls through which the library touches files, so that a test can make any of them fail.
//
// Threads  every member may be called from any thread; one File object from one thread at a time.
// Errors   every call returns a Status that names the path; short writes and EINTR are handled inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"

namespace aclprof {

class WritableFile {
 public:
  virtual ~WritableFile() = default;
  // Writes all of it at the end of the file, or fails; what was written of it before the failure may remain.
  virtual Status Append(const void* bytes, size_t count) = 0;
  virtual Status Truncate(uint64_t size_bytes) = 0;
  virtual Status Sync() = 0;  // fdatasync
  virtual Status Close() = 0;
  // Whether the path still names this file (same device and inode).
  virtual bool StillAtPath() const = 0;
};

class FileSystem {
 public:
  virtual ~FileSystem() = default;
  // O_CREAT|O_EXCL|O_NOFOLLOW|O_CLOEXEC, mode 0640.
  virtual Status CreateExclusive(const std::string& path, std::unique_ptr<WritableFile>* file) = 0;
  // One directory, mode 0750; kAlreadyExists when the name is taken.
  virtual Status MakeDirectory(const std::string& path) = 0;
  // With parents; fine when it exists already.
  virtual Status MakeDirectories(const std::string& path) = 0;
  virtual Status Remove(const std::string& path) = 0;
  virtual Status Rename(const std::string& from, const std::string& to) = 0;
  // The directory's entries made durable.
  virtual Status SyncDirectory(const std::string& path) = 0;

  // The real one.
  static FileSystem* Default();
};

}  // namespace aclprof
