// metric_columns.h: the metrics of each group that a pmu record's words stand for, and the counters they are made of.
//
// Shape    constant tables. A column is a weighted sum of counters; its kind says what that is put in relation to.
// Source   docs/export.md, "AI Core metrics".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "aclprof/producer.h"

namespace aclprof {

enum class MetricKind { kTime, kRatio, kMissRate, kBandwidth, kAmount };

struct MetricTerm {
  uint8_t counter = 0;  // its place in the group
  double weight = 0;
};

struct MetricColumn {
  const char* name;   // without prefix, with its unit
  bool cube, vector;  // whether op_summary has it of cores of that kind
  MetricKind kind;
  std::array<MetricTerm, 5> terms;
};

inline constexpr uint16_t kCubeCore = ACLPROFX_CORE_CUBE;
inline constexpr uint16_t kVectorCore = ACLPROFX_CORE_VECTOR;
inline constexpr uint16_t kWholeCore = ACLPROFX_CORE_WHOLE;

inline constexpr uint16_t kMetricGroups = 9;     // aclprofAicoreMetrics from 0 on
inline constexpr uint16_t kPipeUtilization = 1;  // ACL_AICORE_PIPE_UTILIZATION

// How many counters a record of the group has; 0 of one that is not known.
uint32_t MetricCounters(uint16_t group);
// Of every core kind; empty for a group that is not known.
std::span<const MetricColumn> MetricColumns(uint16_t group, uint16_t core_kind);
bool HasColumn(const MetricColumn& column, uint16_t core_kind);

// "aic_" of cube cores, "aiv_" of vector cores, "" of cores that do both.
std::string_view CorePrefix(uint16_t core_kind);
// "mac_time(us)" -> "mac_time"
inline std::string_view NameWithoutUnit(std::string_view name) {
  return name.substr(0, name.find('('));
}

// What a record of values (ACLPROFX_PMU_VALUES) has before the columns and behind them.
inline constexpr size_t kTimeValue = 0;
inline constexpr size_t kFirstColumnValue = 1;
inline constexpr size_t kMostMetricValues = 16;
inline size_t MetricValues(uint16_t group, uint16_t core_kind) {
  return kFirstColumnValue + MetricColumns(group, core_kind).size() + 1;
}

}  // namespace aclprof
