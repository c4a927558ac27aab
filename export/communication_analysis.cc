#include "export/communication_analysis.h"

#include <fmt/format.h>

#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "export/database_file.h"
#include "export/json_text.h"
#include "export/name_texts.h"
#include "export/number_text.h"
#include "export/output_set.h"
#include "export/task_row.h"
#include "export/utf8_text.h"

namespace aclprof {
namespace {

constexpr TableSchema kTimeTable = {
    "CommAnalyzerTime",
    "hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, elapse_time NUMERIC,"
    " transit_time NUMERIC, wait_time NUMERIC, synchronization_time NUMERIC, idle_time NUMERIC"};

struct Collective {
  std::string name;  // UTF-8
  int32_t device_id = 0;
  ExportTimes times;

  // The group is not recorded: the device stands in its place.
  std::string Group() const { return "NPU " + std::to_string(device_id); }
};

std::vector<Collective> CollectivesOf(SessionReader* reader) {
  OpTexts ops(reader);
  std::vector<Collective> found;
  std::set<std::pair<std::string, int32_t>> known;
  const auto cursor = reader->Records({kTaskKinds});
  for (RecordView record; cursor->Next(&record);) {
    TaskRow task;
    if (!DecodeTask(record, &task) || !task.communication || task.open_ended) continue;
    const OpText& op = ops.Of(task.op);
    if (!op.is_collective || !known.insert({op.shown_name.utf8, task.device_id}).second) continue;
    found.push_back({op.shown_name.utf8, task.device_id, task.times});
  }
  return found;
}

std::string MillisText(int64_t ns) { return fmt::format("{}.{:06}", ns / 1000000, ns % 1000000); }

Status WriteJson(const std::vector<Collective>& collectives, const std::string& name,
                 OutputSet* outputs) {
  TextSink* text = nullptr;
  if (Status made = outputs->Create(name, &text); !made.ok()) return made;
  constexpr char kInfo[] = "\":{\"Communication Time Info\":{";
  int64_t total_ns = 0;
  text->Append("{");
  for (const Collective& one : collectives) {
    const int64_t elapsed_ns = one.times.RoundedDuration();
    total_ns += elapsed_ns;
    text->Append("\"" + JsonEscaped(one.name + "@" + one.Group()) + kInfo);
    text->Append("\"Start Timestamp(us)\":" + MicrosText(one.times.start_ns));
    text->Append(",\"Elapse Time(ms)\":" + MillisText(elapsed_ns) + "}},");
  }
  text->Append(std::string("\"Total Op Info") + kInfo);
  text->Append("\"Elapse Time(ms)\":" + MillisText(total_ns) + "}}}");
  return Status();
}

Status WriteDatabase(const std::vector<Collective>& collectives, const std::string& name,
                     OutputSet* outputs) {
  std::string path;
  if (Status made = outputs->CreateForeign(name, &path); !made.ok()) return made;
  std::unique_ptr<DatabaseFile> file;
  if (Status opened = DatabaseFile::Open(path, outputs->directory() + "/" + name, &file);
      !opened.ok())
    return opened;
  DatabaseTable table(file.get(), kTimeTable);
  for (const Collective& one : collectives) {
    const std::string group = one.Group();
    table.Add(std::string_view(one.name), std::string_view(group),
              static_cast<double>(one.times.start_ns) / 1e3,
              static_cast<double>(one.times.RoundedDuration()) / 1e6, kNull, kNull, kNull, kNull);
  }
  table.CloseStatement();
  return file->Finish();
}

}  // namespace

Status AnalyzeCommunication(SessionReader* reader, const CommunicationOptions& options,
                            CommunicationReport* report) {
  *report = CommunicationReport();
  const std::vector<Collective> collectives = CollectivesOf(reader);
  if (collectives.empty()) return Status();
  std::unique_ptr<OutputSet> outputs;
  Status status = OutputSet::Open(options.files, options.directory, "", &outputs);
  if (!status.ok()) return status;
  const std::string name = options.database ? "communication_analyzer.db" : "communication.json";
  status = options.database ? WriteDatabase(collectives, name, outputs.get())
                            : WriteJson(collectives, name, outputs.get());
  if (status.ok()) status = outputs->Commit();
  if (status.ok()) *report = {collectives.size(), name};
  return status;
}

}  // namespace aclprof
