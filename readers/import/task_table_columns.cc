#include "readers/import/task_table_columns.h"

#include <charconv>

namespace aclprof {
namespace {

struct KnownTitle {
  std::string_view title;
  TaskColumn column;
};

// Newest name first; CANN renamed Block Dim to Block Num in 9.0, torch_npu has its own words.
constexpr KnownTitle kKnownTitles[] = {
    {"Device_id", TaskColumn::kDevice},
    {"Device ID", TaskColumn::kDevice},
    {"Model ID", TaskColumn::kModel},
    {"Task ID", TaskColumn::kTask},
    {"task_id", TaskColumn::kTask},
    {"Stream ID", TaskColumn::kStream},
    {"stream_id", TaskColumn::kStream},
    {"Context ID", TaskColumn::kContext},
    {"Op Name", TaskColumn::kName},
    {"Name", TaskColumn::kName},
    {"kernel_name", TaskColumn::kName},
    {"OP Type", TaskColumn::kOpType},
    {"Type", TaskColumn::kOpType},
    {"OP State", TaskColumn::kOpState},
    {"Task Type", TaskColumn::kTaskType},
    {"Accelerator Core", TaskColumn::kTaskType},
    {"kernel_type", TaskColumn::kHardwareType},
    {"Task Start Time(us)", TaskColumn::kStart},
    {"Start Time(us)", TaskColumn::kStart},
    {"task_start(us)", TaskColumn::kStart},
    {"Task Duration(us)", TaskColumn::kDuration},
    {"Duration(us)", TaskColumn::kDuration},
    {"task_time(us)", TaskColumn::kDuration},
    {"Block Num", TaskColumn::kBlockNum},
    {"Block Dim", TaskColumn::kBlockNum},
    {"Mix Block Num", TaskColumn::kMixBlockNum},
    {"Mix Block Dim", TaskColumn::kMixBlockNum},
    {"HF32 Eligible", TaskColumn::kHf32},
    {"Input Shapes", TaskColumn::kInputShapes},
    {"Input Data Types", TaskColumn::kInputDataTypes},
    {"Input Formats", TaskColumn::kInputFormats},
    {"Output Shapes", TaskColumn::kOutputShapes},
    {"Output Data Types", TaskColumn::kOutputDataTypes},
    {"Output Formats", TaskColumn::kOutputFormats},
};

}  // namespace

TaskTableColumns::TaskTableColumns(const std::vector<std::string>& header) : width_(header.size()) {
  at_.fill(-1);
  for (size_t i = 0; i < header.size(); ++i) {
    for (const KnownTitle& known : kKnownTitles) {
      if (header[i] != known.title || has(known.column)) continue;
      at_[static_cast<size_t>(known.column)] = static_cast<int>(i);
      titles_[static_cast<size_t>(known.column)] = header[i];
    }
  }
}

bool TaskTableColumns::usable() const {
  return has(TaskColumn::kName) && has(TaskColumn::kStart) && has(TaskColumn::kDuration);
}

std::string_view TaskTableColumns::Text(const std::vector<std::string>& cells,
                                        TaskColumn column) const {
  const int at = at_[static_cast<size_t>(column)];
  if (at < 0 || static_cast<size_t>(at) >= cells.size()) return {};
  const std::string_view text = cells[static_cast<size_t>(at)];
  return text == "N/A" ? std::string_view() : text;
}

uint32_t TaskTableColumns::Number(const std::vector<std::string>& cells, TaskColumn column,
                                  uint32_t none) const {
  const std::string_view text = Text(cells, column);
  uint32_t number = none;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : none;
}

const std::string& TaskTableColumns::title(TaskColumn column) const {
  return titles_[static_cast<size_t>(column)];
}

}  // namespace aclprof
