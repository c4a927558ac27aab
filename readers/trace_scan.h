// trace_scan.h: reads everything of a trace file but the insides of its blocks.
//
// Shape    from its footer where there is one; else, and wherever a footer does not reach, frame by frame, with a
//          search for the next whole frame behind damage. Files that were joined are several files in a row.
// Errors   Damage is reported in the contents. kUnsupported for a newer major version; kNotFound, kPermissionDenied,
//          kIoError as the system says. Never more memory than a frame and the announcements.
// Source   format/trace_format.md, "Damage and what a reader does".
#pragma once

#include <optional>
#include <string>

#include "base/status.h"
#include "readers/name_index.h"
#include "readers/trace_contents.h"

namespace aclprof {

enum class ScanDepth {
  kFooters,     // trust a footer whose checksums hold
  kEveryFrame,  // look at every frame in any case
};

// Nothing is taken from files of another session than this one; without one, the first header's is taken and given back.
Status ScanTraceFile(const std::string& path, ScanDepth depth,
                     std::optional<std::string>* session_id, NameIndex* names,
                     TraceContents* contents);

}  // namespace aclprof
