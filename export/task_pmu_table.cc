#include "export/task_pmu_table.h"

namespace aclprof {

void TaskPmuTable::Add(int64_t global_task_id, const TaskCounts& counts,
                       const OperatorBlocks& blocks) {
  for (const std::optional<CoreCounts>& core : counts.by_kind) {
    if (!core) continue;
    AddCore(global_task_id, *core, core->core_kind == kVectorCore ? blocks.vector : blocks.cube);
  }
}

void TaskPmuTable::AddCore(int64_t task, const CoreCounts& counts, uint32_t blocks) {
  const std::string prefix(CorePrefix(counts.core_kind));
  AddValue(task, prefix + "total_time", CoreTimeUs(counts, blocks));
  if (counts.total_cycles != ACLPROFX_PMU_NO_CYCLES)
    table_.Add(task, strings_->Of(prefix + "total_cycles"),
               static_cast<int64_t>(counts.total_cycles));
  for (const MetricColumn& column : MetricColumns(counts.group, counts.core_kind)) {
    AddValue(task, prefix + std::string(NameWithoutUnit(column.name)),
             MetricValue(column, counts, blocks));
  }
}

void TaskPmuTable::AddValue(int64_t task, const std::string& name, std::optional<double> value) {
  if (value) table_.Add(task, strings_->Of(name), *value);
}

}  // namespace aclprof
