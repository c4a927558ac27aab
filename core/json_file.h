// json_file.h: the JSON text of a configuration, from a file or from memory, as far as we take it.
//
// Shape    at most 10 MiB; objects nested at most 10 deep, arrays likewise; the top is an object. Empty text is {}.
// Errors   kBadFile with the path and the reason; kBadJson with the source and the place.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/control_status.h"

namespace aclprof {

// source: what messages call the text.
ControlStatus ParseJsonText(const std::string& text, const std::string& source,
                            nlohmann::json* root);

// The path must name a regular file; links are followed.
ControlStatus ReadJsonFile(const std::string& path, nlohmann::json* root);

}  // namespace aclprof
