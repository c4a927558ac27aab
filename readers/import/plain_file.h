// plain_file.h: a capture as a plain file, for libraries that read no gzip.
#pragma once

#include <memory>
#include <string>

#include "base/status.h"

namespace aclprof {

class PlainFile {
 public:
  // The file itself, or for gzip an inflated copy in TMPDIR that goes with this object. Damage of
  // the gzip stream is not an error but in damage(): what could be inflated is there.
  static Status Open(const std::string& path, std::unique_ptr<PlainFile>* file);
  ~PlainFile();
  PlainFile(const PlainFile&) = delete;
  PlainFile& operator=(const PlainFile&) = delete;

  const std::string& path() const { return path_; }
  // Takes the copy's name away once it is open elsewhere: not even a killed process leaves it.
  void ForgetName();
  const Status& damage() const { return damage_; }

 private:
  PlainFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  Status Inflate(const std::string& source);

  std::string path_;
  int descriptor_;
  Status damage_;
};

}  // namespace aclprof
