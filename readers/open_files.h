// open_files.h: the files of a session that were read last, kept open.
//
// Shape    at most kMostOpenFiles at a time, the one least recently asked for is closed; who still reads it holds it.
// Threads  any.
// Errors   as InputFile::Open.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "base/status.h"
#include "readers/input_file.h"

namespace aclprof {

inline constexpr size_t kMostOpenFiles = 32;

class OpenFiles {
 public:
  Status Open(const std::string& path, std::shared_ptr<const InputFile>* file);

 private:
  std::mutex mutex_;
  std::list<std::shared_ptr<const InputFile>> files_;  // asked for last at the front
};

}  // namespace aclprof
