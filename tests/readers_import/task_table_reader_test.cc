#include "readers/import/task_table_reader.h"

#include <gtest/gtest.h>

#include "tests/readers_import/capture_transcript.h"

namespace aclprof {
namespace {

constexpr char kOpSummary9[] =
    "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),"
    "Task Duration(us),Task Wait Time(us),Block Num,Mix Block Num,HF32 Eligible,Input Shapes,"
    "Input Data Types,Input Formats,Output Shapes,Output Data Types,Output Formats,Context ID,"
    "aicore_time(us),cube_utilization(%)\n";

class TaskTable : public ::testing::Test {
 protected:
  Status Read(const std::string& text) { return ReadCapture(folder_.Write("t.csv", text), &told_); }

  CaptureFolder folder_;
  CaptureTranscript told_;
};

TEST_F(TaskTable, OpSummaryOf9KeepsEveryColumnOfTheOperator) {
  const Status status = Read(
      std::string(kOpSummary9) +
      "3,4294967295,1,46,MatMul_1,MatMulV2,dynamic,MIX_AIC,1784177144514957.993\t,13.521,0,24,48,"
      "NO,\"\"\"1,2;3,4\"\"\",FLOAT;DT_BF16,ND;ND,\"\"\"1,4\"\"\",FLOAT,ND,0,0.0,0.000\n");
  ASSERT_TRUE(status.ok()) << status.ToString();
  ASSERT_EQ(told_.tasks.size(), 1u);
  EXPECT_EQ(told_.tasks[0],
            "1784177144514957993.0+13521.0 dev=3 stream=46 task=1 model=- ctx=0 conn=0 "
            "type=MIX_AIC|MatMul_1|MatMulV2|dynamic|MIX_AIC|NO|\"1,2;3,4\"|FLOAT;DT_BF16|ND;ND|"
            "\"1,4\"|FLOAT|ND|24|48");
}

TEST_F(TaskTable, MissingCellsOfOpSummaryAreNotKnown) {
  ASSERT_TRUE(Read(std::string(kOpSummary9) +
                   "0,4294967295,1,46,add_kernel,N/A,N/A,N/A,1784177144514957.993\t,13.521,"
                   "0.720000,0,0,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,0.0,0.000\n")
                  .ok());
  EXPECT_EQ(told_.tasks.at(0),
            "1784177144514957993.0+13521.0 dev=0 stream=46 task=1 model=- ctx=- conn=0 "
            "type=|add_kernel|||||||||||0|0");
}

TEST_F(TaskTable, MetricsAreToldOfEachKindOfCoreByTheirNames) {
  ASSERT_TRUE(
      Read("Device_id,Task ID,Stream ID,Op Name,Task Start Time(us),Task "
           "Duration(us),aicore_time(us),"
           "aic_total_cycles,aic_mac_time(us),aic_mac_ratio,aic_fixpipe_ratio,aic_icache_miss_rate,"
           "aiv_time(us),aiv_total_cycles,aiv_vec_time(us),aiv_vec_ratio,aiv_new_ratio,"
           "cube_utilization(%)\n"
           "3,7,46,mix,1.5,2,11.161,467545,9.378,0.84,0.001,0.036,76151.441,6380106143,0.189,0.0,5,"
           "4.749\n"
           "3,8,46,aicpu,9,1,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n"
           "3,9,46,odd,12,1,,-5,nan,inf,0x1,1e400,N/A,N/A,N/A,1e-3,N/A,N/A\n")
          .ok());
  EXPECT_EQ(told_.tasks.size(), 3u);
  EXPECT_EQ(
      told_.metrics,
      (std::vector<std::string>{
          "1500.0 dev=3 stream=46 task=7 core=0 group=1 cycles=467545|11.161|9.3780000000000001"
          "|0.83999999999999997|-|-|-|-|-|-|-|0.001|0.035999999999999997|4.7489999999999997",
          "1500.0 dev=3 stream=46 task=7 core=1 group=1 cycles=6380106143|76151.441000000006|"
          "0.189|0|-|-|-|-|-|-|-|-|-|-|-|-",
          "12000.0 dev=3 stream=46 task=9 core=1 group=1 cycles=-|-|-|0.001|-|-|-|-|-|-|-|-|-|-|"
          "-|-"}));
}

// As chips have them whose cores do both.
TEST_F(TaskTable, MetricsWithoutPrefixAreOfAWholeCore) {
  ASSERT_TRUE(
      Read("Task ID,Stream ID,Op Name,Task Start Time(us),Task Duration(us),aicore_time(us),"
           "total_cycles,vec_bankgroup_cflt_ratio,vec_bank_cflt_ratio\n"
           "7,46,a,1,2,3.5,1000,0.25,0.5\n")
          .ok());
  EXPECT_EQ(told_.metrics, (std::vector<std::string>{"1000.0 dev=0 stream=46 task=7 core=2 group=4 "
                                                     "cycles=1000|3.5|0.25|0.5|-|-"}));
}

TEST_F(TaskTable, OpSummaryOf2023NamesTheStartDifferently) {
  ASSERT_TRUE(Read("Step Id,Model ID,Task ID,Stream ID,Op Name,OP Type,Task Type,Start Time(us),"
                   "Task Duration(us),Task Wait Time(us),Block Dim,Mix Block Dim\n"
                   "1,5,7,8,Add,Add,AI_CORE,1695115378713661.5,2.1,0,32,0\n")
                  .ok());
  EXPECT_EQ(told_.tasks.at(0),
            "1695115378713661500.0+2100.0 dev=0 stream=8 task=7 model=5 ctx=- conn=0 "
            "type=AI_CORE|Add|Add||AI_CORE||||||||32|0");
}

TEST_F(TaskTable, TaskTimeRowWithoutAKernelIsNoOperator) {
  ASSERT_TRUE(Read("Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),"
                   "task_start(us),task_stop(us)\n"
                   "0,N/A,PROFILING_ENABLE,49,3,0.000,1784177144507567.326\t,"
                   "1784177144507567.326\t\n"
                   "0,add_kernel,KERNEL_AIVEC,46,0,13.780,1784177144514943.513\t,"
                   "1784177144514957.293\t\n")
                  .ok());
  EXPECT_EQ(told_.tasks, (std::vector<std::string>{
                             "1784177144507567326.0+0.0 dev=0 stream=49 task=3 model=- ctx=- "
                             "conn=0 type=PROFILING_ENABLE||||||||||||0|0",
                             "1784177144514943513.0+13780.0 dev=0 stream=46 task=0 model=- ctx=- "
                             "conn=0 type=KERNEL_AIVEC|add_kernel|||||||||||0|0"}));
}

TEST_F(TaskTable, KernelDetailsOfLevel0HasNeitherStreamNorTask) {
  ASSERT_TRUE(Read("Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),"
                   "Block Dim\r\n"
                   "50,trans_TransData_0,N/A,N/A,1736405443881410.320\t,50.621,0,0\r\n")
                  .ok());
  EXPECT_EQ(told_.tasks.at(0),
            "1736405443881410320.0+50621.0 dev=0 stream=- task=- model=- ctx=- conn=0 "
            "type=|trans_TransData_0|||||||||||0|0");
}

TEST_F(TaskTable, CollectiveIsCommunicationUnderBothItsNames) {
  ASSERT_TRUE(Read("Step Id,Device_id,Model ID,Task ID,Stream ID,Name,Type,Accelerator Core,"
                   "Start Time(us),Duration(us)\n"
                   "13,1,4294967295,N/A,N/A,hcom_x__1,hcom_x_,COMMUNICATION,5.5\t,1.25\n"
                   "13,1,4294967295,N/A,N/A,hcom_y__1,hcom_y_,HCCL,6.5\t,1.25\n")
                  .ok());
  EXPECT_EQ(told_.tasks.at(0),
            "5500.0+1250.0 dev=1 stream=- task=- model=- ctx=- conn=0 type=COMMUNICATION comm|"
            "hcom_x__1|hcom_x_||COMMUNICATION||||||||0|0");
  EXPECT_NE(told_.tasks.at(1).find("type=HCCL comm|hcom_y__1"), std::string::npos);
}

TEST_F(TaskTable, QuotedCellsKeepCommasQuotesAndLineBreaks) {
  ASSERT_TRUE(Read("Name,Start Time(us),Duration(us)\n"
                   "\"a,b \"\"c\"\"\nd\",\"1736413971558972.912\t\",2\n")
                  .ok());
  EXPECT_EQ(told_.tasks.at(0).substr(0, 33), "1736413971558972912.0+2000.0 dev=");
  EXPECT_NE(told_.tasks.at(0).find("|a,b \"c\"\nd|"), std::string::npos);
}

TEST_F(TaskTable, ByteOrderMarkAndBlankLinesAreIgnored) {
  ASSERT_TRUE(Read("\xEF\xBB\xBFName,Start Time(us),Duration(us)\r\n\r\nx,1,2\r\n\r\n").ok());
  EXPECT_EQ(told_.tasks.size(), 1u);
}

TEST_F(TaskTable, RowsWithEqualStartKeepTheirOrder) {
  ASSERT_TRUE(Read("Name,Start Time(us),Duration(us)\nb,1,2\na,1,2\nc,1,1\n").ok());
  ASSERT_EQ(told_.tasks.size(), 3u);
  EXPECT_NE(told_.tasks[0].find("|b|"), std::string::npos);
  EXPECT_NE(told_.tasks[1].find("|a|"), std::string::npos);
  EXPECT_NE(told_.tasks[2].find("|c|"), std::string::npos);
}

TEST_F(TaskTable, TornLastRowIsLeftOutAndNamed) {
  const Status status = Read("Name,Start Time(us),Duration(us)\na,1,2\nb,3,45");
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_EQ(status.message(),
            folder_.Path("t.csv") + ": row 3: the file ends inside it; it is left out");
  EXPECT_EQ(told_.tasks.size(), 1u);
}

TEST_F(TaskTable, BadRowsAreLeftOutCountedAndTheFirstIsNamed) {
  const Status status = Read(
      "Device_id,Name,Start Time(us),Duration(us)\n0,a,1,2\n0,b,x,2\n0,c,4\n0,d,5,-1\n"
      "4294967295,e,6,1\n0,f,7,1\n");
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_EQ(status.message(),
            folder_.Path("t.csv") + ": row 3: 'Start Time(us)' is 'x' (4 left out)");
  EXPECT_EQ(told_.tasks.size(), 2u);
}

TEST_F(TaskTable, TableWithoutDurationsIsForeign) {
  EXPECT_EQ(Read("Name,Start Time(us)\na,1\n").code(), StatusCode::kUnsupported);
}

}  // namespace
}  // namespace aclprof
