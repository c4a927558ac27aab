#include "readers/import/task_table_reader.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "readers/import/csv_rows.h"
#include "readers/import/damage_note.h"
#include "readers/import/decimal_time.h"
#include "readers/import/metric_names.h"
#include "readers/import/task_table_columns.h"

namespace aclprof {
namespace {

constexpr std::string_view kStartTitles[] = {"Start Time(us)", "task_start(us)"};
constexpr std::string_view kTaskTimeTitle = "task_start(us)";  // other tables call it otherwise

std::string_view HeaderLine(std::string_view beginning) {
  return beginning.substr(0, beginning.find('\n'));
}

bool IsCommunication(std::string_view task_type) {
  return task_type == "COMMUNICATION" || task_type == "HCCL";
}

// NaN of what is no number.
double NumberOf(const std::string& cell) {
  double number = 0;
  const char* const end_of_cell = cell.data() + cell.size();
  const auto [end, error] = std::from_chars(cell.data(), end_of_cell, number);
  const bool good = error == std::errc() && end == end_of_cell && std::isfinite(number);
  return good ? number : std::numeric_limits<double>::quiet_NaN();
}

class RowTeller {
 public:
  RowTeller(CaptureVisitor* visitor, DamageNote* damage) : visitor_(visitor), damage_(damage) {}

  void OnRow(const CsvRow& row) {
    if (row.number == 1) {
      columns_.emplace(*row.cells);
      metric_names_ = MetricNames(*row.cells);
      return;
    }
    if (!columns_->usable() || IsBlank(*row.cells)) return;
    if (row.cells->size() != columns_->width()) return NoteWidth(row);
    cells_ = row.cells;
    ImportedTask task;
    if (!TakeTimes(row, &task) || !TakeDevice(row, &task)) return;
    TakeIds(&task);
    TakeOp(&task);
    visitor_->OnTask(task);
    if (!metric_names_.empty()) TellMetrics(task);
  }

  bool usable() const { return columns_ && columns_->usable(); }

 private:
  static bool IsBlank(const std::vector<std::string>& cells) {
    return cells.size() == 1 && cells[0].empty();
  }

  std::string_view Text(TaskColumn column) const { return columns_->Text(*cells_, column); }
  uint32_t Id(TaskColumn column) const { return columns_->Number(*cells_, column, kImportedNone); }

  void NoteWidth(const CsvRow& row) {
    damage_->Add("row " + std::to_string(row.number) + ": " + std::to_string(row.cells->size()) +
                 " cells where the header has " + std::to_string(columns_->width()));
  }

  void NoteCell(const CsvRow& row, TaskColumn column) {
    damage_->Add("row " + std::to_string(row.number) + ": '" + columns_->title(column) + "' is '" +
                 std::string(Text(column)) + "'");
  }

  bool TakeTimes(const CsvRow& row, ImportedTask* task) {
    if (!ParseMicros(Text(TaskColumn::kStart), &task->start)) {
      NoteCell(row, TaskColumn::kStart);
      return false;
    }
    if (!ParseMicros(Text(TaskColumn::kDuration), &task->duration)) {
      NoteCell(row, TaskColumn::kDuration);
      return false;
    }
    return true;
  }

  // Tables of torch_npu before 8.3 do not name the device: one file was one device.
  bool TakeDevice(const CsvRow& row, ImportedTask* task) {
    const uint32_t device = columns_->Number(*cells_, TaskColumn::kDevice, 0);
    if (device > kMaxImportedDevice) {
      NoteCell(row, TaskColumn::kDevice);
      return false;
    }
    task->device_id = static_cast<int32_t>(device);
    return true;
  }

  void TakeIds(ImportedTask* task) {
    task->stream_id = Id(TaskColumn::kStream);
    task->task_id = Id(TaskColumn::kTask);
    task->model_id = Id(TaskColumn::kModel);
    task->context_id = Id(TaskColumn::kContext);
  }

  void TakeOp(ImportedTask* task) {
    ImportedOp& op = task->op;
    op.name = Text(TaskColumn::kName);
    op.type = Text(TaskColumn::kOpType);
    op.state = Text(TaskColumn::kOpState);
    op.task_type = Text(TaskColumn::kTaskType);
    op.hf32 = Text(TaskColumn::kHf32);
    op.input_shapes = Text(TaskColumn::kInputShapes);
    op.input_data_types = Text(TaskColumn::kInputDataTypes);
    op.input_formats = Text(TaskColumn::kInputFormats);
    op.output_shapes = Text(TaskColumn::kOutputShapes);
    op.output_data_types = Text(TaskColumn::kOutputDataTypes);
    op.output_formats = Text(TaskColumn::kOutputFormats);
    op.block_num = columns_->Number(*cells_, TaskColumn::kBlockNum, 0);
    op.mix_block_num = columns_->Number(*cells_, TaskColumn::kMixBlockNum, 0);
    const std::string_view hardware = Text(TaskColumn::kHardwareType);
    task->type = hardware.empty() ? op.task_type : hardware;
    task->communication = IsCommunication(task->type);
  }

  void TellMetrics(const ImportedTask& task) {
    numbers_.clear();
    for (const std::string& cell : *cells_) numbers_.push_back(NumberOf(cell));
    ImportedMetrics metrics;
    metrics.start = task.start;
    metrics.device_id = task.device_id;
    metrics.stream_id = task.stream_id;
    metrics.task_id = task.task_id;
    metric_names_.Tell(numbers_, metrics, visitor_);
  }

  CaptureVisitor* visitor_;
  DamageNote* damage_;
  MetricNames metric_names_;
  std::vector<double> numbers_;  // of the row, for its metrics
  std::optional<TaskTableColumns> columns_;
  const std::vector<std::string>* cells_ = nullptr;
};

}  // namespace

TaskTableReader::TaskTableReader(std::string path, std::string_view beginning)
    : path_(std::move(path)),
      kind_(HeaderLine(beginning).find(kTaskTimeTitle) == std::string_view::npos
                ? CaptureKind::kOpSummary
                : CaptureKind::kTaskTime) {}

bool TaskTableReader::Recognizes(std::string_view beginning) {
  const std::string_view header = HeaderLine(beginning);
  for (const std::string_view title : kStartTitles) {
    if (header.find(title) != std::string_view::npos) return true;
  }
  return false;
}

Status TaskTableReader::Read(CaptureVisitor* visitor) {
  std::unique_ptr<CaptureInput> input;
  if (Status status = CaptureInput::Open(path_, &input); !status.ok()) return status;
  DamageNote damage;
  RowTeller teller(visitor, &damage);
  CsvRows rows;
  const Status end = rows.Read(input.get(), [&](const CsvRow& row) { teller.OnRow(row); });
  if (!end.ok()) return end;
  if (!teller.usable()) {
    return Status(StatusCode::kUnsupported, path_ +
                                                ": row 1 names no columns of a task's name, "
                                                "start and duration");
  }
  return damage.ToStatus(path_);
}

}  // namespace aclprof
