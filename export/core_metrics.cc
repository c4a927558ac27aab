#include "export/core_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace aclprof {
namespace {

using enum MetricKind;

constexpr uint32_t kFactsBehind = 2;  // frequency and number of cores

double Sum(const MetricColumn& column, const CoreCounts& counts) {
  double sum = 0;
  for (const MetricTerm& term : column.terms) {
    sum += term.weight * static_cast<double>(counts.counters[term.counter]);
  }
  return sum;
}

// 0 of 0 is 0.
double Relation(double part, double whole) { return whole == 0 ? 0 : part / whole; }

double Ratio(double sum, const CoreCounts& counts) {
  return Relation(sum, static_cast<double>(counts.total_cycles));
}

std::optional<double> Bandwidth(double sum, const CoreCounts& counts) {
  if (counts.total_cycles == 0) return 0;
  if (counts.frequency_hz == 0) return std::nullopt;
  return Ratio(sum, counts) * static_cast<double>(counts.frequency_hz) / 0x1p33;
}

std::optional<double> Given(double value) {
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

std::optional<double> LastValue(const CoreCounts& counts) {
  return Given(counts.values[MetricValues(counts.group, counts.core_kind) - 1]);
}

size_t PlaceOf(const MetricColumn& column, const CoreCounts& counts) {
  return kFirstColumnValue + &column - MetricColumns(counts.group, counts.core_kind).data();
}

// How many words a record of this form must have.
size_t WordsOf(const CoreCounts& counts) {
  return counts.as_captured ? MetricValues(counts.group, counts.core_kind)
                            : MetricCounters(counts.group);
}

void TakeCounters(const char* words, uint32_t count, CoreCounts* counts) {
  const uint32_t wanted = MetricCounters(counts->group);
  std::memcpy(counts->counters.data(), words, wanted * sizeof(uint64_t));
  if (count < wanted + kFactsBehind) return;
  words += wanted * sizeof(uint64_t);
  std::memcpy(&counts->frequency_hz, words, sizeof(uint64_t));
  std::memcpy(&counts->cores, words + sizeof(uint64_t), sizeof(uint64_t));
}

}  // namespace

std::optional<CoreCounts> CoreCountsOf(const aclprofx_pmu& pmu, uint32_t payload_bytes) {
  CoreCounts counts;
  counts.core_kind = pmu.core_kind;
  counts.group = static_cast<uint16_t>(pmu.group & ~ACLPROFX_PMU_VALUES);
  counts.total_cycles = pmu.total_cycles;
  counts.as_captured = (pmu.group & ACLPROFX_PMU_VALUES) != 0;
  if (MetricCounters(counts.group) == 0 || pmu.core_kind > kWholeCore) return std::nullopt;
  const size_t there = (payload_bytes - sizeof(pmu)) / sizeof(uint64_t);
  const size_t wanted = WordsOf(counts);
  if (pmu.counters < wanted || there < pmu.counters) return std::nullopt;
  const auto* words = reinterpret_cast<const char*>(&pmu + 1);
  if (counts.as_captured)
    std::memcpy(counts.values.data(), words, wanted * sizeof(double));
  else
    TakeCounters(words, pmu.counters, &counts);
  return counts;
}

std::optional<double> CoreTimeUs(const CoreCounts& counts, uint32_t blocks) {
  if (counts.as_captured) return Given(counts.values[kTimeValue]);
  if (blocks == 0 || counts.total_cycles == 0) return 0;
  if (blocks == ACLPROFX_NONE || counts.frequency_hz == 0 || counts.cores == 0) return std::nullopt;
  // Blocks run in waves, each on all cores.
  const uint64_t waves = (blocks - 1) / counts.cores + 1;
  return static_cast<double>(counts.total_cycles) * 1e6 / static_cast<double>(counts.frequency_hz) /
         blocks * static_cast<double>(waves);
}

std::optional<double> MetricValue(const MetricColumn& column, const CoreCounts& counts,
                                  uint32_t blocks) {
  if (counts.as_captured) return Given(counts.values[PlaceOf(column, counts)]);
  const double sum = Sum(column, counts);
  switch (column.kind) {
    case kTime: {
      const std::optional<double> time = CoreTimeUs(counts, blocks);
      return time ? std::optional(*time * Ratio(sum, counts)) : std::nullopt;
    }
    case kRatio:
      return Ratio(sum, counts);
    case kMissRate:
      return Relation(static_cast<double>(counts.counters[column.terms[0].counter]),
                      static_cast<double>(counts.counters[column.terms[1].counter]));
    case kBandwidth:
      return Bandwidth(sum, counts);
    case kAmount:
      // A part above its whole: the counters are not of one task.
      return sum < 0 ? std::nullopt : std::optional(sum);
  }
  return std::nullopt;
}

std::optional<double> CubeUtilization(const CoreCounts& counts, int64_t duration_ns) {
  if (counts.as_captured && LastValue(counts)) return LastValue(counts);
  if (counts.total_cycles == 0) return 0;
  if (counts.frequency_hz == 0 || counts.cores == 0 || duration_ns <= 0) return std::nullopt;
  const double possible = static_cast<double>(counts.frequency_hz) *
                          static_cast<double>(counts.cores) * static_cast<double>(duration_ns) /
                          1e9;
  return static_cast<double>(counts.total_cycles) / possible * 100;
}

std::optional<double> MemoryBound(const CoreCounts& counts) {
  if (counts.as_captured) return LastValue(counts);
  const double busiest = static_cast<double>(std::max(counts.counters[0], counts.counters[1]));
  if (busiest == 0) return std::nullopt;
  return static_cast<double>(counts.counters[4]) / busiest;
}

std::string MetricText(std::optional<double> value) {
  if (!value) return "N/A";
  std::string text = fmt::format("{:.3f}", *value);
  while (text.ends_with('0') && !text.ends_with(".0")) text.pop_back();
  return text;
}

}  // namespace aclprof
