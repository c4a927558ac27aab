// Which operators took a device's time.
#include "export/operator_ranking.h"

#include <gtest/gtest.h>

#include "tests/export/exported_session.h"

namespace aclprof {
namespace {

class OperatorRanking : public testing::Test {
 protected:
  FakeSession& session() { return exported_.session(); }
  void AddRun(int32_t device, uint32_t op, int64_t duration_ns) {
    exported_.AddTask(device, next_ += 1000000, {duration_ns, 0}, op, "KERNEL_AICORE");
  }

  ExportedSession exported_;

 private:
  int64_t next_ = 0;
};

TEST_F(OperatorRanking, LargestTotalComesFirst) {
  const uint32_t often = session().AddOp("relu", "Relu", "AI_VECTOR_CORE");
  const uint32_t slow = session().AddOp("conv", "Conv", "AI_CORE");
  AddRun(0, often, 300);
  AddRun(0, slow, 1000);
  AddRun(0, often, 400);
  const auto devices = RankOperators(&session());
  ASSERT_EQ(devices.size(), 1u);
  EXPECT_EQ(devices[0].runs.count, 3u);
  EXPECT_EQ(devices[0].runs.TotalThousandths(), 1700u);
  ASSERT_EQ(devices[0].operators.size(), 2u);
  EXPECT_EQ(devices[0].operators[0].name, "conv");
  EXPECT_EQ(devices[0].operators[0].task_type, "AI_CORE");
  EXPECT_EQ(devices[0].operators[1].name, "relu");
  EXPECT_EQ(devices[0].operators[1].type, "Relu");
  EXPECT_EQ(devices[0].operators[1].runs.count, 2u);
  EXPECT_EQ(devices[0].operators[1].runs.TotalThousandths(), 700u);
}

TEST_F(OperatorRanking, OneNameWithSeveralShapesIsOneOperator) {
  OpEntry entry{};
  entry.name = session().Name("conv");
  entry.type = session().Name("Conv");
  for (const char* shape : {"1,3", "2,3"}) {
    entry.input_shapes = session().Name(shape);
    AddRun(0, session().AddOp(entry), 500);
  }
  const auto devices = RankOperators(&session());
  ASSERT_EQ(devices[0].operators.size(), 1u);
  EXPECT_EQ(devices[0].operators[0].runs.count, 2u);
}

TEST_F(OperatorRanking, OneNameInTwoModelsIsTwoOperators) {
  aclprofx_task_linked task{};
  task.task.op = session().AddOp("Relu_1", "Relu");
  for (const uint32_t model : {1u, 2u, 2u}) {
    task.model_id = model;
    exported_.AddTask(0, 1000 * static_cast<int64_t>(model), {100, 0}, task);
  }
  const auto devices = RankOperators(&session());
  ASSERT_EQ(devices[0].operators.size(), 2u);
  EXPECT_EQ(devices[0].operators[0].model_id, 2u);
  EXPECT_EQ(devices[0].operators[0].runs.count, 2u);
  EXPECT_EQ(devices[0].operators[1].model_id, 1u);
}

TEST_F(OperatorRanking, DevicesAreRankedApart) {
  const uint32_t op = session().AddOp("conv", "Conv");
  session().session().devices = {{0, "host-cpu"}, {2, "host-cpu"}};
  AddRun(1, op, 10);
  AddRun(2, op, 20);
  const auto devices = RankOperators(&session());
  ASSERT_EQ(devices.size(), 3u);
  EXPECT_EQ(devices[0].runs.count, 0u);
  EXPECT_EQ(devices[0].device.name, "host-cpu");
  EXPECT_EQ(devices[1].device.id, 1);
  EXPECT_EQ(devices[1].runs.TotalThousandths(), 10u);
  EXPECT_EQ(devices[2].runs.TotalThousandths(), 20u);
}

TEST_F(OperatorRanking, LeavesOutWhatIsNoWholeRunOfAnOperator) {
  aclprofx_task_linked task{};
  task.task.op = session().AddOp("conv", "Conv");
  task.task.flags = ACLPROFX_TASK_OPEN_ENDED;
  exported_.AddTask(0, 0, {100, 0}, task);
  task.task.flags = ACLPROFX_TASK_COMMUNICATION;
  task.task.op = session().AddOp("hcom_allReduce__586_0_1", "hcom_allReduce_", "COMMUNICATION");
  exported_.AddTask(0, 200, {100, 0}, task);
  exported_.AddTask(0, 400, {100, 0}, 0, "EVENT_RECORD");
  AddRun(0, session().AddOp("relu", "Relu"), 5);
  const auto devices = RankOperators(&session());
  ASSERT_EQ(devices[0].operators.size(), 1u);
  EXPECT_EQ(devices[0].operators[0].name, "relu");
}

// Level 0 keeps names alone.
TEST_F(OperatorRanking, AnOperatorWithoutATypeIsRankedByItsName) {
  AddRun(0, session().AddOp("conv"), 5);
  AddRun(0, session().AddOp("relu"), 7);
  const auto devices = RankOperators(&session());
  ASSERT_EQ(devices[0].operators.size(), 2u);
  EXPECT_EQ(devices[0].operators[0].name, "relu");
  EXPECT_EQ(devices[0].operators[0].type, "");
}

}  // namespace
}  // namespace aclprof
