// old_places.h: links to the exported files where older releases of the vendor's msprof had them, and one public client still
// looks: device_<n>/summary/*.csv and device_<n>/timeline/*.json.
//
// Errors   what the file system says of a directory or a link that can't be made.
#pragma once

#include <string>

#include "base/status.h"

namespace aclprof {

// For every device of the session that has a folder; what is there already stays.
Status LinkOldPlaces(const std::string& session);

}  // namespace aclprof
