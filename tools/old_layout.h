// old_layout.h: the exported files as older releases of the vendor's tool left them, where one public client still reads them:
// device_<n>/summary/*.csv with the rows of that device, and device_<n>/timeline/*.json.
//
// Shape    titles are the older ones: Block Dim, and the counters of cube cores without their prefix.
// Errors   what the file system says of a directory or a file that can't be made.
// Source   ACLPROF_COMPAT=layout-old, docs/msprof.md.
#pragma once

#include <string>

#include "base/status.h"
#include "export/session_export.h"

namespace aclprof {

// For every device of the session that has a folder.
Status WriteOldLayout(const std::string& session, const ExportReport& report);
// A header line with the older titles.
std::string OldTitles(const std::string& header);

}  // namespace aclprof
