#include "format/metric_columns.h"

#include <iterator>

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
constexpr MetricColumn kMemoryMetrics[] = {
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
constexpr Group kGroups[] = {{7, kArithmetic}, {8, kPipe},        {8, kMemoryMetrics},
                             {8, kMemoryL0},   {3, kConflicts},   {8, kMemoryUb},
                             {6, kL2Cache},    {8, kPipeExecute}, {8, kMemoryAccess}};
static_assert(std::size(kGroups) == kMetricGroups);
static_assert(std::size(kPipeExecute) + 2 == kMostMetricValues);

}  // namespace

uint32_t MetricCounters(uint16_t group) {
  return group < std::size(kGroups) ? kGroups[group].counters : 0;
}

Columns MetricColumns(uint16_t group, uint16_t core_kind) {
  if (group >= std::size(kGroups)) return {};
  if (group == kPipeUtilization && core_kind == kCubeCore) return kCubePipe;
  return kGroups[group].columns;
}

std::string_view CorePrefix(uint16_t core_kind) {
  if (core_kind == kWholeCore) return "";
  return core_kind == kCubeCore ? "aic_" : "aiv_";
}

bool HasColumn(const MetricColumn& column, uint16_t core_kind) {
  if (core_kind == kWholeCore) return true;
  return core_kind == kCubeCore ? column.cube : column.vector;
}

}  // namespace aclprof
