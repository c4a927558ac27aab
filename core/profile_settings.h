// profile_settings.h: the options in force for the sessions that are started from now on.
//
// Errors   Set refuses what the rule of the option refuses and changes nothing then.
// Threads  a value type.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/collection_config.h"
#include "core/control_status.h"
#include "core/pipeline.h"

namespace aclprof {

class ProfileSettings {
 public:
  // One option of aclprofSetConfig; unsupported: bit t = the platform does not offer type t.
  ControlStatus Set(int type, std::string_view value, uint64_t unsupported);
  // An option that is known to be right, by the name it has in info.json.
  void Note(const std::string& name, std::string_view value) { values_[name] = value; }

  // What was set, by the name in info.json.
  std::optional<std::string> ValueOf(const std::string& name) const;

  // What the pipeline is told of a session under these settings.
  SessionOptions OptionsFor(const CollectionConfig& config, const std::string& base_directory,
                            const char* mode) const;

 private:
  bool SamplesTheSystem() const;
  HostSampling HostSamplesWanted() const;

  std::map<std::string, std::string, std::less<>> values_;  // by the option's name in JSON
};

}  // namespace aclprof
