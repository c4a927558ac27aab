#include "core/data_types.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "acl/acl_prof.h"
#include "aclprof/producer.h"

namespace aclprof {
namespace {

constexpr uint64_t Bit(int kind) { return uint64_t{1} << kind; }

constexpr uint64_t kTasks = Bit(ACLPROFX_KIND_TASK) | Bit(ACLPROFX_KIND_TASK_LINKED);
// Steps too: those who take them ask for tasks, and hardly for the training trace.
constexpr uint64_t kTaskTime = kTasks | Bit(ACLPROFX_KIND_MEMCPY) | Bit(ACLPROFX_KIND_STEP);
constexpr uint64_t kFramework = Bit(ACLPROFX_KIND_FRAMEWORK_API);

struct DataType {
  uint64_t bit;
  const char* name;
  uint64_t implies;
  uint64_t kinds;
};

constexpr uint64_t kLevel0 = ACL_PROF_TASK_TIME_L0;
constexpr uint64_t kLevel1 = ACL_PROF_TASK_TIME | kLevel0;
constexpr uint64_t kLevel2 = ACL_PROF_TASK_TIME_L2 | kLevel1;

// AI CPU operators and collectives are tasks of their own type: they come with the tasks.
constexpr DataType kDataTypes[] = {
    {ACL_PROF_ACL_API, "acl_api", 0, Bit(ACLPROFX_KIND_API)},
    {ACL_PROF_TASK_TIME, "task_time", kLevel0, kTaskTime},
    {ACL_PROF_AICORE_METRICS, "aicore_metrics", 0, Bit(ACLPROFX_KIND_PMU)},
    {ACL_PROF_AICPU, "aicpu", 0, kTasks},
    {ACL_PROF_L2CACHE, "l2cache", 0, Bit(ACLPROFX_KIND_PMU)},
    {ACL_PROF_HCCL_TRACE, "hccl_trace", 0, kTasks | kFramework},
    {ACL_PROF_TRAINING_TRACE, "training_trace", 0, Bit(ACLPROFX_KIND_STEP)},
    {ACL_PROF_MSPROFTX, "msproftx", 0, Bit(ACLPROFX_KIND_MARK) | Bit(ACLPROFX_KIND_RANGE)},
    {ACL_PROF_RUNTIME_API, "runtime_api", 0,
     Bit(ACLPROFX_KIND_RUNTIME_API) | Bit(ACLPROFX_KIND_MEMCPY)},
    {ACL_PROF_GE_API_L0, "ge_api_l0", 0, kFramework},
    {ACL_PROF_TASK_TIME_L0, "task_time_l0", 0, kTaskTime},
    {ACL_PROF_TASK_MEMORY, "task_memory", 0, Bit(ACLPROFX_KIND_MEMORY)},
    {ACL_PROF_TASK_TIME_L2, "task_time_l2", kLevel1, kTaskTime},
    {ACL_PROF_OP_ATTR, "op_attr", kLevel1, kTaskTime},
    {ACL_PROF_TASK_TIME_L3, "task_time_l3", kLevel2, kTaskTime},
    {ACL_PROF_GE_API_L1, "ge_api_l1", 0, kFramework},
    {ACL_PROF_API_STATS, "api_stats", 0, Bit(ACLPROFX_KIND_API)},
    {ACL_PROF_AICORE_SHAPE, "aicore_shape", 0, 0},
};

constexpr const char* kMetricsNames[] = {
    "ArithmeticUtilization", "PipeUtilization", "Memory",  "MemoryL0",
    "ResourceConflictRatio", "MemoryUB",        "L2Cache", "PipelineExecuteUtilization",
    "MemoryAccess",
};

}  // namespace

uint64_t WithImpliedDataTypes(uint64_t data_types) {
  uint64_t all = data_types | kInternalDataType;
  for (const DataType& type : kDataTypes) {
    if (data_types & type.bit) all |= type.implies;
  }
  return all;
}

uint64_t UnknownDataTypes(uint64_t data_types) {
  uint64_t rest = data_types & ~kInternalDataType;
  for (const DataType& type : kDataTypes) rest &= ~type.bit;
  return rest;
}

uint64_t KindsOf(uint64_t data_types, uint32_t aicore_metrics) {
  uint64_t kinds = Bit(ACLPROFX_KIND_MODEL_LOAD);
  for (const DataType& type : kDataTypes) {
    const bool no_counters =
        type.bit == ACL_PROF_AICORE_METRICS && aicore_metrics == ACL_AICORE_NONE;
    if ((data_types & type.bit) && !no_counters) kinds |= type.kinds;
  }
  return kinds;
}

bool OperatorsAreBare(uint64_t data_types) { return (data_types & kLevel1) == kLevel0; }

std::string DataTypeNames(uint64_t data_types) {
  std::string names;
  const auto append = [&names](const char* name) { (names += names.empty() ? "" : ",") += name; };
  for (const DataType& type : kDataTypes) {
    if (data_types & type.bit) append(type.name);
  }
  if (const uint64_t unknown = UnknownDataTypes(data_types)) {
    char text[24];
    std::snprintf(text, sizeof(text), "0x%" PRIx64, unknown);
    append(text);
  }
  return names;
}

const char* AicoreMetricsName(uint32_t aicore_metrics) {
  if (aicore_metrics == kCustomAicoreMetrics) return "Custom";
  return aicore_metrics < std::size(kMetricsNames) ? kMetricsNames[aicore_metrics] : nullptr;
}

std::optional<uint32_t> AicoreMetricsOf(std::string_view name) {
  const auto found = std::find(std::begin(kMetricsNames), std::end(kMetricsNames), name);
  if (found == std::end(kMetricsNames)) return std::nullopt;
  return static_cast<uint32_t>(found - std::begin(kMetricsNames));
}

}  // namespace aclprof
