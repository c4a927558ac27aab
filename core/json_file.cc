#include "core/json_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/json_shape.h"

namespace aclprof {
namespace {

constexpr size_t kMaxFileBytes = 10 * 1024 * 1024;
constexpr size_t kMaxNesting = 10;  // of objects and of arrays, each for itself

ControlStatus BadFile(const std::string& path, const std::string& reason) {
  return {ControlCode::kBadFile, "the configuration file " + path + " " + reason};
}

ControlStatus BadFileByErrno(const std::string& path, int error) {
  return BadFile(path, "can't be read: Error " + std::to_string(error) + " " +
                           std::generic_category().message(error));
}

// Without O_NONBLOCK a pipe would hold the caller up for ever.
class ConfigFile {
 public:
  explicit ConfigFile(const std::string& path)
      : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~ConfigFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  ConfigFile(const ConfigFile&) = delete;
  ConfigFile& operator=(const ConfigFile&) = delete;

  // What the system says of the size is no bound: files grow, and those of /proc say 0.
  ControlStatus ReadAll(std::string* text) {
    struct stat status;
    if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) return BadFileByErrno(path_, errno);
    if (!S_ISREG(status.st_mode)) return BadFile(path_, "is not a regular file");
    ssize_t got = 1;
    while (got > 0 && text->size() <= kMaxFileBytes) got = ReadSome(text);
    if (got < 0) return BadFileByErrno(path_, errno);
    return text->size() > kMaxFileBytes ? BadFile(path_, "is larger than 10 MiB") : ControlStatus();
  }

 private:
  ssize_t ReadSome(std::string* text) {
    char some[65536];
    const ssize_t got = TEMP_FAILURE_RETRY(::read(descriptor_, some, sizeof(some)));
    if (got > 0) text->append(some, static_cast<size_t>(got));
    return got;
  }

  const std::string path_;
  const int descriptor_;
};

bool IsBlank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

}  // namespace

ControlStatus ParseJsonText(const std::string& text, const std::string& source,
                            nlohmann::json* root) {
  *root = nlohmann::json::object();
  if (IsBlank(text)) return {};
  const JsonShape shape = ShapeOfJson(text);
  if (shape.objects > kMaxNesting || shape.arrays > kMaxNesting) {
    return {ControlCode::kBadJson,
            source + " nests deeper than " + std::to_string(kMaxNesting) + " levels"};
  }
  try {
    *root = nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    return {ControlCode::kBadJson, source + " is not JSON: " + error.what()};
  }
  if (!root->is_object()) return {ControlCode::kBadJson, source + " is not a JSON object"};
  return {};
}

ControlStatus ReadJsonFile(const std::string& path, nlohmann::json* root) {
  std::string text;
  if (ControlStatus read = ConfigFile(path).ReadAll(&text); !read.ok()) return read;
  return ParseJsonText(text, path, root);
}

}  // namespace aclprof
