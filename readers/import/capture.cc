#include "readers/import/capture.h"

#include "readers/import/capture_input.h"
#include "readers/import/database_reader.h"
#include "readers/import/task_table_reader.h"
#include "readers/import/timeline_reader.h"

namespace aclprof {
namespace {

constexpr size_t kBeginningBytes = 64 * 1024;

Status ReadBeginning(const std::string& path, std::string* beginning) {
  std::unique_ptr<CaptureInput> input;
  if (Status status = CaptureInput::Open(path, &input); !status.ok()) return status;
  beginning->resize(kBeginningBytes);
  beginning->resize(input->Read(beginning->data(), beginning->size()));
  if (!beginning->empty()) return Status();
  if (!input->status().ok()) return input->status();
  return Status(StatusCode::kUnsupported, path + ": the file is empty");
}

}  // namespace

Status CaptureReader::Open(const std::string& path, std::unique_ptr<CaptureReader>* reader) {
  std::string beginning;
  if (Status status = ReadBeginning(path, &beginning); !status.ok()) return status;
  if (DatabaseReader::Recognizes(beginning)) {
    return DatabaseReader::Open(path, reader);
  }
  if (TimelineReader::Recognizes(beginning)) {
    *reader = std::make_unique<TimelineReader>(path);
  } else if (TaskTableReader::Recognizes(beginning)) {
    *reader = std::make_unique<TaskTableReader>(path, beginning);
  } else {
    return Status(StatusCode::kUnsupported,
                  path +
                      ": byte 0: not a capture (op_summary, task_time, kernel_details, timeline "
                      "JSON or profiler database)");
  }
  return Status();
}

}  // namespace aclprof
