// file_text.h: a small file, read or written whole.
//
// Errors   a file that cannot be read is "".
#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace aclprof {

inline std::string TextOfFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void WriteFile(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace aclprof
