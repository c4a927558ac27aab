// metric_cells.h: the columns that op_summary has for AI Core metrics, as header and as cells of a task.
//
// Shape    one form for a session, that of its first counts; counts of another group are N/A in it.
// Source   docs/export.md, "AI Core metrics".
#pragma once

#include <cstdint>
#include <string>

#include "export/core_metrics.h"
#include "export/name_texts.h"
#include "export/task_counts.h"

namespace aclprof {

// How many blocks an operator ran on the cores of each kind.
struct OperatorBlocks {
  uint32_t cube = 0;
  uint32_t vector = 0;
};
OperatorBlocks BlocksOf(const OpText& op);

class MetricCells {
 public:
  explicit MetricCells(const CoreCounts& first)
      : group_(first.group), whole_(first.core_kind == kWholeCore) {}
  // Both begin with a comma.
  std::string Header() const;
  // counts: NULL of a task that has none.
  std::string Cells(const TaskCounts* counts, const OperatorBlocks& blocks,
                    int64_t duration_ns) const;

 private:
  const CoreCounts* Counts(const TaskCounts* counts, uint16_t kind) const;
  std::string KindHeader(uint16_t kind) const;
  std::string KindCells(const CoreCounts* counts, uint16_t kind, uint32_t blocks) const;
  bool HasMemoryBound() const;

  uint16_t group_;
  bool whole_;
};

}  // namespace aclprof
