// core_metrics.h: what the words of a pmu record mean: the formulas of each group of metrics, or what another profiler
// made of them.
//
// Shape    pure functions over one record of kind pmu. Values that a capture had are given back as they are.
// Units    times in microseconds, amounts in units of 1024 bytes, bandwidths in units of 2^30 bytes a second.
// Errors   no value where something it needs is not known. A core that counted no cycle was busy for 0 of them.
// Source   docs/export.md, "AI Core metrics".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "aclprof/producer.h"
#include "format/metric_columns.h"

namespace aclprof {

// What one core kind counted in one task.
struct CoreCounts {
  uint16_t core_kind = 0;
  uint16_t group = 0;
  uint64_t total_cycles = 0;  // ACLPROFX_PMU_NO_CYCLES = not known
  std::array<uint64_t, 8> counters{};
  uint64_t frequency_hz = 0;  // 0 = not known
  uint64_t cores = 0;         // 0 = not known
  // What another profiler computed, in place of counters: the values of ACLPROFX_PMU_VALUES.
  bool as_captured = false;
  std::array<double, kMostMetricValues> values{};
};

// Nothing when the record is no whole one of a known group.
std::optional<CoreCounts> CoreCountsOf(const aclprofx_pmu& pmu, uint32_t payload_bytes);

// blocks: of the operator on cores of this kind.
std::optional<double> CoreTimeUs(const CoreCounts& counts, uint32_t blocks);
std::optional<double> MetricValue(const MetricColumn& column, const CoreCounts& counts,
                                  uint32_t blocks);
std::optional<double> CubeUtilization(const CoreCounts& counts, int64_t duration_ns);
// Of a core that does both, in the group PipeUtilization.
std::optional<double> MemoryBound(const CoreCounts& counts);

// Three decimals, trailing zeros cut down to the last: "0.026", "0.84", "0.0"; "N/A" without a value.
std::string MetricText(std::optional<double> value);

}  // namespace aclprof
