// session_export.h: one session as the vendor's tables, timeline and database.
//
// Shape    one pass over everything by start (timeline, api_statistic, memory tables, database), then one over
//          the tasks of each device (op_summary, op_statistic, task_time). Memory does not grow
//          with the session.
// Errors   damage is not an error: what is whole is exported. After any error, and after a stop,
//          nothing is left under a name that anybody looks for.
// Threads  one, that of the reader.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/status.h"
#include "export/timeline_choice.h"
#include "format/ledger.h"
#include "readers/session_reader.h"

namespace aclprof {

// In the session's directory.
inline constexpr char kExportDirectory[] = "mindstudio_profiler_output";

struct ExportOptions {
  // "" = kExportDirectory in the session's directory, and that itself for the database
  std::string directory;
  bool text = true;             // timeline and tables
  bool database = false;        // msprof_<stamp>.db
  bool perfetto = false;        // msprof_<stamp>.perfetto-trace, the timeline once more
  bool tables_as_json = false;  // instead of CSV
  TimelineChoice timeline;
  uint64_t rows_per_file = 1000000;  // of a table; more go into slices
  FileSystem* files = FileSystem::Default();
  std::string stamp;  // YYYYMMDDhhmmss in the names; "" = the local time
  // The timeline's times count from the session's first record: a viewer that calculates in doubles
  // has steps of 0.25 us at Unix times, and draws slices nearer than that into each other.
  bool relative_time = false;
  // Only the records that overlap it, as if there were no others; but relative times still count from the session's
  // first one.
  std::optional<TimeWindow> window;
  // Told every few thousand records; false stops the export with kUnavailable.
  std::function<bool(uint64_t done, uint64_t total)> progress;
};

struct ExportReport {
  std::string directory;
  std::vector<std::string> files;  // as seen from the directory
  KindCounts records{};            // read, by kind
  uint64_t tasks = 0;              // rows of task_time
  uint64_t operators = 0;          // rows of op_summary
  uint64_t calls = 0;              // API records
  uint64_t open_ended = 0;
  uint64_t lost = 0;                 // as the loss markers count them
  uint64_t malformed = 0;            // records too short for their kind
  bool metrics_as_captured = false;  // as another profiler computed them
  uint64_t flow_pairs = 0;
  uint64_t tasks_without_call = 0;  // that name a call which is not in the session
  int64_t origin_ns = 0;            // from which the timeline's times count
  int64_t first_ns = 0;             // the first start
  int64_t last_ns = 0;              // the last stop

  uint64_t TotalRecords() const;
};

Status ExportSession(SessionReader* reader, const ExportOptions& options, ExportReport* report);

}  // namespace aclprof
