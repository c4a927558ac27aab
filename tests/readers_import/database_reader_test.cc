#include "readers/import/database_reader.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tests/readers_import/capture_transcript.h"

namespace aclprof {
namespace {

constexpr char kSchema12[] =
    "CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT);"
    "INSERT INTO STRING_IDS VALUES (1,'KERNEL_MIX_AIC'),(2,'MatMul_1'),(3,'MIX_AIC'),"
    "(4,'MatMulV2'),(5,'\"1,2\"'),(6,'N/A'),(7,'aclrtMalloc'),(8,'launch'),(9,'hcom__1'),"
    "(10,'hcom_'),(11,'a mark'),(12,'EVENT_RECORD');"
    "CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER,"
    " globalTaskId INTEGER, globalPid INTEGER, taskType INTEGER, contextId INTEGER,"
    " streamId INTEGER, taskId INTEGER, modelId INTEGER);"
    "INSERT INTO TASK VALUES (1784164913531383461,1784164913531383561,3,21,100,9,1,0,43,7,"
    "4294967295),(1784164913531383461,1784164913531383461,3,22,101,9,12,4294967295,43,8,5);"
    "CREATE TABLE COMPUTE_TASK_INFO (name INTEGER, globalTaskId INTEGER PRIMARY KEY,"
    " blockNum INTEGER, mixBlockNum INTEGER, taskType INTEGER, opType INTEGER,"
    " inputFormats INTEGER, inputDataTypes INTEGER, inputShapes INTEGER, outputFormats INTEGER,"
    " outputDataTypes INTEGER, outputShapes INTEGER, attrInfo INTEGER, opState INTEGER,"
    " hf32Eligible INTEGER);"
    "INSERT INTO COMPUTE_TASK_INFO VALUES (2,100,24,48,3,4,6,6,5,6,6,5,6,6,6);"
    "CREATE TABLE CANN_API (startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER,"
    " connectionId INTEGER PRIMARY KEY, name INTEGER);"
    "INSERT INTO CANN_API VALUES (10,30,20000,80912888908183,1,7),(40,45,10000,80912888908184,2,8);"
    "CREATE TABLE COMMUNICATION_OP (opName INTEGER, startNs INTEGER, endNs INTEGER,"
    " connectionId INTEGER, opId INTEGER PRIMARY KEY, opType INTEGER, deviceId INTEGER);"
    "INSERT INTO COMMUNICATION_OP VALUES (9,100,300,23,1,10,3);"
    "CREATE TABLE MSTX_EVENTS (startNs INTEGER, endNs INTEGER, eventType INTEGER, rangeId INTEGER,"
    " category INTEGER, message INTEGER, globalTid INTEGER, endGlobalTid INTEGER,"
    " domainId INTEGER, connectionId INTEGER);"
    "INSERT INTO MSTX_EVENTS VALUES (5,5,0,1,0,11,4294967297,4294967297,0,0);"
    "CREATE TABLE AICORE_FREQ (deviceId INTEGER, timestampNs NUMERIC, freq INTEGER);"
    "INSERT INTO AICORE_FREQ VALUES (3,1784164913482144000,1650);";

constexpr char kSchema10[] =
    "CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT);"
    "INSERT INTO STRING_IDS VALUES (1,'KERNEL_AIVEC'),(2,'Add_1'),(3,'AI_VECTOR_CORE'),(4,'Add'),"
    "(268435456,'aten::add');"
    "CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER,"
    " globalTaskId INTEGER, globalPid INTEGER, taskType INTEGER, contextId INTEGER,"
    " streamId INTEGER, taskId INTEGER, modelId INTEGER, depth INTEGER);"
    "INSERT INTO TASK VALUES (50,60,1,21,100,9,1,4294967295,2,7,4294967295,0);"
    "CREATE TABLE COMPUTE_TASK_INFO (name INTEGER, globalTaskId INTEGER PRIMARY KEY,"
    " blockDim INTEGER, mixBlockDim INTEGER, taskType INTEGER, opType INTEGER);"
    "INSERT INTO COMPUTE_TASK_INFO VALUES (2,100,40,0,3,4);"
    "CREATE TABLE COMMUNICATION_OP (opName INTEGER, startNs INTEGER, endNs INTEGER,"
    " connectionId INTEGER, opId INTEGER PRIMARY KEY, opType INTEGER);"
    "INSERT INTO COMMUNICATION_OP VALUES (2,100,300,23,1,4);"
    "CREATE TABLE ENUM_API_TYPE (id INTEGER PRIMARY KEY, name TEXT);"
    "INSERT INTO ENUM_API_TYPE VALUES (50001,'op');"
    "CREATE TABLE PYTORCH_API (startNs TEXT, endNs TEXT, globalTid INTEGER, connectionId INTEGER,"
    " name INTEGER, type INTEGER);"
    "INSERT INTO PYTORCH_API VALUES ('1736410576395167660','1736410576395182660',4294967298,0,"
    "268435456,50001);";

// Behind kSchema12. The second task has no number in it, the third is not in TASK.
constexpr char kMetrics[] =
    "INSERT INTO STRING_IDS VALUES "
    "(20,'aiv_total_time'),(21,'aiv_total_cycles'),(22,'aiv_vec_ratio'),"
    "(23,'aiv_icache_miss_rate'),(24,'of no metric'),(25,'aic_total_cycles'),(26,'aic_mac_ratio');"
    "CREATE TABLE TASK_PMU_INFO (globalTaskId INTEGER, name INTEGER, value NUMERIC);"
    "INSERT INTO TASK_PMU_INFO VALUES (100,22,0.025640806926259224),(101,22,'N/A'),(102,22,0.5),"
    "(100,20,0),(100,21,229458),(100,24,7),(100,23,0.1387627695800227),(100,25,0),(100,26,0);";

class DatabaseCapture : public ::testing::Test {
 protected:
  std::string Make(const std::string& name, const std::string& sql) {
    sqlite3* database = nullptr;
    sqlite3_open(folder_.Path(name).c_str(), &database);
    char* why = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &why), SQLITE_OK) << why;
    sqlite3_close(database);
    return folder_.Path(name);
  }

  // Rows enough for many pages.
  std::string MakeLarge(const std::string& name) {
    return Make(name, std::string(kSchema12) +
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE"
                          " i<5000) INSERT INTO TASK SELECT 1784164913531390000+i*1000,"
                          "1784164913531390500+i*1000,3,i,1000+i,9,1,4294967295,43,i,4294967295"
                          " FROM n;");
  }

  CaptureFolder folder_;
  CaptureTranscript told_;
};

TEST_F(DatabaseCapture, Schema12TellsTasksCallsMarksAndFrequencies) {
  const Status status = ReadCapture(Make("m.db", kSchema12), &told_);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(told_.tasks,
            (std::vector<std::string>{
                "1784164913531383461.0+100.0 dev=3 stream=43 task=7 model=- ctx=0 conn=21 "
                "type=KERNEL_MIX_AIC|MatMul_1|MatMulV2||MIX_AIC||\"1,2\"|||\"1,2\"|||24|48",
                "1784164913531383461.0+0.0 dev=3 stream=43 task=8 model=5 ctx=- conn=22 "
                "type=EVENT_RECORD||||||||||||0|0",
                "100.0+200.0 dev=3 stream=- task=- model=- ctx=- conn=23 type=COMMUNICATION comm|"
                "hcom__1|hcom_||COMMUNICATION||||||||0|0"}));
  EXPECT_EQ(told_.apis, (std::vector<std::string>{
                            "10.0+20.0 pid=18839 tid=18839 level=20000 conn=1|aclrtMalloc||",
                            "40.0+5.0 pid=18839 tid=18840 level=10000 conn=2|launch|launch|"}));
  EXPECT_EQ(told_.ranges, (std::vector<std::string>{"5.0+0.0 a mark mark"}));
  EXPECT_EQ(
      told_.samples,
      (std::vector<std::string>{"1784164913482144000.0+0.0 dev=3 AI Core Freq/MHz=1650.000000"}));
}

TEST_F(DatabaseCapture, MetricsAreToldToTheLastBitBehindTheTasks) {
  const Status status = ReadCapture(Make("m.db", std::string(kSchema12) + kMetrics), &told_);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(
      told_.metrics,
      (std::vector<std::string>{
          "1784164913531383461.0 dev=3 stream=43 task=7 core=0 group=1 cycles=0|-|-|0|-|-|-|-|-|"
          "-|-|-|-|-",
          "1784164913531383461.0 dev=3 stream=43 task=7 core=1 group=1 cycles=229458|0|-|"
          "0.025640806926259224|-|-|-|-|-|-|-|-|-|-|0.1387627695800227|-"}));
}

TEST_F(DatabaseCapture, MetricsOfTasksStayApartWhateverTheirOrder) {
  const Status status = ReadCapture(
      Make("m.db", std::string(kSchema12) + kMetrics +
                       "DELETE FROM TASK_PMU_INFO;"
                       "INSERT INTO TASK_PMU_INFO VALUES (101,25,5),(100,25,4),(101,26,0.5);"),
      &told_);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(
      told_.metrics,
      (std::vector<std::string>{
          "1784164913531383461.0 dev=3 stream=43 task=7 core=0 group=1 cycles=4|-|-|-|-|-|-|-|-|"
          "-|-|-|-|-",
          "1784164913531383461.0 dev=3 stream=43 task=8 core=0 group=1 cycles=5|-|-|0.5|-|-|-|-|"
          "-|-|-|-|-|-"}));
}

TEST_F(DatabaseCapture, MetricsOfOtherShapesAreLeft) {
  const Status status = ReadCapture(
      Make("m.db", std::string(kSchema12) + "CREATE TABLE TASK_PMU_INFO (globalTaskId TEXT, name"
                                            " TEXT, value BLOB);"
                                            "INSERT INTO TASK_PMU_INFO VALUES ('x',NULL,x'00');"),
      &told_);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(told_.tasks.size(), 3u);
  EXPECT_TRUE(told_.metrics.empty());
}

TEST_F(DatabaseCapture, TasksAreToldThoughTheMetricsCannotBeRead) {
  const Status status = ReadCapture(
      Make("m.db", std::string(kSchema12) + "CREATE TABLE TASK_PMU_INFO (globalTaskId INTEGER);"),
      &told_);
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("table TASK_PMU_INFO"), std::string::npos) << status.ToString();
  EXPECT_EQ(told_.tasks.size(), 3u);
}

TEST_F(DatabaseCapture, Schema10OfTorchNpuNamesBlockDimsAndHasTextTimes) {
  const Status status = ReadCapture(Make("t.db", kSchema10), &told_);
  ASSERT_TRUE(status.ok()) << status.ToString();
  ASSERT_EQ(told_.tasks.size(), 2u);
  EXPECT_EQ(told_.tasks[0],
            "50.0+10.0 dev=1 stream=2 task=7 model=- ctx=- conn=21 type=KERNEL_AIVEC|Add_1|Add||"
            "AI_VECTOR_CORE||||||||40|0");
  EXPECT_NE(told_.tasks[1].find("dev=1 "), std::string::npos) << "a collective has the one device";
  EXPECT_EQ(told_.apis, (std::vector<std::string>{
                            "1736410576395167660.0+15000.0 pid=1 tid=2 level=30000 conn=0|"
                            "aten::add|op|"}));
}

TEST_F(DatabaseCapture, GzipTellsTheSameAndLeavesNoCopyBehind) {
  Make("m.db", kSchema12);
  const std::string temporary = folder_.Path("tmp");
  std::filesystem::create_directory(temporary);
  const char* former = getenv("TMPDIR");
  const std::string kept = former == nullptr ? "" : former;
  setenv("TMPDIR", temporary.c_str(), 1);
  const Status status = ReadCapture(folder_.WriteGzip("m.db.gz", folder_.Bytes("m.db")), &told_);
  former == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", kept.c_str(), 1);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(told_.tasks.size(), 3u);
  EXPECT_TRUE(std::filesystem::is_empty(temporary));
}

TEST_F(DatabaseCapture, NothingIsWrittenBesideTheDatabase) {
  ASSERT_TRUE(
      ReadCapture(Make("m.db", std::string("PRAGMA journal_mode=WAL;") + kSchema12), &told_).ok());
  EXPECT_FALSE(std::filesystem::exists(folder_.Path("m.db-wal")));
  EXPECT_FALSE(std::filesystem::exists(folder_.Path("m.db-shm")));
}

TEST_F(DatabaseCapture, PathWithCharactersOfUrisIsRead) {
  EXPECT_TRUE(ReadCapture(Make("a?b#c%41.db", kSchema12), &told_).ok());
}

TEST_F(DatabaseCapture, TruncatedDatabaseTellsWhatIsWholeAndIsDamaged) {
  MakeLarge("m.db");
  const std::string bytes = folder_.Bytes("m.db");
  const Status status =
      ReadCapture(folder_.Write("cut.db", bytes.substr(0, bytes.size() / 2)), &told_);
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("cut.db: table TASK: row "), std::string::npos)
      << status.message();
  EXPECT_GT(told_.tasks.size(), 100u);
  EXPECT_LT(told_.tasks.size(), 5002u);
}

TEST_F(DatabaseCapture, TruncatedGzipOfADatabaseIsDamaged) {
  MakeLarge("m.db");
  folder_.WriteGzip("m.db.gz", folder_.Bytes("m.db"));
  const std::string bytes = folder_.Bytes("m.db.gz");
  const Status status =
      ReadCapture(folder_.Write("cut.db.gz", bytes.substr(0, bytes.size() * 3 / 4)), &told_);
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("cut.db.gz: gzip stream damaged"), std::string::npos)
      << status.message();
  EXPECT_GT(told_.tasks.size(), 100u);
}

TEST_F(DatabaseCapture, TaskThatEndsBeforeItsStartIsLeftOut) {
  const Status status = ReadCapture(
      Make("m.db", std::string(kSchema12) + "INSERT INTO TASK VALUES (9,8,3,0,1,9,1,0,1,1,1);"),
      &told_);
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("table TASK: row 3: its end is '8' (1 left out)"),
            std::string::npos)
      << status.message();
  EXPECT_EQ(told_.tasks.size(), 3u);
}

TEST_F(DatabaseCapture, DatabaseWithoutTasksIsForeign) {
  EXPECT_EQ(ReadCapture(Make("x.db", "CREATE TABLE T (a)"), &told_).code(),
            StatusCode::kUnsupported);
}

}  // namespace
}  // namespace aclprof
