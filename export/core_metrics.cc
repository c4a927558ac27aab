#include "export/core_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace aclprof {
namespace {

using enum MetricKind;
using Columns = std::span<const MetricColumn>;

// A pipe's time and its ratio come of the same counters.
#define PIPE(name, cube, vector, ...)                     \
  {name "_time(us)", cube, vector, kTime, __VA_ARGS__}, { \
    name "_ratio", cube, vector, kRatio, __VA_ARGS__      \
  }

constexpr MetricColumn kPipe[] = {
    PIPE("vec", false, true, {{{0, 1}}}),
    PIPE("mac", false, false, {{{1, 1}}}),
    PIPE("scalar", false, true, {{{2, 1}}}),
    PIPE("mte1", false, false, {{{3, 1}}}),
    PIPE("mte2", false, true, {{{4, 1}}}),
    PIPE("mte3", false, true, {{{5, 1}}}),
    {"icache_miss_rate", false, true, kMissRate, {{{7, 1}, {6, 1}}}},
};

// Cube cores count other events in the same group.
constexpr MetricColumn kCubePipe[] = {
    PIPE("mac", true, false, {{{0, 1}, {1, 1}}}),
    PIPE("scalar", true, false, {{{2, 1}}}),
    PIPE("mte1", true, false, {{{3, 1}}}),
    PIPE("mte2", true, false, {{{4, 1}}}),
    PIPE("fixpipe", true, false, {{{5, 1}}}),
    {"icache_miss_rate", true, false, kMissRate, {{{7, 1}, {6, 1}}}},
};

constexpr MetricColumn kPipeExecute[] = {
    PIPE("vec_exe", false, true, {{{0, 1}}}),     PIPE("mac_exe", true, false, {{{1, 1}, {2, 1}}}),
    PIPE("scalar_exe", true, true, {{{3, 1}}}),   PIPE("mte1_exe", true, false, {{{4, 1}}}),
    PIPE("mte2_exe", true, true, {{{5, 1}}}),     PIPE("mte3_exe", false, true, {{{6, 1}}}),
    PIPE("fixpipe_exe", true, false, {{{7, 1}}}),
};
#undef PIPE

constexpr MetricColumn kArithmetic[] = {
    {"mac_fp16_ratio", true, false, kRatio, {{{0, 1}}}},
    {"mac_int8_ratio", true, false, kRatio, {{{1, 1}}}},
    {"vec_fp32_ratio", false, true, kRatio, {{{2, 1}}}},
    {"vec_fp16_ratio", false, true, kRatio, {{{3, 1}, {4, 1}}}},
    {"vec_int32_ratio", false, true, kRatio, {{{5, 1}}}},
    {"vec_misc_ratio", false, true, kRatio, {{{6, 1}}}},
    {"cube_fops", true, false, kAmount, {{{0, 8192}, {1, 16384}}}},
    {"vector_fops", false, true, kAmount, {{{3, 128}, {4, 64}, {2, 64}, {5, 64}, {6, 32}}}},
};

// Weights of bandwidths: bits of the pipe times its scalar.
constexpr MetricColumn kMemory[] = {
    {"ub_read_bw(GB/s)", false, true, kBandwidth, {{{0, 256 * 4}}}},
    {"ub_write_bw(GB/s)", false, true, kBandwidth, {{{1, 256 * 4}}}},
    {"l1_read_bw(GB/s)", true, false, kBandwidth, {{{2, 256 * 16}}}},
    {"l1_write_bw(GB/s)", true, false, kBandwidth, {{{3, 128 * 8}}}},
    {"main_mem_read_bw(GB/s)", true, true, kBandwidth, {{{6, 8 * 8}}}},
    {"main_mem_write_bw(GB/s)", true, true, kBandwidth, {{{7, 8 * 8}}}},
    {"l2_read_bw(GB/s)", true, true, kBandwidth, {{{4, 256 * 8}}}},
    {"l2_write_bw(GB/s)", true, true, kBandwidth, {{{5, 256 * 8}}}},
};

constexpr MetricColumn kMemoryL0[] = {
    {"l0a_read_bw(GB/s)", true, false, kBandwidth, {{{0, 256 * 16}}}},
    {"l0a_write_bw(GB/s)", true, false, kBandwidth, {{{1, 256 * 16}}}},
    {"l0b_read_bw(GB/s)", true, false, kBandwidth, {{{2, 256 * 16}}}},
    {"l0b_write_bw(GB/s)", true, false, kBandwidth, {{{3, 256 * 8}}}},
    {"l0c_read_bw(GB/s)", true, false, kBandwidth, {{{4, 256 * 8}}}},
    {"l0c_write_bw(GB/s)", true, false, kBandwidth, {{{5, 256 * 8}}}},
    {"l0c_read_bw_cube(GB/s)", true, false, kBandwidth, {{{6, 256 * 32}}}},
    {"l0c_write_bw_cube(GB/s)", true, false, kBandwidth, {{{7, 256 * 32}}}},
};

constexpr MetricColumn kMemoryUb[] = {
    {"ub_read_bw_vector(GB/s)", false, true, kBandwidth, {{{6, 128 * 2}}}},
    {"ub_write_bw_vector(GB/s)", false, true, kBandwidth, {{{7, 128 * 2}}}},
    {"ub_read_bw_scalar(GB/s)", false, true, kBandwidth, {{{2, 128}}}},
    {"ub_write_bw_scalar(GB/s)", false, true, kBandwidth, {{{3, 128}}}},
};

constexpr MetricColumn kConflicts[] = {
    {"vec_bankgroup_cflt_ratio", false, true, kRatio, {{{0, 1}}}},
    {"vec_bank_cflt_ratio", false, true, kRatio, {{{1, 1}}}},
    {"vec_resc_cflt_ratio", false, true, kRatio, {{{2, 1}}}},
};

constexpr MetricColumn kL2Cache[] = {
    {"write_cache_hit", true, true, kAmount, {{{0, 1}}}},
    {"write_cache_miss_allocate", true, true, kAmount, {{{1, 1}}}},
    {"r0_read_cache_hit", true, true, kAmount, {{{2, 1}}}},
    {"r0_read_cache_miss_allocate", true, true, kAmount, {{{3, 1}}}},
    {"r1_read_cache_hit", true, true, kAmount, {{{4, 1}}}},
    {"r1_read_cache_miss_allocate", true, true, kAmount, {{{5, 1}}}},
};

constexpr MetricColumn kMemoryAccess[] = {
    {"read_main_memory_datas(KB)", true, true, kAmount, {{{6, 0.125}, {7, 0.125}}}},
    {"write_main_memory_datas(KB)", true, true, kAmount, {{{5, 0.125}}}},
    {"GM_to_L1_datas(KB)", true, false, kAmount, {{{0, 0.25}, {3, -0.25}}}},
    {"L0C_to_L1_datas(KB)", true, false, kAmount, {{{3, 0.125}}}},
    {"L0C_to_GM_datas(KB)", true, false, kAmount, {{{4, 0.125}, {3, -0.125}}}},
    {"GM_to_UB_datas(KB)", false, true, kAmount, {{{2, 0.125}}}},
    {"UB_to_GM_datas(KB)", false, true, kAmount, {{{1, 0.125}}}},
};

struct Group {
  uint32_t counters;
  Columns columns;
};

// By aclprofAicoreMetrics.
constexpr Group kGroups[] = {{7, kArithmetic}, {8, kPipe},        {8, kMemory},
                             {8, kMemoryL0},   {3, kConflicts},   {8, kMemoryUb},
                             {6, kL2Cache},    {8, kPipeExecute}, {8, kMemoryAccess}};
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

}  // namespace

std::optional<CoreCounts> CoreCountsOf(const aclprofx_pmu& pmu, uint32_t payload_bytes) {
  if (pmu.group >= std::size(kGroups) || pmu.core_kind > kWholeCore) return std::nullopt;
  const uint32_t wanted = kGroups[pmu.group].counters;
  const size_t there = (payload_bytes - sizeof(pmu)) / sizeof(uint64_t);
  if (pmu.counters < wanted || there < pmu.counters) return std::nullopt;
  CoreCounts counts;
  counts.core_kind = pmu.core_kind;
  counts.group = pmu.group;
  counts.total_cycles = pmu.total_cycles;
  const auto* words = reinterpret_cast<const char*>(&pmu + 1);
  std::memcpy(counts.counters.data(), words, wanted * sizeof(uint64_t));
  if (pmu.counters < wanted + kFactsBehind) return counts;
  words += wanted * sizeof(uint64_t);
  std::memcpy(&counts.frequency_hz, words, sizeof(uint64_t));
  std::memcpy(&counts.cores, words + sizeof(uint64_t), sizeof(uint64_t));
  return counts;
}

std::span<const MetricColumn> MetricColumns(uint16_t group, uint16_t core_kind) {
  if (group >= std::size(kGroups)) return {};
  if (group == kPipeUtilization && core_kind == kCubeCore) return kCubePipe;
  return kGroups[group].columns;
}

bool HasColumn(const MetricColumn& column, uint16_t core_kind) {
  if (core_kind == kWholeCore) return true;
  return core_kind == kCubeCore ? column.cube : column.vector;
}

std::optional<double> CoreTimeUs(const CoreCounts& counts, uint32_t blocks) {
  if (blocks == 0 || counts.total_cycles == 0) return 0;
  if (blocks == ACLPROFX_NONE || counts.frequency_hz == 0 || counts.cores == 0) return std::nullopt;
  // Blocks run in waves, each on all cores.
  const uint64_t waves = (blocks - 1) / counts.cores + 1;
  return static_cast<double>(counts.total_cycles) * 1e6 / static_cast<double>(counts.frequency_hz) /
         blocks * static_cast<double>(waves);
}

std::optional<double> MetricValue(const MetricColumn& column, const CoreCounts& counts,
                                  uint32_t blocks) {
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
  if (counts.total_cycles == 0) return 0;
  if (counts.frequency_hz == 0 || counts.cores == 0 || duration_ns <= 0) return std::nullopt;
  const double possible = static_cast<double>(counts.frequency_hz) *
                          static_cast<double>(counts.cores) * static_cast<double>(duration_ns) /
                          1e9;
  return static_cast<double>(counts.total_cycles) / possible * 100;
}

std::optional<double> MemoryBound(const CoreCounts& counts) {
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
