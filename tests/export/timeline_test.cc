// The timeline, parsed back by another library.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tests/export/exported_session.h"

namespace aclprof {
namespace {

using nlohmann::json;

class TimelineTest : public testing::Test {
 protected:
  FakeSession& session() { return exported_.session(); }

  void Export() {
    ASSERT_TRUE(exported_.Export().ok());
    events_ = json::parse(exported_.Json());
    ASSERT_TRUE(events_.is_array());
    for (const json& event : events_) {
      if (event["name"] == "process_name") layers_[event["pid"]] = event["args"]["name"];
    }
  }
  std::vector<json> Events(const std::string& phase, const std::string& layer) const {
    std::vector<json> found;
    for (const json& event : events_) {
      if (event["ph"] == phase && layers_.at(event["pid"].get<uint64_t>()) == layer) {
        found.push_back(event);
      }
    }
    return found;
  }
  // Microseconds with three decimals, as nanoseconds.
  static int64_t Nanos(const json& text) {
    std::string digits = text.get<std::string>();
    digits.erase(digits.find('.'), 1);
    return std::stoll(digits);
  }

  ExportedSession exported_;
  json events_;
  std::map<uint64_t, std::string> layers_;
};

TEST_F(TimelineTest, EmptySessionIsAnEmptyArray) {
  Export();
  EXPECT_EQ(exported_.Json(), "[]");
}

TEST_F(TimelineTest, ACallToTheLetter) {
  exported_.AddApi(5264884, 11910, ACLPROFX_LEVEL_ACL, "aclrtMalloc", "ACL_RTS", 1);
  Export();
  EXPECT_EQ(exported_.Json(),
            R"([{"name":"process_name","pid":200479999,"tid":0,"ph":"M","args":{"name":"CANN"}},)"
            R"({"name":"process_labels","pid":200479999,"tid":0,"ph":"M","args":{"labels":"CPU"}},)"
            R"({"name":"process_sort_index","pid":200479999,"tid":0,"ph":"M",)"
            R"("args":{"sort_index":7}},)"
            R"({"name":"thread_name","pid":200479999,"tid":195781,"ph":"M",)"
            R"("args":{"name":"Thread 195781"}},)"
            R"({"name":"thread_sort_index","pid":200479999,"tid":195781,"ph":"M",)"
            R"("args":{"sort_index":195781}},)"
            R"({"name":"AscendCL@aclrtMalloc","pid":200479999,"tid":195781,)"
            R"("ts":"1784177144512832.210","dur":11.910,"ph":"X","args":{"Thread Id":195781,)"
            R"("Mode":"ACL_RTS","level":"acl","id":"aclrtMalloc","item_id":"0",)"
            R"("connection_id":1}}])");
}

TEST_F(TimelineTest, ATaskToTheLetter) {
  session().session().devices = {{0, "replay of add.csv"}};
  const uint32_t op = session().AddOp("add_kernel");
  exported_.AddTask(0, 0, {13780, 281250}, op, "KERNEL_AIVEC", 46, 0, 14);
  Export();
  const std::string text = exported_.Json();
  EXPECT_NE(text.find(R"({"name":"add_kernel","pid":200480192,"tid":46,)"
                      R"("ts":"1784177144507567.326","dur":13.78028125,"ph":"X",)"
                      R"("args":{"Model Id":4294967295,"Task Type":"KERNEL_AIVEC",)"
                      R"("Physic Stream Id":46,"Task Id":0,"Batch Id":0,)"
                      R"("Subtask Id":4294967295,"connection_id":14}})"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"("args":{"labels":"NPU 0,replay of add.csv"})"), std::string::npos);
  EXPECT_NE(text.find(R"("args":{"name":"Stream 46"})"), std::string::npos);
}

TEST_F(TimelineTest, EveryTrackIsIntroducedOnce) {
  const uint32_t op = session().AddOp("k");
  for (int i = 0; i < 10; ++i) {
    exported_.AddTask(i % 2, i * 100, {10, 0}, op, "T", 40 + i % 3, i);
    exported_.AddApi(i * 100, 10, ACLPROFX_LEVEL_ACL, "a", "b");
  }
  Export();
  std::map<std::string, int> seen;
  for (const json& event : events_) {
    if (event["ph"] != "M") continue;
    ++seen[event["name"].get<std::string>() + event["pid"].dump() + "/" + event["tid"].dump()];
  }
  EXPECT_EQ(seen.size(), 3u * 5 + 2u * (1 + 2 * 3 + 2 * 4));
  for (const auto& [key, count] : seen) EXPECT_EQ(count, 1) << key;
}

TEST_F(TimelineTest, NodesAreNamedByTheirModeAndAboutTheirOperator) {
  exported_.AddApi(0, 10, ACLPROFX_LEVEL_NODE, "launch", "launch", 26, "PYPTO_mul_kernel_2d");
  exported_.AddApi(20, 10, ACLPROFX_LEVEL_NODE, "add_kernel", "launch", 27);
  exported_.AddApi(40, 10, ACLPROFX_LEVEL_RUNTIME, "KernelLaunch", "KernelLaunch", 28);
  exported_.AddApi(60, 10, ACLPROFX_LEVEL_FRAMEWORK, "aten::add", "cpu_op");
  Export();
  const std::vector<json> cann = Events("X", "CANN");
  ASSERT_EQ(cann.size(), 3u);
  EXPECT_EQ(cann[0]["name"], "Node@launch");
  EXPECT_EQ(cann[0]["args"]["Mode"], "launch");
  EXPECT_EQ(cann[0]["args"]["id"], "0");
  EXPECT_EQ(cann[0]["args"]["item_id"], "PYPTO_mul_kernel_2d");
  EXPECT_EQ(cann[1]["name"], "Node@launch");
  EXPECT_EQ(cann[1]["args"]["item_id"], "add_kernel");
  EXPECT_EQ(cann[2]["name"], "Runtime@KernelLaunch");
  EXPECT_EQ(cann[2]["args"]["level"], "runtime");
  ASSERT_EQ(Events("X", "Framework").size(), 1u);
  EXPECT_EQ(Events("X", "Framework")[0]["name"], "aten::add");
}

TEST_F(TimelineTest, CallsOfAnotherProcessAreItsOwn) {
  aclprofx_api api{};
  api.level = ACLPROFX_LEVEL_ACL;
  api.process_id = 4711;
  session().Add(ACLPROFX_KIND_API, -1, {ExportedSession::kMoment, 0}, {10, 0}, api);
  Export();
  EXPECT_EQ(Events("X", "CANN").at(0)["pid"].get<uint64_t>(), (4711u << 10) | (7 << 5) | 31);
}

TEST_F(TimelineTest, EveryLaunchHasOnePairOfEndsInsideItsSlices) {
  const uint32_t op = session().AddOp("k");
  constexpr int kLaunches = 1000;
  for (int i = 0; i < kLaunches; ++i) {
    exported_.AddApi(i * 1000, 300, ACLPROFX_LEVEL_NODE, "launch", "launch", 2 * i + 2);
    exported_.AddApi(i * 1000 + 500, 100, ACLPROFX_LEVEL_ACL, "aclrtMalloc", "ACL_RTS", 2 * i + 1);
    exported_.AddTask(0, i * 1000 + 5000, {800, 0}, op, "T", 46, i, 2 * i + 2);
  }
  Export();
  std::map<std::string, json> starts, ends;
  for (const json& event : events_) {
    if (event["ph"] == "s") {
      EXPECT_TRUE(starts.emplace(event["id"], event).second);
    }
    if (event["ph"] == "f") {
      EXPECT_TRUE(ends.emplace(event["id"], event).second);
    }
  }
  ASSERT_EQ(starts.size(), kLaunches);
  ASSERT_EQ(ends.size(), kLaunches);
  for (const auto& [id, start] : starts) {
    const json& end = ends.at(id);
    EXPECT_EQ(layers_.at(start["pid"]), "CANN");
    EXPECT_EQ(layers_.at(end["pid"]), "Ascend Hardware");
    EXPECT_EQ(start["name"], "HostToDevice" + id);
    EXPECT_EQ(end["bp"], "e");
    const uint64_t connection = std::stoull(id) >> 32;
    const int64_t launch_ns = (static_cast<int64_t>(connection) / 2 - 1) * 1000;
    EXPECT_EQ(Nanos(start["ts"]), ExportedSession::kMoment + launch_ns);
    EXPECT_EQ(Nanos(end["ts"]), ExportedSession::kMoment + launch_ns + 5000);
  }
  EXPECT_EQ(exported_.report().flow_pairs, kLaunches);
  EXPECT_EQ(exported_.report().tasks_without_call, 0u);
}

TEST_F(TimelineTest, ATaskWhoseCallIsMissingHasNoFlow) {
  exported_.AddTask(0, 0, {10, 0}, session().AddOp("k"), "T", 46, 0, 99);
  Export();
  EXPECT_TRUE(Events("f", "Ascend Hardware").empty());
  EXPECT_EQ(exported_.report().tasks_without_call, 1u);
}

TEST_F(TimelineTest, BackToBackTasksOfOddLengthsDoNotOverlap) {
  const uint32_t op = session().AddOp("k");
  int64_t at = 0;
  for (const int64_t ns : {1, 999, 1001, 1, 999, 1001}) {
    exported_.AddTask(0, at, {ns, 0}, op, "T");
    at += ns;
  }
  Export();
  int64_t end = ExportedSession::kMoment;
  for (const json& task : Events("X", "Ascend Hardware")) {
    EXPECT_EQ(Nanos(task["ts"]), end);
    end += std::llround(task["dur"].get<double>() * 1000);
  }
  EXPECT_EQ(end, ExportedSession::kMoment + 2 * 2001);
}

TEST_F(TimelineTest, OneSecondIsAMillionMicroseconds) {
  exported_.AddTask(0, 0, {1000000000, 0}, session().AddOp("k"), "T");
  Export();
  EXPECT_NE(exported_.Json().find("\"dur\":1000000.000,"), std::string::npos);
  EXPECT_EQ(Events("X", "Ascend Hardware").at(0)["dur"], 1000000);
}

TEST_F(TimelineTest, TimesCountFromTheFirstRecordWhereThatIsAskedFor) {
  const uint32_t op = session().AddOp("relu");
  exported_.AddApi(1000, 500, ACLPROFX_LEVEL_ACL, "aclrtMalloc", "ACL_RTS", 1);
  exported_.AddTask(0, 1201, {7, 0}, op, "AI_CORE", 46, 0, 1);
  exported_.options().relative_time = true;
  Export();
  EXPECT_EQ(Events("X", "CANN").at(0)["ts"], "0.000");
  EXPECT_EQ(Events("s", "CANN").at(0)["ts"], "0.000");
  EXPECT_EQ(Events("X", "Ascend Hardware").at(0)["ts"], "0.201");
  EXPECT_EQ(Events("f", "Ascend Hardware").at(0)["ts"], "0.201");
  EXPECT_NE(exported_.File("README.txt").find("count from 1784177144507568.326 us of Unix time"),
            std::string::npos);
  EXPECT_NE(exported_.Table("task_time").find("1784177144507568.527"), std::string::npos);
}

TEST_F(TimelineTest, ValuesAbove53BitsAreStrings) {
  const uint32_t op = session().AddOp("k");
  exported_.AddTask(0, 0, {10, 0}, op, "T", 46, 0, UINT64_MAX);
  exported_.AddTask(0, 20, {10, 0}, op, "T", 46, 1, (1ull << 53) - 1);
  exported_.AddTask(0, 40, {10, 0}, op, "T", 46, 2, 1ull << 53);
  exported_.AddApi(0, 10, ACLPROFX_LEVEL_NODE, "launch", "launch", UINT64_MAX);
  Export();
  const std::vector<json> tasks = Events("X", "Ascend Hardware");
  EXPECT_EQ(tasks.at(0)["args"]["connection_id"], "18446744073709551615");
  EXPECT_EQ(tasks.at(1)["args"]["connection_id"], 9007199254740991u);
  EXPECT_EQ(tasks.at(2)["args"]["connection_id"], "9007199254740992");
  EXPECT_EQ(Events("s", "CANN").at(0)["id"], "79228162514264337589248983040");
}

TEST_F(TimelineTest, LongUptimeKeepsNanosecondsApart) {
  const uint32_t op = session().AddOp("k");
  constexpr int64_t k400Days = 400ll * 86400 * 1000000000;
  exported_.AddTask(0, k400Days, {0, 0}, op, "T");
  exported_.AddTask(0, k400Days + 1, {0, 0}, op, "T");
  Export();
  const std::vector<json> tasks = Events("X", "Ascend Hardware");
  EXPECT_EQ(Nanos(tasks.at(1)["ts"]) - Nanos(tasks.at(0)["ts"]), 1);
}

TEST_F(TimelineTest, OddNamesParseBack) {
  const std::string odd = "a\"b\\c\n\x01, \xC3\xA9";
  exported_.AddTask(0, 0, {10, 0}, session().AddOp(odd), "K\"T");
  exported_.AddTask(0, 20, {10, 0}, session().AddOp("bad \xff"), "T");
  session().session().process_name = "my \"app\" \xfe";
  aclprofx_mark mark{};
  mark.message_bytes = 5;
  session().Add(ACLPROFX_KIND_MARK, -1, {ExportedSession::kMoment, 0}, {}, mark, "m\"\xff\n!");
  Export();
  const std::vector<json> tasks = Events("X", "Ascend Hardware");
  EXPECT_EQ(tasks.at(0)["name"], odd);
  EXPECT_EQ(tasks.at(0)["args"]["Task Type"], "K\"T");
  EXPECT_EQ(tasks.at(1)["name"], "bad \xEF\xBF\xBD");
  EXPECT_EQ(Events("X", "my \"app\" \xEF\xBF\xBD").at(0)["name"], "m\"\xEF\xBF\xBD\n!");
}

TEST_F(TimelineTest, OpenEndedTasksAndRangesAreFlagged) {
  aclprofx_task task{};
  task.flags = ACLPROFX_TASK_OPEN_ENDED;
  task.op = session().AddOp("k");
  session().Add(ACLPROFX_KIND_TASK, 0, {ExportedSession::kMoment, 0}, {500, 0}, task);
  aclprofx_range range{};
  range.flags = ACLPROFX_TASK_OPEN_ENDED;
  range.event_type = 2;
  range.message_bytes = 4;
  session().Add(ACLPROFX_KIND_RANGE, -1, {ExportedSession::kMoment, 0}, {500, 0}, range, "step");
  Export();
  EXPECT_EQ(Events("X", "Ascend Hardware").at(0)["args"]["open_ended"], true);
  EXPECT_EQ(Events("X", "train").at(0)["args"]["open_ended"], true);
  EXPECT_EQ(Events("X", "train").at(0)["args"]["event_type"], "start/end");
}

TEST_F(TimelineTest, AMessageLongerThanItsRecordIsCut) {
  aclprofx_mark mark{};
  mark.message_bytes = 1000000;
  session().Add(ACLPROFX_KIND_MARK, -1, {ExportedSession::kMoment, 0}, {}, mark, "eight ch");
  Export();
  EXPECT_EQ(Events("X", "train").at(0)["name"], "eight ch");
}

TEST_F(TimelineTest, CountersAreOnTheirLayers) {
  aclprofx_sample sample{};
  sample.value = 1650;
  sample.counter = session().Name("AI Core Freq");
  sample.series = session().Name("MHz");
  session().Add(ACLPROFX_KIND_SAMPLE, 0, {ExportedSession::kMoment, 0}, {}, sample);
  Export();
  const json counter = Events("C", "AI Core Freq").at(0);
  EXPECT_EQ(counter["name"], "AI Core Freq");
  EXPECT_EQ(counter["ts"], "1784177144507567.326");
  EXPECT_EQ(counter["args"].dump(), R"({"MHz":1650})");
}

TEST_F(TimelineTest, LossIsMarkedWhereAndWhenItHappened) {
  aclprofx_loss loss{};
  loss.count = 1234;
  loss.cause = ACLPROFX_DROP_RING_FULL;
  session().Add(ACLPROFX_KIND_LOSS, 1, {ExportedSession::kMoment, 0}, {1000000, 0}, loss);
  exported_.AddTask(0, 0, {5000000, 0}, session().AddOp("k"), "T");
  Export();
  const std::vector<json> marks = Events("X", "Lost Records");
  ASSERT_EQ(marks.size(), 1u);
  EXPECT_EQ(marks[0]["name"],
            "1234 lost between 1784177144507567.326 and 1784177144508567.326 on device 1");
  EXPECT_EQ(marks[0]["ts"], "1784177144507567.326");
  EXPECT_EQ(marks[0]["dur"], 1000);
  EXPECT_EQ(marks[0]["pid"].get<uint64_t>() & 31, 1u);
  EXPECT_EQ(marks[0]["args"]["cause"], "ring_full");
  EXPECT_EQ(exported_.report().lost, 1234u);
}

TEST_F(TimelineTest, CollectivesAndStepsAreOnTheirOwnLayer) {
  aclprofx_task_linked task{};
  task.task.flags = ACLPROFX_TASK_COMMUNICATION;
  task.task.op = session().AddOp("hcom_allReduce__586_0_1", "", "COMMUNICATION");
  task.connection_id = 1175;
  task.model_id = task.context_id = task.subtask_id = ACLPROFX_NONE;
  exported_.AddTask(0, 0, {79089520, 218750}, task);
  task.task.op = session().AddOp("Reduce_Inline");
  task.task.type = session().Type("Reduce_Inline");
  task.task.stream_id = 1;
  task.connection_id = 0;
  exported_.AddTask(0, 10, {600, 31250}, task);
  exported_.AddApi(-1000, 500, ACLPROFX_LEVEL_ACL, "hcom_allReduce_", "HOST_HCCL", 1175);
  Export();
  const std::vector<json> slices = Events("X", "Communication");
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_FALSE(slices[0]["args"].contains("task type"));
  EXPECT_EQ(slices[1]["args"]["task type"], "Reduce_Inline");
  EXPECT_EQ(Events("f", "Communication").size(), 1u);
  EXPECT_TRUE(Events("X", "Ascend Hardware").empty());
}

TEST_F(TimelineTest, OverlapAnalysisLeavesTheProfilersOwnMarksOut) {
  const uint32_t op = session().AddOp("k");
  exported_.AddTask(0, 0, {0, 0}, 0, "PROFILING_ENABLE");
  exported_.AddTask(0, 1000, {10, 0}, 0, "TASK_TIMEOUT_SET");
  exported_.AddTask(0, 3000, {500, 0}, op, "T");
  exported_.AddTask(0, 3100, {1000, 0}, op, "T", 47);
  exported_.AddTask(0, 9000, {0, 0}, 0, "PROFILING_DISABLE");
  Export();
  const std::vector<json> rows = Events("X", "Overlap Analysis");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["name"], "Free");
  EXPECT_EQ(rows[0]["dur"], 2.0);
  EXPECT_EQ(rows[1]["name"], "Computing");
  EXPECT_EQ(rows[1]["dur"], 1.1);
}

TEST_F(TimelineTest, OverlapAnalysisNamesItsRowsThoughOneHasNoSlice) {
  exported_.AddTask(0, 0, {10, 0}, session().AddOp("k"), "T");
  exported_.AddTask(0, 50, {10, 0}, session().AddOp("k"), "T");
  Export();
  std::vector<std::string> names;
  for (const json& event : Events("M", "Overlap Analysis")) {
    if (event["name"] == "thread_name") names.push_back(event["args"]["name"]);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"Communication", "Communication(Not Overlapped)",
                                             "Computing", "Free"}));
}

// As task_time has it; to the nearest, the stop would be a nanosecond later.
TEST_F(TimelineTest, OverlapAnalysisCutsDurationsToTheNanosecond) {
  exported_.AddTask(0, 0, {27540, 562500}, session().AddOp("k"), "T");
  exported_.AddTask(0, 30000, {10, 0}, session().AddOp("k"), "T");
  Export();
  const std::vector<json> rows = Events("X", "Overlap Analysis");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0]["dur"], 27.54);
  EXPECT_EQ(rows[1]["dur"], 2.46);
}

TEST_F(TimelineTest, TheProfilersOwnMarksHaveNoFlow) {
  exported_.AddApi(0, 10, ACLPROFX_LEVEL_ACL, "aclrtResetDevice", "ACL_RTS", 742);
  exported_.AddTask(0, 20, {20, 0}, 0, "PROFILING_DISABLE", 49, 4, 742);
  Export();
  EXPECT_EQ(Events("X", "Ascend Hardware").size(), 1u);
  EXPECT_TRUE(Events("f", "Ascend Hardware").empty());
  EXPECT_TRUE(Events("s", "CANN").empty());
  EXPECT_EQ(exported_.report().tasks_without_call, 0u);
}

TEST_F(TimelineTest, ArgsAreAlwaysObjects) {
  exported_.AddTask(0, 0, {10, 0}, session().AddOp("k"), "T", 46, 0, 1);
  exported_.AddTask(0, 20, {10, 0}, 0, "EVENT_RECORD");
  exported_.AddApi(0, 10, ACLPROFX_LEVEL_ACL, "a", "b", 1);
  Export();
  for (const json& event : events_) {
    const bool is_flow = event["ph"] == "s" || event["ph"] == "f";
    EXPECT_TRUE(is_flow || event["args"].is_object()) << event;
    EXPECT_TRUE(event["ph"] == "M" || event["ts"].is_string()) << event;
  }
}

}  // namespace
}  // namespace aclprof
