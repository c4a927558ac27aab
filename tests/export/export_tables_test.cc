// The CSV tables of small sessions, to the letter.
#include <gtest/gtest.h>

#include "tests/export/exported_session.h"

namespace aclprof {
namespace {

constexpr char kTaskTimeHeader[] =
    "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),"
    "task_stop(us)\n";
constexpr char kOpSummaryHeader[] =
    "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),"
    "Task Duration(us),Task Wait Time(us),Block Num,Mix Block Num,HF32 Eligible,Input Shapes,"
    "Input Data Types,Input Formats,Output Shapes,Output Data Types,Output Formats,Context ID\n";
constexpr char kOpStatisticHeader[] =
    "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),"
    "Ratio(%)\n";
constexpr char kApiStatisticHeader[] =
    "Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\n";

class ExportTables : public testing::Test {
 protected:
  void Export() { ASSERT_TRUE(exported_.Export().ok()); }
  FakeSession& session() { return exported_.session(); }

  ExportedSession exported_;
};

// As the first rows of a capture of a custom kernel.
TEST_F(ExportTables, TaskTimeOfAKernel) {
  const uint32_t op = session().AddOp("add_kernel");
  exported_.AddTask(0, 0, {0, 0}, 0, "PROFILING_ENABLE", 49, 3);
  exported_.AddTask(0, 7376187, {13780, 281250}, op, "KERNEL_AIVEC", 46, 0);
  Export();
  EXPECT_EQ(exported_.Table("task_time"),
            std::string(kTaskTimeHeader) +
                "0,N/A,PROFILING_ENABLE,49,3,0.000,1784177144507567.326\t,1784177144507567.326\t\n"
                "0,add_kernel,KERNEL_AIVEC,46,0,13.780,1784177144514943.513\t,"
                "1784177144514957.293\t\n");
}

TEST_F(ExportTables, TaskTimeCutsTheDurationAndRoundsTheStop) {
  exported_.AddTask(0, 0, {13520, 999999}, 0, "KERNEL_AIVEC");
  Export();
  EXPECT_EQ(exported_.Table("task_time"),
            std::string(kTaskTimeHeader) +
                "0,N/A,KERNEL_AIVEC,46,0,13.520,1784177144507567.326\t,1784177144507580.847\t\n");
}

TEST_F(ExportTables, OpSummaryWithoutOpInfo) {
  const uint32_t op = session().AddOp("add_kernel");
  exported_.AddTask(0, 0, {13520, 999999}, op, "KERNEL_AIVEC", 46, 0);
  exported_.AddTask(0, 14241, {12340, 0}, op, "KERNEL_AIVEC", 46, 1);
  exported_.AddTask(0, 26000, {1, 0}, op, "KERNEL_AIVEC", 47, 2);
  Export();
  EXPECT_EQ(exported_.Table("op_summary"),
            std::string(kOpSummaryHeader) +
                "0,4294967295,0,46,add_kernel,N/A,N/A,N/A,1784177144507567.326\t,13.521,0,0,0,"
                "N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n"
                "0,4294967295,1,46,add_kernel,N/A,N/A,N/A,1784177144507581.567\t,12.340,0.720000,"
                "0,0,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n"
                "0,4294967295,2,47,add_kernel,N/A,N/A,N/A,1784177144507593.326\t,0.001,0.000000,"
                "0,0,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n");
}

TEST_F(ExportTables, OpSummaryWithOpInfo) {
  OpEntry entry{};
  entry.name = session().Name("trans_TransData_0");
  entry.type = session().Name("TransData");
  entry.state = session().Name("dynamic");
  entry.task_type = session().Name("AI_VECTOR_CORE");
  entry.hf32 = session().Name("NO");
  entry.input_shapes = session().Name("\"32,3,224,224\"");
  entry.input_data_types = session().Name("FLOAT;INT64");
  entry.input_formats = session().Name("NCHW");
  entry.output_shapes = session().Name("\"32,1,224,224,8\"");
  entry.output_data_types = session().Name("FLOAT");
  entry.output_formats = session().Name("NC1HWC0");
  entry.block_num = 32;
  entry.mix_block_num = 64;
  aclprofx_task_linked task{};
  task.task = {0, 0, 2, 11051, session().AddOp(entry), session().Type("AI_VECTOR_CORE"), 0};
  task.model_id = 7;
  task.context_id = 0;
  exported_.AddTask(3, 0, {53741, 0}, task);
  Export();
  EXPECT_EQ(exported_.Table("op_summary"),
            std::string(kOpSummaryHeader) +
                "3,7,11051,2,trans_TransData_0,TransData,dynamic,AI_VECTOR_CORE,"
                "1784177144507567.326\t,53.741,0,32,64,NO,\"\"\"32,3,224,224\"\"\",FLOAT;INT64,"
                "NCHW,\"\"\"32,1,224,224,8\"\"\",FLOAT,NC1HWC0,0\n");
}

TEST_F(ExportTables, OpSummaryGoesDeviceByDevice) {
  const uint32_t op = session().AddOp("k");
  exported_.AddTask(1, 0, {1000, 0}, op, "T", 1, 0);
  exported_.AddTask(0, 500, {1000, 0}, op, "T", 1, 1);
  exported_.AddTask(1, 1500, {1000, 0}, op, "T", 1, 2);
  Export();
  const std::string rest = ",0,0,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n";
  EXPECT_EQ(exported_.Table("op_summary"),
            std::string(kOpSummaryHeader) +
                "0,4294967295,1,1,k,N/A,N/A,N/A,1784177144507567.826\t,1.000,0" + rest +
                "1,4294967295,0,1,k,N/A,N/A,N/A,1784177144507567.326\t,1.000,0" + rest +
                "1,4294967295,2,1,k,N/A,N/A,N/A,1784177144507568.826\t,1.000,0.500000" + rest);
}

TEST_F(ExportTables, OpSummaryLeavesOutWhatIsNoOperator) {
  const uint32_t op = session().AddOp("k", "", "HCCL_AI_CPU");
  exported_.AddTask(0, 0, {1, 0}, 0, "EVENT_RECORD");
  exported_.AddTask(0, 10, {1, 0}, op, "KERNEL_AICPU");
  exported_.AddTask(0, 20, {1, 0}, session().AddOp("w"), "WRITE_BACK");
  Export();
  EXPECT_EQ(exported_.Entries().count("op_summary_20261201101010.csv"), 0u);
  EXPECT_EQ(exported_.report().tasks, 3u);
  EXPECT_EQ(exported_.report().operators, 0u);
}

TEST_F(ExportTables, CollectivesHaveARowAndTheirStepsHaveNone) {
  aclprofx_task_linked task{};
  task.task.flags = ACLPROFX_TASK_COMMUNICATION;
  task.task.op = session().AddOp("hcom_allReduce__586_0_1", "hcom_allReduce_", "COMMUNICATION");
  task.model_id = task.context_id = ACLPROFX_NONE;
  exported_.AddTask(0, 0, {79089520, 218750}, task);
  task.task.op = session().AddOp("Reduce_Inline");
  exported_.AddTask(0, 0, {600, 31250}, task);
  Export();
  EXPECT_EQ(exported_.Table("op_summary"),
            std::string(kOpSummaryHeader) +
                "0,4294967295,N/A,N/A,hcom_allReduce__586_0_1,hcom_allReduce_,N/A,COMMUNICATION,"
                "1784177144507567.326\t,79089.520,0,0,0,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n");
  EXPECT_EQ(exported_.Table("task_time"), "");
  EXPECT_EQ(exported_.Table("op_statistic"), "");
}

TEST_F(ExportTables, AnOperatorStillRunningHasNoDuration) {
  aclprofx_task_linked task{};
  task.task = {0,
               0,
               1,
               2,
               session().AddOp("k", "K", "AI_CORE"),
               session().Type("KERNEL"),
               ACLPROFX_TASK_OPEN_ENDED};
  task.model_id = task.context_id = ACLPROFX_NONE;
  exported_.AddTask(0, 0, {5000, 0}, task);
  Export();
  EXPECT_EQ(exported_.Table("task_time"),
            std::string(kTaskTimeHeader) + "0,k,KERNEL,1,2,N/A,1784177144507567.326\t,N/A\n");
  EXPECT_EQ(exported_.Table("op_summary"),
            std::string(kOpSummaryHeader) +
                "0,4294967295,2,1,k,K,N/A,AI_CORE,1784177144507567.326\t,N/A,0,0,0,N/A,N/A,N/A,"
                "N/A,N/A,N/A,N/A,N/A\n");
  EXPECT_EQ(exported_.Table("op_statistic"), "");
  EXPECT_EQ(exported_.report().open_ended, 1u);
}

TEST_F(ExportTables, WhatATaskWithoutLinkDoesNotSayIsNotAvailable) {
  aclprofx_task task{};
  task.op = session().AddOp("k");
  task.stream_id = task.task_id = ACLPROFX_NONE;
  session().Add(ACLPROFX_KIND_TASK, 0, {ExportedSession::kMoment, 0}, {1000, 0}, task);
  Export();
  EXPECT_EQ(exported_.Table("op_summary"),
            std::string(kOpSummaryHeader) +
                "0,4294967295,N/A,N/A,k,N/A,N/A,N/A,1784177144507567.326\t,1.000,0,0,0,N/A,N/A,"
                "N/A,N/A,N/A,N/A,N/A,N/A\n");
  EXPECT_EQ(exported_.Table("task_time"),
            std::string(kTaskTimeHeader) +
                "0,k,N/A,N/A,N/A,1.000,1784177144507567.326\t,1784177144507568.326\t\n");
}

TEST_F(ExportTables, NamesThatAreGoneAreUnknown) {
  exported_.AddTask(0, 0, {1000, 0}, 77, "KERNEL", 46, 5);
  Export();
  EXPECT_EQ(exported_.Table("task_time"),
            std::string(kTaskTimeHeader) +
                "0,unknown(77),KERNEL,46,5,1.000,1784177144507567.326\t,1784177144507568.326\t\n");
  EXPECT_EQ(exported_.report().operators, 1u);
}

TEST_F(ExportTables, IdsShowAllTheirDigits) {
  const uint32_t op = session().AddOp("k");
  exported_.AddTask(63, 0, {1, 0}, op, "T", 4294967294u, 2147483648u);
  Export();
  EXPECT_EQ(exported_.Table("task_time"),
            std::string(kTaskTimeHeader) +
                "63,k,T,4294967294,2147483648,0.001,1784177144507567.326\t,"
                "1784177144507567.327\t\n");
}

// As the only row of a capture of three long kernels.
TEST_F(ExportTables, OpStatisticOfOneType) {
  const uint32_t op = session().AddOp("main_kernel", "main_kernel", "MIX_AIC");
  int64_t start = 0;
  for (const int64_t ns : {83401660, 83082440, 83120380}) {
    exported_.AddTask(0, start, {ns, 0}, op, "MIX_AIC");
    start += 100000000;
  }
  Export();
  EXPECT_EQ(exported_.Table("op_statistic"),
            std::string(kOpStatisticHeader) +
                "0,main_kernel,MIX_AIC,3,249604.48,83082.44,83201.493,83401.66,100\n");
}

TEST_F(ExportTables, OpStatisticSortsByTotalWithinTheDevice) {
  const uint32_t small = session().AddOp("a1", "Small", "AI_CORE");
  const uint32_t large = session().AddOp("b1", "Large", "AI_VECTOR_CORE");
  const uint32_t large_too = session().AddOp("b2", "Large", "AI_VECTOR_CORE");
  const uint32_t unknown = session().AddOp("c1");
  exported_.AddTask(0, 0, {1000, 0}, small, "T");
  exported_.AddTask(0, 2000, {1000, 0}, large, "T");
  exported_.AddTask(0, 4000, {1000, 500000}, large_too, "T");
  exported_.AddTask(0, 6000, {9000, 0}, unknown, "T");
  exported_.AddTask(1, 0, {7000, 0}, small, "T");
  Export();
  EXPECT_EQ(exported_.Table("op_statistic"), std::string(kOpStatisticHeader) +
                                                 "0,Large,AI_VECTOR_CORE,2,2.001,1,1,1.001,66.672\n"
                                                 "0,Small,AI_CORE,1,1,1,1,1,33.328\n"
                                                 "1,Small,AI_CORE,1,7,7,7,7,100\n");
}

TEST_F(ExportTables, ApiStatisticAsTheVendorWritesIt) {
  exported_.AddApi(0, 890, ACLPROFX_LEVEL_ACL, "aclrtCreateEvent", "ACL_RTS", 1);
  exported_.AddApi(1000, 5780, ACLPROFX_LEVEL_ACL, "aclrtCreateEvent", "ACL_RTS", 2);
  exported_.AddApi(9000, 0, ACLPROFX_LEVEL_RUNTIME, "StreamSyncTaskFinish", "StreamSyncTaskFinish");
  exported_.AddApi(9000, 1300, ACLPROFX_LEVEL_NODE, "add_kernel", "launch", 3);
  exported_.AddApi(9000, 40550, ACLPROFX_LEVEL_ACL, "Add_Tiling", "ACL_NN");
  exported_.AddApi(9000, 5, ACLPROFX_LEVEL_FRAMEWORK, "aten::add", "cpu_op");
  Export();
  EXPECT_EQ(exported_.Table("api_statistic"),
            std::string(kApiStatisticHeader) +
                "host,acl,Add_Tiling,40.55,1,40.55,40.55,40.55,0\n"
                "host,runtime,StreamSyncTaskFinish,0,1,0,0,0,0\n"
                "host,acl,aclrtCreateEvent,6.67,2,3.335,0.89,5.78,5.978\n"
                "host,node,launch,1.3,1,1.3,1.3,1.3,0\n");
}

TEST_F(ExportTables, ApiStatisticJoinsOneNameUnderSeveralModes) {
  exported_.AddApi(0, 1000, ACLPROFX_LEVEL_RUNTIME, "KernelLaunch", "");
  exported_.AddApi(0, 3000, ACLPROFX_LEVEL_RUNTIME, "KernelLaunch", "cuda_runtime");
  Export();
  EXPECT_EQ(exported_.Table("api_statistic"),
            std::string(kApiStatisticHeader) + "host,runtime,KernelLaunch,4,2,2,1,3,1\n");
}

TEST_F(ExportTables, OddNamesStayOneRowEach) {
  const uint32_t op = session().AddOp("a,\"b\"\n\xff", "x\ry", "T");
  exported_.AddTask(0, 0, {1000, 0}, op, "K,1");
  Export();
  EXPECT_EQ(exported_.Table("task_time"),
            std::string(kTaskTimeHeader) +
                "0,\"a,\"\"b\"\"\n\xff\",\"K,1\",46,0,1.000,1784177144507567.326\t,"
                "1784177144507568.326\t\n");
  EXPECT_EQ(exported_.Table("op_statistic"),
            std::string(kOpStatisticHeader) + "0,\"x\ry\",T,1,1,1,1,1,100\n");
}

TEST_F(ExportTables, AnEmptySessionHasATimelineAndAReadme) {
  Export();
  EXPECT_EQ(exported_.Entries(),
            (std::set<std::string>{"README.txt", "msprof_20261201101010.json"}));
  EXPECT_EQ(exported_.report().TotalRecords(), 0u);
}

TEST_F(ExportTables, RecordsTooShortForTheirKindAreCounted) {
  exported_.AddTask(0, 0, {1, 0}, 0, "T");
  session().CutLastPayload(sizeof(aclprofx_task) - 8);
  exported_.AddTask(0, 10, {1, 0}, 0, "T");
  session().CutLastPayload(sizeof(aclprofx_task));
  exported_.AddApi(0, 1, ACLPROFX_LEVEL_ACL, "a", "b");
  session().CutLastPayload(8);
  Export();
  EXPECT_EQ(exported_.report().malformed, 3u);
  EXPECT_EQ(exported_.report().tasks, 0u);
}

TEST_F(ExportTables, ReadmeNamesDevicesAndLoss) {
  session().session().devices = {{0, "replay of add.csv"}};
  session().session().complete = false;
  session().session().why_incomplete = "the process was killed";
  LedgerRow& row = session().mutable_ledger().by_ring[1];
  row.stored[ACLPROFX_KIND_TASK] = 10;
  row.dropped[ACLPROFX_DROP_RING_FULL][ACLPROFX_KIND_TASK] = 5;
  Export();
  const std::string readme = exported_.File("README.txt");
  EXPECT_NE(readme.find("(pid 195781), NOT COMPLETE: the process was killed\n"), std::string::npos);
  EXPECT_NE(readme.find("  0  replay of add.csv\n"), std::string::npos);
  EXPECT_NE(readme.find("  emitted 15 = stored 10 + dropped 5\n  dropped: ring_full 5\n"),
            std::string::npos);
}

TEST(TableSlices, ATableOfMoreRowsThanAFileMayHaveIsCut) {
  for (const int rows : {2, 3, 5}) {
    ExportedSession exported;
    exported.options().rows_per_file = 2;
    for (int i = 0; i < rows; ++i) exported.AddTask(0, i * 100, {50, 0}, 0, "T", 46, i);
    ASSERT_TRUE(exported.Export().ok());
    std::vector<std::string> names = {"task_time"};
    if (rows > 2) names = {"task_time_slice_0", "task_time_slice_1"};
    if (rows > 4) names.push_back("task_time_slice_2");
    EXPECT_EQ(exported.Entries().size(), names.size() + 2) << rows;  // timeline, README.txt
    int found = 0;
    for (const std::string& name : names) {
      const std::string table = exported.Table(name);
      EXPECT_EQ(table.rfind("Device_id,kernel_name", 0), 0u) << name;
      const auto lines = std::count(table.begin(), table.end(), '\n');
      EXPECT_LE(lines, 3);
      for (int64_t line = 1; line < lines; ++line) {
        EXPECT_NE(table.find(",46," + std::to_string(found++) + ","), std::string::npos) << table;
      }
    }
    EXPECT_EQ(found, rows);
  }
}

}  // namespace
}  // namespace aclprof
