#include "tools/msprof/old_places.h"

#include <filesystem>
#include <system_error>

#include "export/session_export.h"
#include "format/session_layout.h"
#include "readers/session_files.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;

std::string OldFolderOf(const fs::path& file) {
  if (file.extension() == ".csv") return "summary";
  return file.extension() == ".json" ? "timeline" : "";
}

void LinkFile(const fs::path& file, const fs::path& device) {
  const std::string folder = OldFolderOf(file);
  if (folder.empty()) return;
  fs::create_directory(device / folder);
  const fs::path link = device / folder / file.filename();
  if (fs::exists(fs::symlink_status(link))) return;
  fs::create_symlink(fs::path("../..") / kExportDirectory / file.filename(), link);
}

}  // namespace

Status LinkOldPlaces(const std::string& session) try {
  SessionFiles files;
  if (Status listed = ListSessionFiles(session, &files); !listed.ok()) return listed;
  for (const auto& entry : fs::directory_iterator(fs::path(session) / kExportDirectory))
    for (const int32_t device : files.devices)
      if (device >= 0) LinkFile(entry.path(), fs::path(session) / StreamFolder(device));
  return {};
} catch (const fs::filesystem_error& error) {
  return Status::FromErrno(error.code().value(), error.path1().string());
}

}  // namespace aclprof
