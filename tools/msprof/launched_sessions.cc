#include "tools/msprof/launched_sessions.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/tick_clock.h"
#include "format/session_layout.h"
#include "readers/info_file.h"
#include "readers/session_files.h"

namespace aclprof {
namespace {

bool IsOf(const std::string& launcher, const std::string& session) {
  InfoFile file;
  if (!ReadInfoFile(session + "/" + kInfoFileName, &file).ok()) return false;
  const auto info = nlohmann::json::parse(file.info.info_json, nullptr, /*allow_exceptions=*/false);
  const nlohmann::json::json_pointer place("/config/settings/launcher");
  return info.contains(place) && info.at(place) == launcher;
}

}  // namespace

// A process id alone may be that of another machine or container.
std::string NewLauncher() { return std::to_string(getpid()) + "." + std::to_string(MonotonicNs()); }

std::vector<std::string> SessionsOf(const std::string& launcher, const std::string& directory) {
  std::vector<std::string> found;
  static_cast<void>(FindSessions(directory, &found));
  std::erase_if(found, [&](const std::string& session) { return !IsOf(launcher, session); });
  return found;
}

}  // namespace aclprof
