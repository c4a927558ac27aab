#include "tools/msprof/session_query.h"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <set>
#include <vector>

#include "aclprof/producer.h"
#include "base/utf8.h"
#include "readers/session_files.h"
#include "readers/session_reader.h"
#include "tools/exit_code.h"
#include "tools/session_summary.h"

namespace aclprof {
namespace {

constexpr char kNothing[] = "N/A";

template <typename... Cells>
void PrintRow(const Cells&... cells) {
  fmt::print("{:<10}{:<11}{:<62}{:<28}{:<12}{:<18}{:<20}{}\n", cells...);
}

// The steps that were begun, as the number of iterations.
std::string IterationsOf(SessionReader* reader) {
  std::set<uint64_t> indexes;
  const auto cursor = reader->Records({uint64_t{1} << ACLPROFX_KIND_STEP});
  for (RecordView record; cursor->Next(&record);) {
    if (record.payload_bytes < sizeof(aclprofx_step)) continue;
    indexes.insert(static_cast<const aclprofx_step*>(record.payload)->index);
  }
  return indexes.empty() ? kNothing : std::to_string(indexes.size());
}

ExitCode Query(const std::string& session) {
  std::unique_ptr<SessionReader> reader;
  if (const Status opened = SessionReader::Open(session, &reader); !opened.ok())
    return Fail(opened);
  std::vector<std::string> devices = {"host"};
  for (const DeviceInfo& device : reader->info().devices)
    devices.push_back(std::to_string(device.id));
  const std::string iterations = IterationsOf(reader.get());
  for (const std::string& device : devices) {
    PrintRow("NA", device, VisibleText(std::filesystem::path(session).filename().string()),
             LocalTime(reader->info().start_realtime_ns), kNothing, iterations, kNothing, kNothing);
  }
  return ExitCodeOf(*reader);
}

}  // namespace

int RunQuery(const std::string& path) {
  std::vector<std::string> sessions;
  if (const Status found = FindSessions(path, &sessions); !found.ok()) return Fail(found);
  PrintRow("Job Info", "Device ID", "Dir Name", "Collection Time", "Model ID", "Iteration Number",
           "Top Time Iteration", "Rank ID");
  ExitCode code = kExitGood;
  for (const std::string& session : sessions) code = Graver(code, Query(session));
  return code;
}

}  // namespace aclprof
