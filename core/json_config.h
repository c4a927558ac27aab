// json_config.h: the member `profiler` of the configuration that aclInit is given.
//
// Errors   kBadJsonItem names the key, what it takes and what it got. Everything is checked, also
// when the switch is off.
#pragma once

#include <string>

#include "core/collection_config.h"
#include "core/control_status.h"
#include "core/profile_settings.h"

namespace aclprof {

struct JsonConfig {
  bool on = false;
  std::string output;           // as written; empty = the default place
  CollectionConfig collection;  // of no devices: they join when they come up
  ProfileSettings settings;
};

// What is collected, on no device yet, where nobody said what.
CollectionConfig DefaultCollection();

// The configuration that the text asks for; source: what messages call the text. unsupported: bit t = the platform does
// not offer the option of type t.
ControlStatus ParseJsonConfig(const std::string& text, const std::string& source,
                              uint64_t unsupported, JsonConfig* config);

// Reads the file (none when the path is empty) and the environment variable PROFILER_SAMPLECONFIG,
// whose `profiler` goes before the file's. unsupported: bit t = the platform does not offer the
// option of type t.
ControlStatus ReadJsonConfig(const std::string& path, uint64_t unsupported, JsonConfig* config);

}  // namespace aclprof
