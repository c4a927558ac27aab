#include "core/base_directory.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <system_error>
#include <vector>

#include "core/control_log.h"

namespace aclprof {
namespace {

constexpr mode_t kDirectoryMode = 0750;
constexpr std::string_view kRefused = "\n\f\r\b\t\v\x7f\"'\\%><|&$;`";

ControlStatus Unusable(const std::string& path, const std::string& reason) {
  return {ControlCode::kBadDirectory, "the directory " + path + " can't be used: " + reason};
}

ControlStatus UnusableByErrno(const std::string& path, int error) {
  return Unusable(path,
                  "Error " + std::to_string(error) + " " + std::generic_category().message(error));
}

ControlStatus MakeAbsolute(std::string_view path, std::string* absolute) {
  *absolute = std::string(path);
  if (path == "~" || path.starts_with("~/")) {
    const char* home = ::getenv("HOME");
    if (home == nullptr || *home != '/') return Unusable(*absolute, "HOME is not set");
    *absolute = home + std::string(path.substr(1));
  }
  if (absolute->starts_with('/')) return {};
  std::unique_ptr<char, decltype(&::free)> cwd(::getcwd(nullptr, 0), &::free);
  if (!cwd) return UnusableByErrno(*absolute, errno);
  *absolute = std::string(cwd.get()) + "/" + *absolute;
  return {};
}

// 0, or why the path is no directory that we can write to.
int DirectoryError(const std::string& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return errno;
  if (!S_ISDIR(status.st_mode)) return ENOTDIR;
  return ::access(path.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

// The directories on the way to path, itself included, that do not exist; the uppermost first.
std::vector<std::string> Missing(const std::string& path) {
  std::vector<std::string> missing;
  for (size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    struct stat status;
    if (part.back() != '/' && ::stat(part.c_str(), &status) != 0 && errno == ENOENT)
      missing.push_back(part);
    if (end == std::string::npos) return missing;
  }
}

void RemoveAll(const std::vector<std::string>& made) {
  for (auto path = made.rbegin(); path != made.rend(); ++path) ::rmdir(path->c_str());
}

// Creates what is missing of path and notes what it made; 0 or the error.
int CreateMissing(const std::string& path, std::vector<std::string>* made) {
  for (const std::string& part : Missing(path)) {
    if (::mkdir(part.c_str(), kDirectoryMode) == 0) {
      made->push_back(part);
    } else if (errno != EEXIST) {
      return errno;
    }
  }
  return 0;
}

// The path without links, "." and ".."; 0 or the error.
int Resolve(const std::string& path, std::string* resolved) {
  std::unique_ptr<char, decltype(&::free)> text(::realpath(path.c_str(), nullptr), &::free);
  if (!text) return errno;
  *resolved = text.get();
  return 0;
}

std::string ExecutableDirectory() {
  std::string path(PATH_MAX, '\0');
  const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
  path.resize(length > 0 ? static_cast<size_t>(length) : 0);
  return path.substr(0, path.rfind('/'));
}

std::string DefaultOutput() {
  const char* work_path = ::getenv("ASCEND_WORK_PATH");
  if (work_path == nullptr || *work_path == '\0') return ExecutableDirectory();
  return std::string(work_path) + "/profiling_data";
}

}  // namespace

std::optional<char> FirstRefusedCharacter(std::string_view path) {
  const size_t at = path.find_first_of(kRefused);
  return at == std::string_view::npos ? std::nullopt : std::optional<char>(path[at]);
}

ControlStatus PrepareBaseDirectory(std::string_view path, std::string* absolute) {
  if (const auto refused = FirstRefusedCharacter(path)) {
    return Unusable(std::string(path),
                    "character " + std::to_string(int{*refused}) + " is not allowed in it");
  }
  std::string directory;
  if (ControlStatus status = MakeAbsolute(path, &directory); !status.ok()) return status;
  std::vector<std::string> made;
  int error = CreateMissing(directory, &made);
  if (error == 0) error = DirectoryError(directory);
  if (error == 0) error = Resolve(directory, absolute);
  if (error == 0) return {};
  RemoveAll(made);
  return UnusableByErrno(directory, error);
}

ControlStatus PrepareOutputDirectory(const std::string& output, std::string* absolute) {
  const std::string wanted = output.empty() ? DefaultOutput() : output;
  ControlStatus status = PrepareBaseDirectory(wanted, absolute);
  if (status.ok() || FirstRefusedCharacter(wanted)) return status;
  const std::string fallback = ExecutableDirectory();
  LogWarning((status.message() + "; results go to " + fallback).c_str());
  return PrepareBaseDirectory(fallback, absolute);
}

}  // namespace aclprof
