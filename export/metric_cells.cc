#include "export/metric_cells.h"

#include <fmt/format.h>

namespace aclprof {
namespace {

constexpr char kNoValue[] = "N/A";

std::string FixedText(std::optional<double> value) {
  return value ? fmt::format("{:.3f}", *value) : kNoValue;
}

std::string CyclesText(const CoreCounts* counts) {
  if (counts == nullptr || counts->total_cycles == ACLPROFX_PMU_NO_CYCLES) return kNoValue;
  return std::to_string(counts->total_cycles);
}

}  // namespace

// An operator of both kinds says how many blocks it has on the kind that it is not called after.
OperatorBlocks BlocksOf(const OpText& op) {
  OperatorBlocks blocks{op.block_num, op.block_num};
  if (op.task_type == "MIX_AIC") blocks.vector = op.mix_block_num;
  if (op.task_type == "MIX_AIV") blocks.cube = op.mix_block_num;
  return blocks;
}

std::string MetricCells::Header() const {
  if (whole_) return KindHeader(kWholeCore) + (HasMemoryBound() ? ",memory_bound" : "");
  return KindHeader(kCubeCore) + KindHeader(kVectorCore) + ",cube_utilization(%)";
}

std::string MetricCells::KindHeader(uint16_t kind) const {
  const std::string prefix(CorePrefix(kind));
  std::string header = kind == kVectorCore ? ",aiv_time(us)," : ",aicore_time(us),";
  header += prefix + "total_cycles";
  for (const MetricColumn& column : MetricColumns(group_, kind)) {
    if (HasColumn(column, kind)) header.append(",").append(prefix).append(column.name);
  }
  return header;
}

std::string MetricCells::Cells(const TaskCounts* counts, const OperatorBlocks& blocks,
                               int64_t duration_ns) const {
  if (whole_) {
    const CoreCounts* const whole = Counts(counts, kWholeCore);
    const std::string cells = KindCells(whole, kWholeCore, blocks.cube);
    if (!HasMemoryBound()) return cells;
    return fmt::format("{},{}", cells, MetricText(whole ? MemoryBound(*whole) : std::nullopt));
  }
  const CoreCounts* const cube = Counts(counts, kCubeCore);
  return KindCells(cube, kCubeCore, blocks.cube) +
         KindCells(Counts(counts, kVectorCore), kVectorCore, blocks.vector) + "," +
         FixedText(cube ? CubeUtilization(*cube, duration_ns) : std::nullopt);
}

const CoreCounts* MetricCells::Counts(const TaskCounts* counts, uint16_t kind) const {
  if (counts == nullptr || !counts->by_kind[kind]) return nullptr;
  return counts->by_kind[kind]->group == group_ ? &*counts->by_kind[kind] : nullptr;
}

std::string MetricCells::KindCells(const CoreCounts* counts, uint16_t kind, uint32_t blocks) const {
  std::string cells(",");
  cells.append(MetricText(counts ? CoreTimeUs(*counts, blocks) : std::nullopt)).append(",");
  cells += CyclesText(counts);
  for (const MetricColumn& column : MetricColumns(group_, kind)) {
    if (!HasColumn(column, kind)) continue;
    cells.append(",");
    cells.append(MetricText(counts ? MetricValue(column, *counts, blocks) : std::nullopt));
  }
  return cells;
}

bool MetricCells::HasMemoryBound() const { return group_ == kPipeUtilization; }

}  // namespace aclprof
