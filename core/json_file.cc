#include "core/json_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

namespace aclprof {
namespace {

constexpr off_t kMaxFileBytes = 10 * 1024 * 1024;
constexpr int kMaxNesting = 10;

using Event = nlohmann::json::parse_event_t;

// How deep objects and arrays are nested, each for itself.
class Nesting {
 public:
  void See(Event event) {
    if (event == Event::object_start) too_deep_ |= ++objects_ > kMaxNesting;
    if (event == Event::object_end) --objects_;
    if (event == Event::array_start) too_deep_ |= ++arrays_ > kMaxNesting;
    if (event == Event::array_end) --arrays_;
  }
  bool too_deep() const { return too_deep_; }

 private:
  int objects_ = 0;
  int arrays_ = 0;
  bool too_deep_ = false;
};

ControlStatus BadFile(const std::string& path, const std::string& reason) {
  return {ControlCode::kBadFile, "the configuration file " + path + " " + reason};
}

ControlStatus BadFileByErrno(const std::string& path, int error) {
  return BadFile(path, "can't be read: Error " + std::to_string(error) + " " +
                           std::generic_category().message(error));
}

ControlStatus ReadAll(const std::string& path, std::string* text) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return BadFileByErrno(path, errno);
  text->assign(std::istreambuf_iterator<char>(file), {});
  return file.bad() ? BadFileByErrno(path, EIO) : ControlStatus();
}

bool IsBlank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

}  // namespace

ControlStatus ParseJsonText(const std::string& text, const std::string& source,
                            nlohmann::json* root) {
  *root = nlohmann::json::object();
  if (IsBlank(text)) return {};
  Nesting nesting;
  try {
    *root = nlohmann::json::parse(text, [&nesting](int, Event event, nlohmann::json&) {
      nesting.See(event);
      return true;
    });
  } catch (const nlohmann::json::exception& error) {
    return {ControlCode::kBadJson, source + " is not JSON: " + error.what()};
  }
  if (nesting.too_deep()) {
    return {ControlCode::kBadJson,
            source + " nests deeper than " + std::to_string(kMaxNesting) + " levels"};
  }
  if (!root->is_object()) return {ControlCode::kBadJson, source + " is not a JSON object"};
  return {};
}

ControlStatus ReadJsonFile(const std::string& path, nlohmann::json* root) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return BadFileByErrno(path, errno);
  if (!S_ISREG(status.st_mode)) return BadFile(path, "is not a regular file");
  if (status.st_size > kMaxFileBytes) return BadFile(path, "is larger than 10 MiB");
  std::string text;
  if (ControlStatus read = ReadAll(path, &text); !read.ok()) return read;
  return ParseJsonText(text, path, root);
}

}  // namespace aclprof
