#include "core/data_types.h"

#include <gtest/gtest.h>

#include "acl/acl_prof.h"
#include "aclprof/producer.h"

namespace aclprof {
namespace {

uint64_t Kinds(std::initializer_list<int> kinds) {
  uint64_t bits = uint64_t{1} << ACLPROFX_KIND_MODEL_LOAD;
  for (const int kind : kinds) bits |= uint64_t{1} << kind;
  return bits;
}

TEST(DataTypes, EachAsksForItsKindsAndForModelLoads) {
  EXPECT_EQ(KindsOf(0, 0), Kinds({}));
  EXPECT_EQ(KindsOf(ACL_PROF_ACL_API, 0), Kinds({ACLPROFX_KIND_API}));
  EXPECT_EQ(KindsOf(ACL_PROF_RUNTIME_API, 0),
            Kinds({ACLPROFX_KIND_RUNTIME_API, ACLPROFX_KIND_MEMCPY}));
  const uint64_t tasks = Kinds(
      {ACLPROFX_KIND_TASK, ACLPROFX_KIND_TASK_LINKED, ACLPROFX_KIND_MEMCPY, ACLPROFX_KIND_STEP});
  EXPECT_EQ(KindsOf(ACL_PROF_TASK_TIME, 0), tasks);
  EXPECT_EQ(KindsOf(ACL_PROF_TASK_TIME_L0, 0), tasks);
  EXPECT_EQ(KindsOf(ACL_PROF_HCCL_TRACE, 0),
            Kinds({ACLPROFX_KIND_TASK, ACLPROFX_KIND_TASK_LINKED, ACLPROFX_KIND_FRAMEWORK_API}));
  EXPECT_EQ(KindsOf(ACL_PROF_GE_API_L1, 0), Kinds({ACLPROFX_KIND_FRAMEWORK_API}));
  EXPECT_EQ(KindsOf(ACL_PROF_MSPROFTX, 0), Kinds({ACLPROFX_KIND_MARK, ACLPROFX_KIND_RANGE}));
  EXPECT_EQ(KindsOf(ACL_PROF_TASK_MEMORY, 0), Kinds({ACLPROFX_KIND_MEMORY}));
  EXPECT_EQ(KindsOf(ACL_PROF_TRAINING_TRACE, 0), Kinds({ACLPROFX_KIND_STEP}));
}

TEST(DataTypes, CountersAreWantedUnlessTheGroupIsNone) {
  EXPECT_EQ(KindsOf(ACL_PROF_AICORE_METRICS, ACL_AICORE_PIPE_UTILIZATION),
            Kinds({ACLPROFX_KIND_PMU}));
  EXPECT_EQ(KindsOf(ACL_PROF_AICORE_METRICS, ACL_AICORE_NONE), Kinds({}));
}

TEST(DataTypes, HigherLevelsImplyLowerOnes) {
  const auto without_internal = [](uint64_t types) {
    return WithImpliedDataTypes(types) & ~kInternalDataType;
  };
  const uint64_t level1 = ACL_PROF_TASK_TIME | ACL_PROF_TASK_TIME_L0;
  EXPECT_EQ(without_internal(ACL_PROF_TASK_TIME), level1);
  EXPECT_EQ(without_internal(ACL_PROF_TASK_TIME_L2), ACL_PROF_TASK_TIME_L2 | level1);
  EXPECT_EQ(without_internal(ACL_PROF_OP_ATTR), ACL_PROF_OP_ATTR | level1);
  EXPECT_EQ(without_internal(ACL_PROF_TASK_TIME_L3),
            ACL_PROF_TASK_TIME_L3 | ACL_PROF_TASK_TIME_L2 | level1);
  EXPECT_EQ(WithImpliedDataTypes(0), kInternalDataType);
}

TEST(DataTypes, UnknownBitsAreTold) {
  EXPECT_EQ(UnknownDataTypes(kInternalDataType | ACL_PROF_ACL_API), 0u);
  EXPECT_EQ(UnknownDataTypes(0x400 | ACL_PROF_ACL_API), 0x400u);
  EXPECT_EQ(DataTypeNames(ACL_PROF_ACL_API | 0x400), "acl_api,0x400");
}

TEST(DataTypes, CounterGroupsHaveTheNamesOfTheTables) {
  EXPECT_STREQ(AicoreMetricsName(ACL_AICORE_MEMORY_BANDWIDTH), "Memory");
  EXPECT_STREQ(AicoreMetricsName(kCustomAicoreMetrics), "Custom");
  EXPECT_EQ(AicoreMetricsName(ACL_AICORE_NONE), nullptr);
  EXPECT_EQ(AicoreMetricsOf("PipelineExecuteUtilization"), 7u);
  EXPECT_EQ(AicoreMetricsOf("pipeutilization"), std::nullopt);
}

}  // namespace
}  // namespace aclprof
