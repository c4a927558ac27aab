// msprof_<stamp>.db: tables, columns and rows, read back through SQLite.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/export/exported_files.h"
#include "tests/export/exported_session.h"
#include "tests/export/failing_file_system.h"
#include "tests/support/sqlite_rows.h"

namespace aclprof {
namespace {

// As the vendor's schema 1.2.0 has them, "name type" each.
const std::map<std::string, std::string> kColumns = {
    {"META_DATA", "name TEXT,value TEXT"},
    {"STRING_IDS", "id INTEGER pk,value TEXT"},
    {"SESSION_TIME_INFO", "startTimeNs INTEGER,endTimeNs INTEGER"},
    {"NPU_INFO", "id INTEGER,name TEXT"},
    {"HOST_INFO", "hostUid TEXT,hostName TEXT"},
    {"RANK_DEVICE_MAP", "rankId INTEGER,deviceId INTEGER"},
    {"TASK",
     "startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,globalTaskId INTEGER,"
     "globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId INTEGER,taskId INTEGER,"
     "modelId INTEGER"},
    {"COMPUTE_TASK_INFO",
     "name INTEGER,globalTaskId INTEGER pk,blockNum INTEGER,mixBlockNum INTEGER,taskType INTEGER,"
     "opType INTEGER,inputFormats INTEGER,inputDataTypes INTEGER,inputShapes INTEGER,"
     "outputFormats INTEGER,outputDataTypes INTEGER,outputShapes INTEGER,attrInfo INTEGER,"
     "opState INTEGER,hf32Eligible INTEGER"},
    {"TASK_PMU_INFO", "globalTaskId INTEGER,name INTEGER,value NUMERIC"},
    {"COMMUNICATION_OP",
     "opName INTEGER,startNs INTEGER,endNs INTEGER,connectionId INTEGER,groupName INTEGER,"
     "opId INTEGER pk,relay INTEGER,retry INTEGER,dataType INTEGER,algType INTEGER,count NUMERIC,"
     "opType INTEGER,deviceId INTEGER,rankSize INTEGER"},
    {"COMMUNICATION_TASK_INFO",
     "name INTEGER,globalTaskId INTEGER,taskType INTEGER,planeId INTEGER,groupName INTEGER,"
     "notifyId INTEGER,rdmaType INTEGER,srcRank INTEGER,dstRank INTEGER,transportType INTEGER,"
     "size INTEGER,dataType INTEGER,linkType INTEGER,opId INTEGER,isMaster INTEGER,"
     "bandwidth NUMERIC"},
    {"CANN_API",
     "startNs INTEGER,endNs INTEGER,type INTEGER,globalTid INTEGER,connectionId INTEGER pk,"
     "name INTEGER"},
    {"MSTX_EVENTS",
     "startNs INTEGER,endNs INTEGER,eventType INTEGER,rangeId INTEGER,category INTEGER,"
     "message INTEGER,globalTid INTEGER,endGlobalTid INTEGER,domainId INTEGER,"
     "connectionId INTEGER"},
    {"MEMCPY_INFO", "globalTaskId NUMERIC,size NUMERIC,memcpyOperation NUMERIC"},
    {"NPU_OP_MEM",
     "operatorName INTEGER,addr INTEGER,type INTEGER,size INTEGER,timestampNs INTEGER,"
     "globalTid INTEGER,totalAllocate NUMERIC,totalReserve NUMERIC,component INTEGER,"
     "deviceId INTEGER"},
    {"AICORE_FREQ", "deviceId INTEGER,timestampNs NUMERIC,freq INTEGER"},
    {"CPU_USAGE", "timestampNs NUMERIC,cpuId NUMERIC,usage NUMERIC"},
    {"HOST_MEM_USAGE", "timestampNs NUMERIC,usage NUMERIC"},
    {"HOST_DISK_USAGE", "timestampNs NUMERIC,readRate NUMERIC,writeRate NUMERIC,usage NUMERIC"},
    {"HOST_NETWORK_USAGE", "timestampNs NUMERIC,usage NUMERIC,speed NUMERIC"},
    {"OVERLAP_ANALYSIS",
     "id INTEGER pk,deviceId INTEGER,startNs NUMERIC,endNs NUMERIC,type INTEGER"},
    {"ENUM_API_TYPE", "id INTEGER pk,name TEXT"},
    {"ENUM_OVERLAP_ANALYSIS_TYPE", "id INTEGER pk,name TEXT"},
    {"ENUM_MODULE", "id INTEGER pk,name TEXT"},
    {"ENUM_HCCL_DATA_TYPE", "id INTEGER pk,name TEXT"},
    {"ENUM_HCCL_LINK_TYPE", "id INTEGER pk,name TEXT"},
    {"ENUM_HCCL_TRANSPORT_TYPE", "id INTEGER pk,name TEXT"},
    {"ENUM_HCCL_RDMA_TYPE", "id INTEGER pk,name TEXT"},
    {"ENUM_MEMCPY_OPERATION", "id INTEGER pk,name TEXT"},
    {"ENUM_MSTX_EVENT_TYPE", "id INTEGER pk,name TEXT"}};

constexpr uint64_t kWide = (uint64_t{1} << 53) + 1;

class DatabaseExport : public testing::Test {
 protected:
  DatabaseExport() {
    exported_.options().database = true;
    exported_.session().session().host_name = "host0";
    exported_.session().session().devices = {{0, "replay of x"}, {1, "host-cpu"}};
    exported_.session().session().start_realtime_ns = ExportedSession::kMoment;
  }

  // A record of every kind that has a table.
  void AddEverything() {
    FakeSession& session = exported_.session();
    const uint32_t op = session.AddOp("add_kernel", "Add", "AI_VECTOR_CORE");
    const uint32_t reduce = session.AddOp("hcom_allReduce__1", "hcom_allReduce_", "COMMUNICATION");
    exported_.AddApi(0, 300, ACLPROFX_LEVEL_ACL, "aclopExecute", "ACL_OP", kWide);
    exported_.AddApi(100, 100, ACLPROFX_LEVEL_NODE, "add_kernel", "launch", kWide);
    exported_.AddApi(150, 10, ACLPROFX_LEVEL_RUNTIME, "KernelLaunch", "", kWide);
    exported_.AddApi(400, 10, ACLPROFX_LEVEL_ACL, "aclrtMalloc", "ACL_RTS");
    exported_.AddApi(500, 10, ACLPROFX_LEVEL_FRAMEWORK, "aten::add", "cpu_op");
    exported_.AddTask(0, 1000, {500, 0}, op, "KERNEL_AIVEC", 46, 3000000000u, kWide);
    exported_.AddTask(1, 2000, {700, 0}, op, "KERNEL_AIVEC", 47, 1, 0);
    exported_.AddTask(0, 3000, {10, 0}, 0, "EVENT_RECORD", 46, 1, 0);
    exported_.AddTask(0, 4000, {100, 0}, 0, "MEMCPY_ASYNC", 46, 2, 0);
    aclprofx_memcpy copy{};
    copy.bytes = 4096;
    copy.stream_id = 46;
    copy.task_id = 2;
    copy.operation = 1;
    session.Add(ACLPROFX_KIND_MEMCPY, 0, At(4000), {100, 0}, copy);
    aclprofx_task_linked collective{};
    collective.task.op = reduce;
    collective.task.flags = ACLPROFX_TASK_COMMUNICATION;
    exported_.AddTask(0, 5000, {100, 0}, collective);
    collective.task.op = session.AddOp("Notify_Wait");
    exported_.AddTask(0, 5100, {10, 0}, collective);
    AddMetrics();
    AddMark(6000, "a mark");
    aclprofx_memory memory{};
    memory.bytes = -512;
    session.Add(ACLPROFX_KIND_MEMORY, 0, At(7000), {}, memory);
    for (const char* counter :
         {"AI Core Freq", "CPU 0", "CPU Avg", "Memory Usage", "Disk Usage", "Network Usage"}) {
      aclprofx_sample sample{};
      sample.value = 12.5;
      sample.counter = session.Name(counter);
      session.Add(ACLPROFX_KIND_SAMPLE, -1, At(8000), {}, sample);
    }
  }
  // What a capture says of a vector core, and counters of a cube core, both of the task at 1000.
  void AddMetrics() {
    std::array<double, 15> values;
    values.fill(std::nan(""));
    values[0] = 0.5;
    values[2] = 0.025640806926259224;
    exported_.session().Add(
        ACLPROFX_KIND_PMU, 0, At(1000), {},
        aclprofx_pmu{0, 46, 3000000000u, 229458, ACLPROFX_CORE_VECTOR, 1 | ACLPROFX_PMU_VALUES, 15},
        std::string(reinterpret_cast<const char*>(&values), sizeof(values)));
    const std::array<uint64_t, 3> counters = {1, 20, 300};
    exported_.session().Add(
        ACLPROFX_KIND_PMU, 0, At(1000), {},
        aclprofx_pmu{0, 46, 3000000000u, 1000, ACLPROFX_CORE_CUBE, 4, 3},
        std::string(reinterpret_cast<const char*>(&counters), sizeof(counters)));
  }
  void AddMark(int64_t at, const std::string& message) {
    aclprofx_mark mark{};
    mark.thread_id = 7;
    mark.message_bytes = static_cast<uint32_t>(message.size());
    exported_.session().Add(ACLPROFX_KIND_MARK, -1, At(at), {}, mark, message);
  }
  static Instant At(int64_t ns) { return {ExportedSession::kMoment + ns, 0}; }

  std::string Path() const {
    return exported_.Root() + "/msprof_" + ExportedSession::kStamp + ".db";
  }
  SqliteRows Rows(const std::string& sql) const { return RowsOfSql(Path(), sql); }

  // process << 32 | thread: AddApi's thread has the process's number.
  static std::string Tid() { return std::to_string(int64_t{195781} << 32 | 195781); }

  // "name type" of each column, " pk" behind the key.
  std::string ColumnsOf(const std::string& table) const {
    std::string text;
    for (const auto& row : Rows("PRAGMA table_info(" + table + ")")) {
      text += (text.empty() ? "" : ",") + row[1] + " " + row[2] + (row[5] == "1" ? " pk" : "");
    }
    return text;
  }

  ExportedSession exported_;
};

TEST_F(DatabaseExport, HasTheColumnsOfTheVendor) {
  AddEverything();
  ASSERT_TRUE(exported_.Export().ok());
  std::set<std::string> tables, listed;
  for (const auto& row : Rows("SELECT name FROM sqlite_master WHERE type='table'")) {
    tables.insert(row[0]);
  }
  for (const auto& [table, columns] : kColumns) {
    listed.insert(table);
    EXPECT_EQ(ColumnsOf(table), columns) << table;
  }
  EXPECT_EQ(tables, listed);
  EXPECT_EQ(Rows("PRAGMA integrity_check"), (SqliteRows{{"ok"}}));
}

TEST_F(DatabaseExport, OfAnEmptySessionSaysWhatTheSessionWas) {
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(Rows("SELECT * FROM META_DATA ORDER BY name"),
            (SqliteRows{{"SCHEMA_VERSION", "1.2.0"},
                        {"SCHEMA_VERSION_MAJOR", "1"},
                        {"SCHEMA_VERSION_MICRO", "0"},
                        {"SCHEMA_VERSION_MINOR", "2"}}));
  EXPECT_EQ(Rows("SELECT * FROM NPU_INFO"), (SqliteRows{{"0", "replay of x"}, {"1", "host-cpu"}}));
  EXPECT_EQ(Rows("SELECT * FROM HOST_INFO"), (SqliteRows{{"0", "host0"}}));
  EXPECT_EQ(Rows("SELECT endTimeNs-startTimeNs FROM SESSION_TIME_INFO"),
            (SqliteRows{{"1800000000000"}}));
  EXPECT_TRUE(Rows("SELECT name FROM sqlite_master WHERE name='TASK'").empty());
}

TEST_F(DatabaseExport, TasksJoinedWithTheirOperatorsAreTheRowsOfOpSummary) {
  AddEverything();
  ASSERT_TRUE(exported_.Export().ok());
  const ExportedFiles files(exported_.Directory(), ExportedSession::kStamp);
  SqliteRows from_csv;
  for (const TableRow& row : files.Rows("op_summary")) {
    if (row.at("Task ID") == "N/A") continue;  // a collective
    from_csv.push_back({row.at("Device_id"), row.at("Task ID"), row.at("Op Name"),
                        row.at("OP Type"), row.at("Task Type"),
                        std::to_string(Scaled(row.at("Task Start Time(us)"), 3)),
                        std::to_string(Scaled(row.at("Task Duration(us)"), 3))});
  }
  EXPECT_EQ(Rows("SELECT t.deviceId, t.taskId, n.value, o.value, k.value, t.startNs,"
                 " t.endNs-t.startNs FROM TASK t"
                 " JOIN COMPUTE_TASK_INFO c ON c.globalTaskId=t.globalTaskId"
                 " JOIN STRING_IDS n ON n.id=c.name JOIN STRING_IDS o ON o.id=c.opType"
                 " JOIN STRING_IDS k ON k.id=c.taskType ORDER BY t.deviceId, t.startNs"),
            from_csv);
  EXPECT_EQ(from_csv.size(), 2u);
  EXPECT_EQ(from_csv[0][1], "3000000000");
}

TEST_F(DatabaseExport, OverlapAnalysisHasTheSlicesOfTheTimeline) {
  AddEverything();
  ASSERT_TRUE(exported_.Export().ok());
  std::multiset<std::vector<std::string>> slices, rows;
  for (const auto& event : nlohmann::json::parse(exported_.Json())) {
    const std::string name = event["name"];
    const bool communicates = name.starts_with("Communication");
    if (event["ph"] != "X" || !(name == "Computing" || name == "Free" || communicates)) continue;
    const std::string type = name == "Computing"       ? "COMPUTE"
                             : name == "Free"          ? "FREE"
                             : name == "Communication" ? "COMMUNICATION"
                                                       : "COMM_NOT_OVERLAP_COMP";
    slices.insert({std::to_string(event["pid"].get<int64_t>() % 32), type,
                   std::to_string(Scaled(event["ts"].get<std::string>(), 3))});
  }
  for (const auto& row : Rows("SELECT deviceId, name, startNs FROM OVERLAP_ANALYSIS o JOIN"
                              " ENUM_OVERLAP_ANALYSIS_TYPE e ON e.id=o.type"))
    rows.insert(row);
  EXPECT_EQ(rows, slices);
  EXPECT_EQ(rows.size(), 5u);
  EXPECT_EQ(Rows("SELECT sum(endNs-startNs) FROM OVERLAP_ANALYSIS WHERE type=0"),
            (SqliteRows{{"1200"}}));
}

TEST_F(DatabaseExport, EveryTaskOfTaskTimeIsInTask) {
  AddEverything();
  ASSERT_TRUE(exported_.Export().ok());
  const ExportedFiles files(exported_.Directory(), ExportedSession::kStamp);
  SqliteRows from_csv;
  for (const TableRow& row : files.Rows("task_time")) {
    from_csv.push_back({row.at("stream_id"), row.at("kernel_type"),
                        std::to_string(Scaled(row.at("task_start(us)"), 3))});
  }
  EXPECT_EQ(Rows("SELECT streamId, s.value, startNs FROM TASK t JOIN STRING_IDS s ON s.id=taskType"
                 " WHERE globalTaskId NOT IN (SELECT globalTaskId FROM COMMUNICATION_TASK_INFO)"
                 " ORDER BY deviceId, startNs"),
            from_csv);
  EXPECT_EQ(Rows("SELECT size, memcpyOperation FROM MEMCPY_INFO"), (SqliteRows{{"4096", "1"}}));
}

TEST_F(DatabaseExport, MetricsStandWithTheirTaskByNameWithoutUnits) {
  AddEverything();
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(Rows("SELECT t.taskId, n.value, p.value FROM TASK_PMU_INFO p JOIN TASK t ON"
                 " t.globalTaskId=p.globalTaskId JOIN STRING_IDS n ON n.id=p.name"
                 " WHERE n.value LIKE 'aiv%' ORDER BY p.rowid"),
            (SqliteRows{{"3000000000", "aiv_total_time", "0.5"},
                        {"3000000000", "aiv_total_cycles", "229458"},
                        {"3000000000", "aiv_vec_ratio", "0.0256408069262592"}}));
  EXPECT_EQ(Rows("SELECT n.value, p.value FROM TASK_PMU_INFO p JOIN STRING_IDS n ON n.id=p.name"
                 " WHERE n.value LIKE 'aic%' ORDER BY p.rowid"),
            (SqliteRows{{"aic_total_time", "0"},
                        {"aic_total_cycles", "1000"},
                        {"aic_vec_bankgroup_cflt_ratio", "0.001"},
                        {"aic_vec_bank_cflt_ratio", "0.02"},
                        {"aic_vec_resc_cflt_ratio", "0.3"}}));
  EXPECT_EQ(Rows("SELECT count(*) FROM TASK_PMU_INFO WHERE value=0.025640806926259224"),
            (SqliteRows{{"1"}}));
}

TEST_F(DatabaseExport, MetricsBelongToTheTaskOfTheirDevice) {
  const uint32_t op = exported_.session().AddOp("add_kernel");
  exported_.AddTask(1, 1000, {500, 0}, op, "KERNEL_AIVEC", 46, 3000000000u);
  exported_.AddTask(0, 1000, {500, 0}, op, "KERNEL_AIVEC", 46, 3000000000u);
  AddMetrics();
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(Rows("SELECT DISTINCT t.deviceId FROM TASK_PMU_INFO p JOIN TASK t ON"
                 " t.globalTaskId=p.globalTaskId"),
            (SqliteRows{{"0"}}));
}

TEST_F(DatabaseExport, OfSeveralCallsWithOneConnectionTheLaunchHasIt) {
  AddEverything();
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(Rows("SELECT s.value, a.type, a.connectionId FROM CANN_API a JOIN TASK t ON"
                 " t.connectionId=a.connectionId JOIN STRING_IDS s ON s.id=a.name"),
            (SqliteRows{{"launch", "10000", std::to_string(kWide)}}));
  EXPECT_EQ(Rows("SELECT s.value, globalTid, endNs-startNs FROM CANN_API a JOIN STRING_IDS s ON"
                 " s.id=a.name ORDER BY startNs"),
            (SqliteRows{{"aclopExecute", Tid(), "300"},
                        {"launch", Tid(), "100"},
                        {"KernelLaunch", Tid(), "10"},
                        {"aclrtMalloc", Tid(), "10"}}));
}

TEST_F(DatabaseExport, IdsStayWholeUpToTheEndOfTheirRange) {
  exported_.AddApi(0, 10, ACLPROFX_LEVEL_ACL, "none", "ACL_RTS");  // takes the highest number
  exported_.AddApi(1, 10, ACLPROFX_LEVEL_ACL, "highest", "ACL_RTS", INT64_MAX);
  exported_.AddApi(2, 10, ACLPROFX_LEVEL_ACL, "beyond", "ACL_RTS", uint64_t{1} << 63);
  exported_.AddTask(0, 1000, {500, 0}, 0, "T", 4294967294u, 4294967294u, INT64_MAX);
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(Rows("SELECT s.value FROM TASK JOIN CANN_API USING (connectionId) JOIN STRING_IDS s ON"
                 " s.id=name"),
            (SqliteRows{{"highest"}}));
  EXPECT_EQ(Rows("SELECT streamId, taskId FROM TASK"), (SqliteRows{{"4294967294", "4294967294"}}));
  EXPECT_EQ(
      Rows("SELECT connectionId FROM CANN_API ORDER BY startNs"),
      (SqliteRows{{"9223372036854775806"}, {"9223372036854775807"}, {"-9223372036854775808"}}));
}

TEST_F(DatabaseExport, ATaskWithoutConnectionJoinsNoCall) {
  for (const uint64_t none : {uint64_t{0}, UINT64_MAX}) {
    exported_.AddApi(0, 10, ACLPROFX_LEVEL_ACL, "call", "ACL_RTS", none);
    exported_.AddTask(0, 1000, {500, 0}, 0, "T", 1, 1, none);
  }
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(Rows("SELECT connectionId FROM TASK"), (SqliteRows{{"-1"}, {"-1"}}));
  EXPECT_TRUE(Rows("SELECT * FROM TASK JOIN CANN_API USING (connectionId)").empty());
}

TEST_F(DatabaseExport, NamesComeBackWithEveryByteThatTextCanHold) {
  const std::string odd[] = {"a,b\"c\n\t'--;",       "</script",     "=1+1",
                             std::string(4000, 'x'), "\x01\x1f\x7f", "\xE2\x82\xAC"};
  for (const std::string& name : odd) AddMark(0, name);
  AddMark(1, "bad\xFF\xC3(");
  ASSERT_TRUE(exported_.Export().ok());
  SqliteRows expected;
  for (const std::string& name : odd) expected.push_back({name});
  expected.push_back({"bad\xEF\xBF\xBD\xEF\xBF\xBD("});
  EXPECT_EQ(Rows("SELECT value FROM MSTX_EVENTS m JOIN STRING_IDS s ON s.id=m.message ORDER BY"
                 " m.rowid"),
            expected);
}

TEST_F(DatabaseExport, ManyDifferentNamesStayJoined) {
  for (int i = 0; i < 70000; ++i) AddMark(i, "mark " + std::to_string(i));
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(Rows("SELECT count(*) FROM MSTX_EVENTS m JOIN STRING_IDS s ON s.id=m.message WHERE"
                 " s.value = 'mark ' || (m.startNs - " +
                 std::to_string(ExportedSession::kMoment) + ")"),
            (SqliteRows{{"70000"}}));
}

TEST_F(DatabaseExport, AloneLeavesTheOtherFilesOut) {
  AddEverything();
  exported_.options().text = false;
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_FALSE(std::filesystem::exists(exported_.Directory()));
  EXPECT_EQ(Rows("SELECT count(*) FROM TASK"), (SqliteRows{{"5"}}));
  EXPECT_EQ(exported_.report().tasks, 4u);
}

TEST_F(DatabaseExport, AnyFailingCallLeavesNothing) {
  AddEverything();
  FailingFileSystem files;
  exported_.options().files = &files;
  ASSERT_TRUE(exported_.Export().ok());
  const int calls = files.calls;
  std::filesystem::remove_all(exported_.Directory());
  std::filesystem::remove(Path());
  for (int i = 0; i < calls; ++i) {
    files.calls = 0;
    files.fail_at_call = i;
    EXPECT_EQ(exported_.Export().code(), StatusCode::kResourceExhausted) << i;
    EXPECT_TRUE(std::filesystem::is_empty(exported_.Root())) << i;
  }
}

}  // namespace
}  // namespace aclprof
