#include "readers/session_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "format/session_layout.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;

Status Refused(const std::string& path, const std::error_code& error) {
  return Status::FromErrno(error.value(), "read " + path);
}

// The names in a directory, sorted.
Status ListDirectory(const fs::path& directory, std::vector<fs::path>* entries) {
  std::error_code error;
  fs::directory_iterator it(directory, error);
  for (; !error && it != fs::directory_iterator(); it.increment(error))
    entries->push_back(it->path());
  if (error) return Refused(directory.string(), error);
  std::sort(entries->begin(), entries->end());
  return Status();
}

bool IsDirectory(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

Status AddDataFiles(const fs::path& data, SessionFiles* files) {
  if (!IsDirectory(data)) return Status();
  std::vector<fs::path> entries;
  Status listed = ListDirectory(data, &entries);
  for (const fs::path& entry : entries) {
    if (!IsDirectory(entry)) files->data.push_back(entry.string());
  }
  return listed;
}

Status ListProfDirectory(const fs::path& directory, SessionFiles* files) {
  std::vector<fs::path> entries;
  Status listed = ListDirectory(directory, &entries);
  for (const fs::path& entry : entries) {
    const std::string name = entry.filename().string();
    if (name == kInfoFileName) files->info_path = entry.string();
    const std::optional<int32_t> device_id = DeviceOfFolder(name);
    if (!device_id || !IsDirectory(entry)) continue;
    if (*device_id >= 0) files->devices.push_back(*device_id);
    if (listed.ok()) listed = AddDataFiles(entry / kDataFolder, files);
  }
  return listed;
}

Status NoSession(const std::string& path) {
  return Status(StatusCode::kNotFound, path + " is not a session: no info.json and no trace files");
}

}  // namespace

Status ListSessionFiles(const std::string& path, SessionFiles* files) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error) return Refused(path, error);
  if (status.type() == fs::file_type::regular) {
    files->data.push_back(path);
    return Status();
  }
  if (status.type() != fs::file_type::directory) return NoSession(path);
  Status listed = ListProfDirectory(path, files);
  if (!listed.ok()) return listed;
  return files->info_path.empty() && files->data.empty() ? NoSession(path) : Status();
}

Status FindSessions(const std::string& path, std::vector<std::string>* sessions) {
  SessionFiles files;
  Status itself = ListSessionFiles(path, &files);
  if (itself.ok()) sessions->push_back(path);
  if (itself.ok() || itself.code() != StatusCode::kNotFound || !IsDirectory(path)) return itself;
  std::vector<fs::path> entries;
  Status listed = ListDirectory(path, &entries);
  if (!listed.ok()) return listed;
  for (const fs::path& entry : entries) {
    const bool named_so = entry.filename().string().rfind(kSessionPrefix, 0) == 0;
    if (named_so && IsDirectory(entry)) sessions->push_back(entry.string());
  }
  if (!sessions->empty()) return Status();
  return Status(StatusCode::kNotFound, path + " is not a session and holds no PROF_* directory");
}

}  // namespace aclprof
