// The files of one export agree with each other, as those of the vendor's tool do.
#include "tests/export/export_relations.h"

#include <random>

#include "tests/export/exported_session.h"

namespace aclprof {
namespace {

class ExportRelations : public testing::Test {
 protected:
  // 3 devices, operators of several types on several streams, events, and calls of all levels;
  // durations finer than a nanosecond among them.
  void SetUp() override {
    std::mt19937_64 random(20261201);
    std::vector<uint32_t> ops = {0};
    for (const auto& [name, type] : {std::pair("MatMul_1", "MatMul"),
                                     {"MatMul_2", "MatMul"},
                                     {"Add_1", "Add"},
                                     {"Relu_1", "Relu"}}) {
      const bool on_cube = std::string(type) == "MatMul";
      ops.push_back(exported_.session().AddOp(name, type, on_cube ? "AI_CORE" : "AI_VECTOR_CORE"));
    }
    int64_t at = 0;
    for (int i = 0; i < 3000; ++i) {
      at += static_cast<int64_t>(random() % 20000);
      const Span duration{static_cast<int64_t>(random() % 30000),
                          i % 2 == 0 ? 0 : static_cast<uint32_t>(random() % 1000000)};
      const uint32_t op = ops[random() % ops.size()];
      exported_.AddTask(static_cast<int32_t>(i % 3), at, duration, op,
                        op == 0 ? "EVENT_RECORD" : "KERNEL_AICORE", 40 + random() % 3, i, i + 1);
      const uint16_t level = i % 3 == 0   ? ACLPROFX_LEVEL_NODE
                             : i % 3 == 1 ? ACLPROFX_LEVEL_ACL
                                          : ACLPROFX_LEVEL_RUNTIME;
      const std::string name = "call_" + std::to_string(random() % 7);
      exported_.AddApi(at - 3000, static_cast<int64_t>(random() % 50000), level, name.c_str(),
                       level == ACLPROFX_LEVEL_ACL ? "ACL_RTS" : name.c_str(), i + 1);
    }
    ASSERT_TRUE(exported_.Export().ok());
  }
  ExportedFiles Files() const { return {exported_.Directory(), ExportedSession::kStamp}; }

  ExportedSession exported_;
};

TEST_F(ExportRelations, ApiStatisticIsTheCannLayerGroupedByLevelAndName) {
  ExpectApiStatisticIsTheCannLayer(Files());
}

TEST_F(ExportRelations, OpStatisticIsOpSummaryGroupedByTypes) {
  ExpectOpStatisticIsOpSummaryGrouped(Files());
}

TEST_F(ExportRelations, OneTaskHasThreeDurations) {
  EXPECT_GT(ExpectThreeDurationsOfATask(Files()), 0);
}

TEST_F(ExportRelations, TaskTimeIsAscendHardwareAndHoldsOpSummary) {
  ExpectTaskTimeIsAscendHardwareAndHoldsOpSummary(Files());
}

TEST_F(ExportRelations, WaitIsFromTheRowBefore) { ExpectWaitsAreFromTheRowBefore(Files()); }

}  // namespace
}  // namespace aclprof
