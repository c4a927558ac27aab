// export_command.h: `aclprof export [--type text|db|all|perfetto] [--output DIR] [--from TIME] [--to TIME] [--reports FILE] [--only-name TEXT]
// [--only-device N] [--slice-mb N] [--split-ms N] [--threads N] [--relative-time] [--quiet] PROF|PARENT`.
#pragma once

#include <optional>
#include <string>

#include "export/timeline_choice.h"
#include "readers/session_reader.h"
#include "tools/iteration_window.h"
#include "tools/verb.h"
#include "tools/window_option.h"

namespace aclprof {

struct ExportChoices {
  std::string path;
  std::string output;
  std::string type = "text";
  WindowChoice window;
  ReadOptions reading;
  std::string reports;  // a file, see reports_file.h
  TimelineChoice timeline;
  uint64_t slice_mb = 0;
  int64_t split_ms = 0;
  std::optional<Iteration> iteration;  // instead of the window
  bool tables_as_json = false;
  bool relative_time = false;
  bool quiet = false;
};

RunVerb DeclareExport(CLI::App* options);
// All sessions below the path; the exit code.
int RunExport(ExportChoices choices);

}  // namespace aclprof
