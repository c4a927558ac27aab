#include "export/name_texts.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace aclprof {
namespace {

bool IsUnlisted(std::string_view task_type) {
  constexpr std::array<std::string_view, 3> kUnlisted = {"WRITE_BACK", "INVALID", "HCCL_AI_CPU"};
  return std::find(kUnlisted.begin(), kUnlisted.end(), task_type) != kUnlisted.end();
}

TaskTypeText TextOfType(std::string_view name) {
  TaskTypeText text;
  text.name = name;
  text.csv = CsvCell(name);
  text.shown = TimelineText(name);
  text.unlisted = IsUnlisted(name);
  text.copy = name == "MEMCPY_ASYNC";
  text.profiling = name == "PROFILING_ENABLE" || name == "PROFILING_DISABLE";
  return text;
}

// What a device can't know is not made up.
std::string CountCell(uint32_t count) {
  return count == ACLPROFX_NONE ? "N/A" : std::to_string(count);
}

OpText NoOp() {
  OpText text;
  text.csv_name = CsvCell("");
  return text;
}

// An operator whose description is gone still ran.
OpText UnknownOp(uint32_t op_id) {
  OpText text;
  text.is_operator = true;
  text.csv_name = "unknown(" + std::to_string(op_id) + ")";
  text.shown_name = TimelineText(text.csv_name);
  text.csv_identity = text.csv_name + ",N/A,N/A,N/A";
  text.csv_description = "0,0,N/A,N/A,N/A,N/A,N/A,N/A,N/A";
  return text;
}

}  // namespace

TaskTypeText TaskTypeTexts::Make(uint16_t task_type) const {
  return TextOfType(reader_->TaskType(task_type));
}

OpText OpTexts::Make(uint32_t op_id) const {
  if (op_id == 0) return NoOp();
  const OpEntry* op = reader_->Op(op_id);
  return op == nullptr ? UnknownOp(op_id) : Describe(*op);
}

OpText OpTexts::Describe(const OpEntry& op) const {
  OpText text;
  text.is_operator = op.name != 0;
  text.type = reader_->String(op.type);
  text.task_type = reader_->String(op.task_type);
  text.is_collective = text.is_operator && !text.task_type.empty();
  text.unlisted = IsUnlisted(text.task_type);
  text.shown_name = TimelineText(reader_->String(op.name));
  text.csv_name = Cell(op.name);
  text.csv_identity =
      text.csv_name + "," + Cell(op.type) + "," + Cell(op.state) + "," + Cell(op.task_type);
  text.block_num = op.block_num;
  text.mix_block_num = op.mix_block_num;
  text.csv_description = CountCell(op.block_num) + "," + CountCell(op.mix_block_num);
  for (const uint32_t id : {op.hf32, op.input_shapes, op.input_data_types, op.input_formats,
                            op.output_shapes, op.output_data_types, op.output_formats}) {
    text.csv_description.append(",").append(Cell(id));
  }
  return text;
}

std::string OpTexts::Cell(uint32_t string_id) const { return CsvCell(reader_->String(string_id)); }

}  // namespace aclprof
