#include "devices/replay/capture_replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "acl/acl_prof.h"
#include "tests/devices_replay/fake_aclprof.h"
#include "tests/readers_import/capture_transcript.h"

namespace aclprof {
namespace {

constexpr char kTaskTime[] =
    "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),"
    "task_stop(us)\n"
    "1,N/A,EVENT_RECORD,49,3,0.000,100.000\t,100.000\t\n"
    "0,add,KERNEL_AIVEC,46,4,2.500,100.500\t,103.000\t\n"
    "1,mul,KERNEL_AIVEC,46,5,1.000,100.500\t,101.500\t\n";

class FakePaceClock : public PaceClock {
 public:
  int64_t NowNanos() override { return now_; }
  void SleepUntil(int64_t nanos) override {
    slept_until.push_back(nanos);
    now_ = nanos;
    if (slept_until.size() == cancel_after) cancelled = true;
  }

  std::vector<int64_t> slept_until;
  size_t cancel_after = 0;
  bool cancelled = false;

 private:
  int64_t now_ = 5000;
};

template <typename Payload>
Payload As(const FakeRecord& record) {
  Payload payload{};
  std::memcpy(&payload, record.payload.data(), sizeof(payload));
  return payload;
}

class Replaying : public ::testing::Test {
 protected:
  void SetUp() override { FakeAclprof::Reset(); }

  Status Replay(const std::string& name) {
    options_.input = folder_.Path(name);
    options_.output = "/out";
    return CaptureReplay(options_, &pace_, [this] { return pace_.cancelled; }).Run(&result_);
  }

  Status ReplayText(const std::string& text) {
    folder_.Write("capture", text);
    return Replay("capture");
  }

  CaptureFolder folder_;
  ReplayOptions options_;
  ReplayResult result_;
  FakePaceClock pace_;
  FakeAclprof& fake_ = FakeAclprof::Get();
};

TEST_F(Replaying, SessionGoesThroughTheCallsOfAnyProgram) {
  ASSERT_TRUE(ReplayText(kTaskTime).ok());
  EXPECT_EQ(fake_.calls, (std::vector<std::string>{
                             "register", "set_settings", "init /out", "create_config", "start",
                             "open 0", "open 1", "open -1", "close -1", "close 0", "close 1",
                             "stop", "destroy_config", "finalize", "unregister"}));
  EXPECT_EQ(fake_.session_devices, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(result_.outcome.directory, "/out/PROF_1");
  EXPECT_EQ(result_.fed, 3u);
}

TEST_F(Replaying, EachDeviceHasARingNamedAfterTheCapture) {
  ASSERT_TRUE(ReplayText(kTaskTime).ok());
  EXPECT_EQ(fake_.producer_names, (std::vector<std::string>(3, "replay of capture")));
  for (const aclprofx_producer_options& options : fake_.producers) {
    EXPECT_EQ(options.policy, ACLPROFX_POLICY_BLOCK);
    EXPECT_EQ(options.wait_bound_ns, 0u);
    EXPECT_EQ(options.clock.ticks_per_second, 1000000000u);
    EXPECT_EQ(options.clock.anchor_realtime_ns, 100000);
  }
}

TEST_F(Replaying, TasksStayInTheOrderOfTheCapture) {
  ASSERT_TRUE(ReplayText(kTaskTime).ok());
  const std::vector<FakeRecord> records = fake_.Records();
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].device_id, 0);
  EXPECT_EQ(As<aclprofx_task_linked>(records[0]).task.task_id, 4u);
  EXPECT_EQ(As<aclprofx_task_linked>(records[1]).task.task_id, 3u);
  EXPECT_EQ(As<aclprofx_task_linked>(records[2]).task.task_id, 5u);
}

TEST_F(Replaying, TaskCarriesTimesIdsAndNames) {
  ASSERT_TRUE(ReplayText(kTaskTime).ok());
  const FakeRecord record = fake_.Records().at(0);
  EXPECT_EQ(record.kind, ACLPROFX_KIND_TASK_LINKED);
  const auto task = As<aclprofx_task_linked>(record);
  EXPECT_EQ(task.task.start, 500u);
  EXPECT_EQ(task.task.duration, 2500u);
  EXPECT_EQ(task.task.stream_id, 46u);
  EXPECT_EQ(task.model_id, ACLPROFX_NONE);
  EXPECT_EQ(task.context_id, ACLPROFX_NONE);
  EXPECT_EQ(fake_.ops.at(task.task.op - 1), "add|||||||||||0|0");
  EXPECT_EQ(fake_.task_types.at(task.task.type - 1), "KERNEL_AIVEC");
}

TEST_F(Replaying, TaskWithoutAnOperatorHasNone) {
  ASSERT_TRUE(ReplayText(kTaskTime).ok());
  EXPECT_EQ(As<aclprofx_task_linked>(fake_.Records().at(1)).task.op, 0u);
}

TEST_F(Replaying, OperatorKeepsItsDescription) {
  ASSERT_TRUE(ReplayText("Op Name,OP Type,OP State,Task Type,Task Start Time(us),"
                         "Task Duration(us),Block Dim,HF32 Eligible,Input Shapes\n"
                         "m,MatMul,dynamic,MIX_AIC,1,2,24,NO,\"\"\"1,2\"\"\"\n")
                  .ok());
  EXPECT_EQ(fake_.ops, (std::vector<std::string>{"m|MatMul|dynamic|MIX_AIC|NO|\"1,2\"||||||24|0"}));
}

TEST_F(Replaying, DigitsBelowANanosecondMakeTheTicksFiner) {
  ASSERT_TRUE(
      ReplayText(R"([{"name":"a","pid":32,"tid":1,"ts":"10.000","dur":9.800203125,"ph":"X","args":)"
                 R"({"Task Type":"K","Physic Stream Id":1,"Task Id":2}}])")
          .ok());
  EXPECT_EQ(fake_.producers.at(0).clock.ticks_per_second, 1000000000000000u);
  EXPECT_EQ(As<aclprofx_task_linked>(fake_.Records().at(0)).task.duration, 9800203125u);
}

TEST_F(Replaying, HostCallsGoIntoTheRingOfTheHost) {
  ASSERT_TRUE(
      ReplayText(R"([{"name":"Node@launch","pid":31,"tid":7,"ts":"5.000","dur":2.5,"ph":"X",)"
                 R"("args":{"Thread Id":7,"Mode":"launch","level":"node","id":"0",)"
                 R"("item_id":"aclnnAdd","connection_id":2}},)"
                 R"({"ph":"X","cat":"user_annotation","name":"step","pid":1,"tid":7,"ts":8,)"
                 R"("dur":5}])")
          .ok());
  const std::vector<FakeRecord> records = fake_.Records();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].device_id, -1);
  EXPECT_EQ(records[0].kind, ACLPROFX_KIND_FRAMEWORK_API);
  const auto api = As<aclprofx_api>(records[0]);
  EXPECT_EQ(fake_.strings.at(api.name - 1), "aclnnAdd");
  EXPECT_EQ(fake_.strings.at(api.mode - 1), "launch");
  EXPECT_EQ(api.connection_id, 2u);
  EXPECT_EQ(records[1].kind, ACLPROFX_KIND_RANGE);
  EXPECT_EQ(As<aclprofx_range>(records[1]).message_bytes, 4u);
  EXPECT_EQ(records[1].payload.substr(sizeof(aclprofx_range), 4), "step");
  EXPECT_EQ(fake_.session_devices, (std::vector<uint32_t>{0}));
}

TEST_F(Replaying, LongMessageIsCutToARecord) {
  const std::string text(10000, 'x');
  ASSERT_TRUE(ReplayText(R"([{"ph":"X","cat":"user_annotation","pid":1,"tid":7,"ts":8,"dur":5,)"
                         R"("name":")" +
                         text + "\"}]")
                  .ok());
  EXPECT_EQ(fake_.Records().at(0).payload.size(), size_t{ACLPROFX_MAX_PAYLOAD_BYTES});
}

TEST_F(Replaying, CountersAreAskedForWhereTheCaptureHasThem) {
  ASSERT_TRUE(
      ReplayText(R"([{"name":"AI Core Freq","pid":32,"ts":"1","ph":"C","args":{"MHz":1650}}])")
          .ok());
  EXPECT_EQ(std::count(fake_.calls.begin(), fake_.calls.end(), "set_config 11 100"), 1);
  const FakeRecord record = fake_.Records().at(0);
  EXPECT_EQ(record.kind, ACLPROFX_KIND_SAMPLE);
  EXPECT_EQ(As<aclprofx_sample>(record).value, 1650);
  EXPECT_EQ(result_.fed, 1u);
}

TEST_F(Replaying, MetricsBecomeARecordOfValuesBehindTheirTask) {
  ASSERT_TRUE(
      ReplayText("Device_id,Task ID,Stream ID,Op Name,Task Start Time(us),Task Duration(us),"
                 "aicore_time(us),aic_total_cycles,aic_mac_ratio,aic_icache_miss_rate,"
                 "aiv_time(us),aiv_total_cycles,aiv_vec_ratio,cube_utilization(%)\n"
                 "0,7,46,a,1,2,0.5,17301,0.044,0.109,N/A,N/A,N/A,4.749\n")
          .ok());
  const std::vector<FakeRecord> records = fake_.Records();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].kind, ACLPROFX_KIND_TASK_LINKED);
  ASSERT_EQ(records[1].kind, ACLPROFX_KIND_PMU);
  const auto pmu = As<aclprofx_pmu>(records[1]);
  EXPECT_EQ(pmu.start, As<aclprofx_task_linked>(records[0]).task.start);
  EXPECT_EQ(pmu.stream_id, 46u);
  EXPECT_EQ(pmu.task_id, 7u);
  EXPECT_EQ(pmu.core_kind, ACLPROFX_CORE_CUBE);
  EXPECT_EQ(pmu.group, ACL_AICORE_PIPE_UTILIZATION | ACLPROFX_PMU_VALUES);
  EXPECT_EQ(pmu.total_cycles, 17301u);
  ASSERT_EQ(pmu.counters, 13u);
  std::array<double, 13> values;
  ASSERT_EQ(records[1].payload.size(), sizeof(pmu) + sizeof(values));
  std::memcpy(values.data(), records[1].payload.data() + sizeof(pmu), sizeof(values));
  EXPECT_EQ(values[0], 0.5);
  EXPECT_EQ(values[2], 0.044);
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(values[12], 4.749);
  EXPECT_EQ(fake_.metrics, ACL_AICORE_PIPE_UTILIZATION);
  EXPECT_NE(fake_.data_types & ACL_PROF_AICORE_METRICS, 0u);
}

TEST_F(Replaying, WithoutMetricsNoneAreAskedFor) {
  ASSERT_TRUE(ReplayText(kTaskTime).ok());
  EXPECT_EQ(fake_.metrics, ACL_AICORE_NONE);
  EXPECT_EQ(fake_.data_types & ACL_PROF_AICORE_METRICS, 0u);
}

TEST_F(Replaying, PacedRecordsComeInOrderOfTimeAtTheirMoments) {
  options_.speed = 2;
  ASSERT_TRUE(
      ReplayText("Name,Start Time(us),Duration(us)\nc,30,1\na,10,1\nb,20,1\nd,30,1\n").ok());
  EXPECT_EQ(pace_.slept_until, (std::vector<int64_t>{5000 + 5000, 5000 + 10000}));
  std::string order;
  for (const FakeRecord& record : fake_.Records()) {
    order += fake_.ops.at(As<aclprofx_task_linked>(record).task.op - 1)[0];
  }
  EXPECT_EQ(order, "abcd");
}

TEST_F(Replaying, RecordsDueAfterTheEndOfTheClockWaitForIt) {
  options_.speed = 1e-300;
  pace_.cancel_after = 1;
  ASSERT_TRUE(ReplayText("Name,Start Time(us),Duration(us)\na,10,1\nb,20,1\n").ok());
  EXPECT_EQ(pace_.slept_until, (std::vector<int64_t>{INT64_MAX}));
}

TEST_F(Replaying, CancelledReplayStillEndsItsSession) {
  options_.speed = 1;
  pace_.cancel_after = 1;
  ASSERT_TRUE(ReplayText("Name,Start Time(us),Duration(us)\na,10,1\nb,20,1\nc,30,1\n").ok());
  EXPECT_EQ(fake_.Records().size(), 1u);
  EXPECT_EQ(fake_.calls.back(), "unregister");
}

TEST_F(Replaying, PolicyDropIsTheRingsAndLeavesTheSettingsAlone) {
  options_.block = false;
  ASSERT_TRUE(ReplayText(kTaskTime).ok());
  EXPECT_EQ(fake_.producers.at(0).policy, ACLPROFX_POLICY_DROP);
  EXPECT_EQ(std::count(fake_.calls.begin(), fake_.calls.end(), "set_settings"), 0);
}

TEST_F(Replaying, DirectoryOfSeveralFilesIsOneSession) {
  folder_.Write("set/PROF_1/task_time_20260716124548.csv", kTaskTime);
  folder_.Write("set/PROF_2/task_time_20260716124549.csv", kTaskTime);
  ASSERT_TRUE(Replay("set/").ok());
  EXPECT_EQ(result_.files.size(), 2u);
  EXPECT_EQ(fake_.Records().size(), 6u);
  EXPECT_EQ(fake_.producer_names.at(0), "replay of set");
}

TEST_F(Replaying, DamagedCaptureIsReplayedAsFarAsItIsWhole) {
  const Status status = ReplayText(std::string(kTaskTime) + "0,torn,K,1,2");
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("capture: row 5"), std::string::npos) << status.message();
  EXPECT_TRUE(result_.replayed);
  EXPECT_EQ(fake_.Records().size(), 3u);
}

TEST_F(Replaying, NothingWholeMakesNoSession) {
  const Status status = ReplayText("Name,Start Time(us),Duration(us)\na,1");
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_FALSE(result_.replayed);
  EXPECT_TRUE(fake_.calls.empty());
}

TEST_F(Replaying, EmptyTableMakesNoSession) {
  EXPECT_TRUE(ReplayText("Name,Start Time(us),Duration(us)\n").ok());
  EXPECT_FALSE(result_.replayed);
}

TEST_F(Replaying, MissingCaptureMakesNoSession) {
  EXPECT_EQ(Replay("none").code(), StatusCode::kNotFound);
  EXPECT_TRUE(fake_.calls.empty());
}

TEST_F(Replaying, FailedStartTakesBackWhatWasDone) {
  fake_.fail_call = "start";
  const Status status = ReplayText(kTaskTime);
  EXPECT_EQ(status.message(), "aclprofStart failed with 500000: the text of the error");
  EXPECT_EQ(fake_.calls,
            (std::vector<std::string>{"register", "set_settings", "init /out", "create_config",
                                      "start", "destroy_config", "finalize", "unregister"}));
}

TEST_F(Replaying, RingThatCanNotBeMadeEndsTheSession) {
  fake_.fail_open_of_device = 1;
  EXPECT_EQ(ReplayText(kTaskTime).code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(std::count(fake_.calls.begin(), fake_.calls.end(), "stop"), 1);
  EXPECT_EQ(fake_.calls.back(), "unregister");
}

}  // namespace
}  // namespace aclprof
