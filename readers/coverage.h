// coverage.h: which bytes of a file are accounted for, and what is said of the rest.
//
// Shape    ranges and faults as the reader comes by them; the gaps between the ranges are what was lost.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "readers/session_reader.h"

namespace aclprof {

class Coverage {
 public:
  void Cover(uint64_t begin, uint64_t end);
  // In ascending order of offsets. A gap is told by the first fault in it.
  void Fault(uint64_t offset, const char* what) { faults_.emplace_back(offset, what); }

  // In the order of the file, which has so many bytes.
  std::vector<FileDamage> Gaps(const std::string& path, uint64_t file_bytes);

 private:
  std::vector<std::pair<uint64_t, uint64_t>> ranges_;  // begin, end
  std::vector<std::pair<uint64_t, const char*>> faults_;
};

}  // namespace aclprof
