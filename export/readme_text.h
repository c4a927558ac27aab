// readme_text.h: the README.txt beside the exported files: what they are, of which devices, and
// what is missing from them.
#pragma once

#include <string>

#include "export/session_export.h"
#include "readers/session_reader.h"

namespace aclprof {

std::string ReadmeText(const SessionReader& reader, const ExportOptions& options,
                       const ExportReport& report);

}  // namespace aclprof
