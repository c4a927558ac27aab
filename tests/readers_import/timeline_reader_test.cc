#include "readers/import/timeline_reader.h"

#include <gtest/gtest.h>

#include "tests/readers_import/capture_transcript.h"

namespace aclprof {
namespace {

// process 195781, device 2: 195781 * 1024 + 13 * 32 + 2
constexpr char kHardwareName[] =
    R"({"name":"process_name","pid":200480162,"tid":0,"ph":"M","args":{"name":"Ascend Hardware"}})";
constexpr char kTask[] =
    R"({"name":"add_kernel","pid":200480162,"tid":46,"ts":"1784177144514943.513",)"
    R"("dur":9.800203125,"ph":"X","args":{"Model Id":4294967295,"Task Type":"KERNEL_AIVEC",)"
    R"("Physic Stream Id":46,"Task Id":7,"Batch Id":0,"Subtask Id":4294967295,"connection_id":14}})";

class Timeline : public ::testing::Test {
 protected:
  Status Read(const std::string& text) {
    return ReadCapture(folder_.Write("t.json", text), &told_);
  }

  CaptureFolder folder_;
  CaptureTranscript told_;
};

TEST_F(Timeline, HardwareTaskKeepsItsIdsAndEveryDigitOfItsDuration) {
  ASSERT_TRUE(Read(std::string("[") + kTask + "," + kHardwareName + "]").ok());
  EXPECT_EQ(told_.tasks, (std::vector<std::string>{
                             "1784177144514943513.0+9800.203125 dev=2 stream=46 task=7 model=- "
                             "ctx=- conn=14 type=KERNEL_AIVEC|add_kernel|||||||||||0|0"}));
}

TEST_F(Timeline, TaskNamedByTheRuntimeIsNoOperator) {
  ASSERT_TRUE(
      Read(R"([{"name":"EVENT_RECORD","pid":32,"tid":1,"ts":"5.000","dur":0.02,"ph":"X","args":)"
           R"({"Task Type":"EVENT_RECORD","Physic Stream Id":1,"Task Id":2}},)"
           R"({"name":"MEMCPY_ASYNC","pid":32,"tid":1,"ts":"6.000","dur":1,"ph":"X","args":)"
           R"({"Task Type":"PCIE_DMA_SQE","Physic Stream Id":1,"Task Id":3}}])")
          .ok());
  ASSERT_EQ(told_.tasks.size(), 2u);
  EXPECT_NE(told_.tasks[0].find("type=EVENT_RECORD||"), std::string::npos);
  EXPECT_NE(told_.tasks[1].find("type=MEMCPY_ASYNC||"), std::string::npos);
}

TEST_F(Timeline, CannCallsAreNamedAsApiStatisticNamesThem) {
  ASSERT_TRUE(
      Read(R"([{"name":"AscendCL@aclrtMalloc","pid":200479999,"tid":195781,)"
           R"("ts":"1784177144512832.210","dur":11.91,"ph":"X","args":{"Thread Id":195781,)"
           R"("Mode":"ACL_RTS","level":"acl","id":"aclrtMalloc","item_id":"0","connection_id":1}},)"
           R"({"name":"Node@launch","pid":200479999,"tid":195781,"ts":"1784177144512844.210",)"
           R"("dur":2.5,"ph":"X","args":{"Thread Id":195781,"Mode":"launch","level":"node",)"
           R"("id":"0","item_id":"aclnnAdd_Add","connection_id":2}}])")
          .ok());
  EXPECT_EQ(told_.apis,
            (std::vector<std::string>{
                "1784177144512832210.0+11910.0 pid=195781 tid=195781 level=20000 conn=1|"
                "aclrtMalloc|ACL_RTS|0",
                "1784177144512844210.0+2500.0 pid=195781 tid=195781 level=10000 conn=2|launch|"
                "launch|aclnnAdd_Add"}));
}

TEST_F(Timeline, CollectiveAndItsStepsAreCommunication) {
  ASSERT_TRUE(
      Read(R"([{"name":"process_name","pid":64,"tid":0,"args":{"name":"HCCL"},"ph":"M"},)"
           R"({"name":"hcom_allReduce__1","pid":64,"tid":0,"ts":"5.000","dur":9,"args":)"
           R"({"connection_id":7,"model id":4294967295,"alg_type":"RING","count":4},"ph":"X"},)"
           R"({"name":"Memcpy","pid":64,"tid":1,"ts":"5.000","dur":1,"args":)"
           R"({"notify_id":"0","task id":8,"context id":1,"task type":"Memcpy"},"ph":"X"}])")
          .ok());
  EXPECT_EQ(told_.tasks, (std::vector<std::string>{
                             "5000.0+9000.0 dev=0 stream=0 task=- model=- ctx=- conn=7 "
                             "type=COMMUNICATION comm|hcom_allReduce__1|||COMMUNICATION||||||||0|0",
                             "5000.0+1000.0 dev=0 stream=1 task=8 model=- ctx=1 conn=0 "
                             "type=Memcpy comm|Memcpy|||||||||||0|0"}));
}

TEST_F(Timeline, OverlapAnalysisAndFlowsAreLeftOut) {
  ASSERT_TRUE(
      Read(R"([{"name":"process_name","pid":9,"ph":"M","args":{"name":"Overlap Analysis"}},)"
           R"({"name":"Computing","pid":9,"tid":2,"ts":"1.000","dur":3,"ph":"X","args":{}},)"
           R"({"name":"HostToDevice1","ph":"s","cat":"HostToDevice","id":"1","pid":9,"tid":1,)"
           R"("ts":"1.0"}])")
          .ok());
  EXPECT_TRUE(told_.tasks.empty() && told_.apis.empty() && told_.ranges.empty());
}

TEST_F(Timeline, CountersAreSamplesOfTheirDevice) {
  ASSERT_TRUE(Read(R"([{"name":"AI Core Freq","pid":1473,"tid":0,"ts":"1784177144460232.000",)"
                   R"("ph":"C","args":{"MHz":1650}}])")
                  .ok());
  EXPECT_EQ(
      told_.samples,
      (std::vector<std::string>{"1784177144460232000.0+0.0 dev=1 AI Core Freq/MHz=1650.000000"}));
}

TEST_F(Timeline, PythonLayerIsFrameworkCalls) {
  ASSERT_TRUE(Read(R"([{"ph": "X", "name": "aten::empty", "pid": 30, "tid": 31, "ts": "2.930",)"
                   R"( "dur": 145.57, "cat": "cpu_op", "args": {"Call stack": "a;\r\nb"}}])")
                  .ok());
  EXPECT_EQ(told_.apis,
            (std::vector<std::string>{
                "2930.0+145570.0 pid=30 tid=31 level=30000 conn=0|aten::empty|cpu_op|"}));
}

TEST_F(Timeline, KinetoTimesCountFromTheBaseThatStandsBehindThem) {
  ASSERT_TRUE(
      Read(R"({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "x"}], "traceEvents": [)"
           R"({"ph": "X", "cat": "kernel", "name": "gemm", "pid": 3, "tid": 7, "ts": 10.099,)"
           R"( "dur": 1.760, "args": {"device": 3, "stream": 7, "correlation": 14, "grid": [1, 2],)"
           R"( "nested": {"device": 9}}},)"
           R"({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 40, "tid": 41,)"
           R"( "ts": 9, "dur": 2, "args": {"correlation": 14}},)"
           R"({"ph": "X", "cat": "user_annotation", "name": "step", "pid": 40, "tid": 41, "ts": 8,)"
           R"( "dur": 5},)"
           R"({"ph": "X", "cat": "Trace", "ts": 1, "dur": 99, "pid": "Spans", "tid": "x"}],)"
           R"( "baseTimeNanoseconds": 1727743122000000000})")
          .ok());
  EXPECT_EQ(told_.tasks, (std::vector<std::string>{
                             "1727743122000010099.0+1760.0 dev=3 stream=7 task=- model=- ctx=- "
                             "conn=14 type=kernel|gemm|||kernel||||||||0|0"}));
  EXPECT_EQ(told_.apis, (std::vector<std::string>{
                            "1727743122000009000.0+2000.0 pid=40 tid=41 level=5000 conn=14|"
                            "cudaLaunchKernel|cuda_runtime|"}));
  EXPECT_EQ(told_.ranges, (std::vector<std::string>{"1727743122000008000.0+5000.0 step"}));
}

TEST_F(Timeline, CutFileTellsWhatWasWholeAndWhereItEnds) {
  const std::string whole = std::string("[") + kTask + "," + kTask + "]";
  const Status status = Read(whole.substr(0, whole.size() - 20));
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_EQ(status.message(), folder_.Path("t.json") + ": byte " +
                                  std::to_string(whole.size() - 20) +
                                  ": the file ends before its JSON does");
  EXPECT_EQ(told_.tasks.size(), 1u);
}

TEST_F(Timeline, BrokenTextIsNamedByItsByte) {
  const Status status = Read(std::string("[") + kTask + ";" + kTask + "]");
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_NE(status.message().find(": byte " + std::to_string(1 + sizeof(kTask) - 1) + ": broken"),
            std::string::npos)
      << status.message();
  EXPECT_EQ(told_.tasks.size(), 1u);
}

TEST_F(Timeline, EventWithAnImpossibleTimeIsLeftOut) {
  const Status status =
      Read(R"([{"name":"a","pid":1,"tid":1,"ts":"soon","dur":1,"ph":"X","args":{"Task Type":"A",)"
           R"("Task Id":1}},{"name":"b","pid":1,"tid":1,"ts":"1","dur":-1,"ph":"X","args":)"
           R"({"Task Type":"A","Task Id":1}},)" +
           std::string(kTask) + "]");
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("\"ts\" is \"soon\" (2 left out)"), std::string::npos)
      << status.message();
  EXPECT_EQ(told_.tasks.size(), 1u);
}

TEST_F(Timeline, DeepNestingTakesNoStack) {
  const std::string deep(2000000, '[');
  EXPECT_EQ(Read("[{\"ph\":" + deep).code(), StatusCode::kDataLoss);
}

TEST_F(Timeline, ReadingTwiceTellsTheSame) {
  const std::string path = folder_.Write("t.json", std::string("[") + kTask + "]");
  std::unique_ptr<CaptureReader> reader;
  ASSERT_TRUE(CaptureReader::Open(path, &reader).ok());
  CaptureTranscript again;
  ASSERT_TRUE(reader->Read(&told_).ok());
  ASSERT_TRUE(reader->Read(&again).ok());
  EXPECT_EQ(told_.tasks, again.tasks);
}

}  // namespace
}  // namespace aclprof
