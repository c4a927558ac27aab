// task_table_columns.h: which column of a table of tasks holds what, by all the names it has had.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aclprof {

enum class TaskColumn : uint8_t {
  kDevice,
  kModel,
  kTask,
  kStream,
  kContext,
  kName,
  kOpType,
  kOpState,
  kTaskType,      // what op_summary says of the operator
  kHardwareType,  // what task_time says of the task
  kStart,
  kDuration,
  kBlockNum,
  kMixBlockNum,
  kHf32,
  kInputShapes,
  kInputDataTypes,
  kInputFormats,
  kOutputShapes,
  kOutputDataTypes,
  kOutputFormats,
  kCount
};

class TaskTableColumns {
 public:
  explicit TaskTableColumns(const std::vector<std::string>& header);

  // Whether the columns no task can do without are there: a name, a start and a duration.
  bool usable() const;
  size_t width() const { return width_; }
  // The cell's text, "" where the column is missing or the cell is "N/A".
  std::string_view Text(const std::vector<std::string>& cells, TaskColumn column) const;
  // The cell as a number; `none` where it is missing or no number.
  uint32_t Number(const std::vector<std::string>& cells, TaskColumn column, uint32_t none) const;
  // The header's own word for the column.
  const std::string& title(TaskColumn column) const;

 private:
  bool has(TaskColumn column) const { return at_[static_cast<size_t>(column)] >= 0; }

  size_t width_;
  std::array<int, static_cast<size_t>(TaskColumn::kCount)> at_;
  std::array<std::string, static_cast<size_t>(TaskColumn::kCount)> titles_;
};

}  // namespace aclprof
