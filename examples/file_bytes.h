// file_bytes.h: whole files, for the examples.
//
// Errors   0, or 1 after a line on stderr with what errno says.
#ifndef ACLPROF_EXAMPLES_FILE_BYTES_H_
#define ACLPROF_EXAMPLES_FILE_BYTES_H_

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

inline int FileError(const std::string& path) {
  std::fprintf(stderr, "%s: %s\n", path.c_str(), std::strerror(errno));
  return 1;
}

inline int ReadFile(const std::string& path, std::vector<char>* bytes) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return FileError(path);
  bytes->clear();
  char part[65536];
  size_t count = 0;
  while ((count = std::fread(part, 1, sizeof(part), file)) > 0)
    bytes->insert(bytes->end(), part, part + count);
  const int failed = std::ferror(file) ? FileError(path) : 0;
  std::fclose(file);
  return failed;
}

inline int WriteFile(const std::string& path, std::string_view bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return FileError(path);
  const int failed =
      std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() ? 0 : FileError(path);
  if (std::fclose(file) != 0 && failed == 0) return FileError(path);
  return failed;
}

#endif  // ACLPROF_EXAMPLES_FILE_BYTES_H_
