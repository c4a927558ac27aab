// core_metrics.h: what the counters of a core mean: columns of each group of metrics and their formulas.
//
// Shape    pure functions over one record of kind pmu. A column is a weighted sum of counters, put in relation to cycles,
//          to time or to another counter.
// Units    times in microseconds, amounts in units of 1024 bytes, bandwidths in units of 2^30 bytes a second.
// Errors   no value where something it needs is not known. A core that counted no cycle was busy for 0 of them.
// Source   docs/export.md, "AI Core metrics".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "aclprof/producer.h"

namespace aclprof {

enum class MetricKind { kTime, kRatio, kMissRate, kBandwidth, kAmount };

struct MetricTerm {
  uint8_t counter = 0;  // its place in the group
  double weight = 0;
};

struct MetricColumn {
  const char* name;   // without prefix, with its unit
  bool cube, vector;  // whether cores of that kind have it
  MetricKind kind;
  std::array<MetricTerm, 5> terms;
};

inline constexpr uint16_t kCubeCore = ACLPROFX_CORE_CUBE;
inline constexpr uint16_t kVectorCore = ACLPROFX_CORE_VECTOR;
inline constexpr uint16_t kWholeCore = ACLPROFX_CORE_WHOLE;

inline constexpr uint16_t kPipeUtilization = 1;  // ACL_AICORE_PIPE_UTILIZATION

// What one core kind counted in one task.
struct CoreCounts {
  uint16_t core_kind = 0;
  uint16_t group = 0;
  uint64_t total_cycles = 0;
  std::array<uint64_t, 8> counters{};
  uint64_t frequency_hz = 0;  // 0 = not known
  uint64_t cores = 0;         // 0 = not known
};

// Nothing when the record is no whole one of a known group.
std::optional<CoreCounts> CoreCountsOf(const aclprofx_pmu& pmu, uint32_t payload_bytes);

// Of every core kind; empty for a group that is not known.
std::span<const MetricColumn> MetricColumns(uint16_t group, uint16_t core_kind);
bool HasColumn(const MetricColumn& column, uint16_t core_kind);

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
