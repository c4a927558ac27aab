// export_warnings.h: what is missing from an export, a sentence each.
#pragma once

#include <string>
#include <vector>

#include "export/session_export.h"
#include "readers/session_reader.h"

namespace aclprof {

// Complete once the export has read the session.
std::vector<std::string> ExportWarnings(const SessionReader& reader, const ExportReport& report);

}  // namespace aclprof
