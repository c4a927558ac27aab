// reports_file.h: which layers of the timeline a file of the vendor's msprof --reports switches off.
//
// Shape    {"json_process": {"ascend": true, "cann": false, ...}}; a layer that is not named is shown.
// Errors   kInvalidArgument for what is no such file, with the name or the place in it; kNotFound, kPermissionDenied.
//          A link, a path of more than 1024 bytes and a file of more than 64 MiB are refused.
#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"

namespace aclprof {

Status ReadReportsFile(const std::string& path, uint64_t* hidden_layers);

}  // namespace aclprof
