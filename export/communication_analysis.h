// communication_analysis.h: analyze/communication.json or communication_analyzer.db: when each collective ran, and how long.
//
// Shape    as the vendor's analysis takes it: of runs with one name on one device the first. Memory grows with these names.
// Units    us for starts, ms for times.
// Errors   what the reader or the file system says; then nothing is written. Without a collective there is no file either.
// Threads  one.
// Source   docs/msprof.md, "Communication".
#pragma once

#include <cstdint>
#include <string>

#include "base/file_system.h"
#include "base/status.h"
#include "readers/session_reader.h"

namespace aclprof {

struct CommunicationOptions {
  std::string directory;
  bool database = false;  // instead of JSON
  FileSystem* files = FileSystem::Default();
};

struct CommunicationReport {
  uint64_t collectives = 0;
  std::string file;  // in the directory; "" where there is none
};

Status AnalyzeCommunication(SessionReader* reader, const CommunicationOptions& options,
                            CommunicationReport* report);

}  // namespace aclprof
