// What is said of collectives, as JSON and as a database.
#include "export/communication_analysis.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/export/exported_session.h"
#include "tests/support/sqlite_rows.h"

namespace aclprof {
namespace {

using nlohmann::json;

class Communication : public testing::Test {
 protected:
  // One step of it, where the name is "".
  void Add(int32_t device, int64_t start_ns, int64_t duration_ns, const std::string& name,
           uint16_t flags = 0) {
    aclprofx_task_linked task{};
    task.task.flags = static_cast<uint16_t>(ACLPROFX_TASK_COMMUNICATION | flags);
    task.task.stream_id = 50;
    task.task.type = session_.session().Type("Memcpy");
    if (!name.empty()) task.task.op = session_.session().AddOp(name, "", "COMMUNICATION");
    session_.AddTask(device, start_ns, {duration_ns, 0}, task);
  }
  CommunicationReport Analyze(bool database = false) {
    CommunicationReport report;
    const CommunicationOptions options{Directory(), database};
    EXPECT_TRUE(AnalyzeCommunication(&session_.session(), options, &report).ok());
    return report;
  }
  std::string Directory() const { return session_.Root() + "/analyze"; }
  json Json() const { return json::parse(TextOfFile(Directory() + "/communication.json")); }

  ExportedSession session_;
};

TEST_F(Communication, StartsAndTimesOfCollectives) {
  Add(0, 1000, 2000001, "allReduce_0");
  Add(0, 1100, 500, "");
  Add(1, 5000, 3000000, "allReduce_0");
  Add(0, 9000000, 1000000, "a\"b\xff");
  const CommunicationReport report = Analyze();
  EXPECT_EQ(report.collectives, 3u);
  EXPECT_EQ(report.file, "communication.json");
  const json wanted = json::parse(R"json({
    "allReduce_0@NPU 0": {"Communication Time Info":
      {"Start Timestamp(us)": 1784177144507568.326, "Elapse Time(ms)": 2.000001}},
    "allReduce_0@NPU 1": {"Communication Time Info":
      {"Start Timestamp(us)": 1784177144507572.326, "Elapse Time(ms)": 3.0}},
    "a\"b\uFFFD@NPU 0": {"Communication Time Info":
      {"Start Timestamp(us)": 1784177144516567.326, "Elapse Time(ms)": 1.0}},
    "Total Op Info": {"Communication Time Info": {"Elapse Time(ms)": 6.000001}}})json");
  EXPECT_EQ(Json(), wanted);
}

TEST_F(Communication, TheDatabaseHasNullForWhatIsNotRecorded) {
  Add(0, 1000, 2500000, "allReduce_0");
  EXPECT_EQ(Analyze(true).file, "communication_analyzer.db");
  EXPECT_EQ(RowsOfSql(Directory() + "/communication_analyzer.db",
                      "SELECT hccl_op_name, group_name, elapse_time, transit_time IS NULL, "
                      "wait_time IS NULL, synchronization_time IS NULL, idle_time IS NULL, "
                      "start_timestamp BETWEEN 1784177144507568 AND 1784177144507569 "
                      "FROM CommAnalyzerTime"),
            (SqliteRows{{"allReduce_0", "NPU 0", "2.5", "1", "1", "1", "1", "1"}}));
}

TEST_F(Communication, OfOneNameTheFirstAndNoneThatHadNotEnded) {
  Add(0, 1000, 100, "allReduce_0");
  Add(0, 2000, 700, "allReduce_0");
  Add(0, 3000, 700, "allReduce_1", ACLPROFX_TASK_OPEN_ENDED);
  EXPECT_EQ(Analyze().collectives, 1u);
  EXPECT_EQ(Json()["Total Op Info"]["Communication Time Info"]["Elapse Time(ms)"], 0.0001);
}

TEST_F(Communication, WithoutThereIsNoFile) {
  Add(0, 1000, 100, "");
  EXPECT_EQ(Analyze().collectives, 0u);
  EXPECT_FALSE(std::filesystem::exists(Directory()));
}

TEST_F(Communication, AnalyzedAgainItReplacesTheFirst) {
  Add(0, 1000, 100, "allReduce_0");
  Analyze();
  Add(0, 2000, 100, "allReduce_1");
  Analyze();
  EXPECT_EQ(Json().size(), 3u);
}

}  // namespace
}  // namespace aclprof
