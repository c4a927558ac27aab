// info_file.h: info.json of a session directory.
//
// Errors   kDataLoss for text that is no JSON object. A field that is missing or of another type keeps its default.
#pragma once

#include <optional>
#include <string>

#include "base/status.h"
#include "format/ledger.h"
#include "readers/session_reader.h"

namespace aclprof {

struct InfoFile {
  SessionInfo info;
  std::optional<Ledger> ledger;
};

Status ReadInfoFile(const std::string& path, InfoFile* file);
Status ParseInfo(const std::string& path, const std::string& text, InfoFile* file);

}  // namespace aclprof
