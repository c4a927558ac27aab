// What the keys of aclInit's JSON change in what is recorded and exported of a program that calls no function of the
// profiler but its marks.

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "export/absent_data.h"
#include "export/session_export.h"
#include "tests/devices_host/host_session.h"
#include "tests/devices_host/model_program.h"
#include "tests/support/file_text.h"

namespace aclprof {
namespace {

// The program: a model runs once, a copy goes to the device, a stamp is marked where there is one.
class JsonOnTheHostDevice : public testing::Test {
 protected:
  std::unique_ptr<SessionReader> Profiled(const std::string& items) {
    const std::string output = directory_.path() + "/" + std::to_string(++runs_);
    const std::string file = directory_.path() + "/acl.json";
    WriteFile(file,
              R"({"profiler": {"switch": "on", "output": ")" + output + "\", " + items + "}}");
    EXPECT_EQ(aclInit(file.c_str()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    Work();
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    const auto sessions = SessionsBelow(output);
    EXPECT_EQ(sessions.size(), 1u);
    return OpenSession(sessions.at(0));
  }

  std::string Exported(SessionReader* session, const std::string& table) {
    ExportOptions options;
    options.directory = directory_.path() + "/out" + std::to_string(runs_);
    options.stamp = "now";
    ExportReport report;
    const Status exported = ExportSession(session, options, &report);
    EXPECT_TRUE(exported.ok()) << exported.ToString();
    const std::string file = options.directory + "/" + table + "_now.csv";
    return std::filesystem::exists(file) ? TextOfFile(file) : "";
  }

  static std::map<uint16_t, int> KindsOf(SessionReader& session) {
    std::map<uint16_t, int> kinds;
    const auto cursor = session.Records({});
    for (RecordView record; cursor->Next(&record);) ++kinds[record.kind];
    return kinds;
  }
  // By name, of the tasks that ran an operator.
  static std::map<std::string, OpEntry> Operators(SessionReader& session) {
    std::map<std::string, OpEntry> operators;
    for (const auto& task :
         PayloadsOf<aclprofx_task_linked>(session, ACLPROFX_KIND_TASK_LINKED, 0)) {
      const OpEntry* op = session.Op(task.task.op);
      if (op != nullptr) operators[std::string(session.String(op->name))] = *op;
    }
    return operators;
  }
  static std::set<std::string> Counters(SessionReader& session) {
    std::set<std::string> counters;
    for (const auto& sample : PayloadsOf<aclprofx_sample>(session, ACLPROFX_KIND_SAMPLE, -1))
      counters.insert(std::string(session.String(sample.counter)) + ": " +
                      std::string(session.String(sample.series)));
    return counters;
  }

 private:
  static void Work() {
    const uint32_t model = Loaded(SmallNetwork());
    EXPECT_EQ(Buffers(128, 3).Run(model), ACL_SUCCESS);
    void *device = nullptr, *pinned = nullptr;
    ASSERT_EQ(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocHost(&pinned, 64), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpyAsync(device, 64, pinned, 64, ACL_MEMCPY_HOST_TO_DEVICE, nullptr),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    if (void* const stamp = aclprofCreateStamp()) {
      EXPECT_EQ(aclprofMark(stamp), ACL_SUCCESS);
      aclprofDestroyStamp(stamp);
    }
    EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  }

  TemporaryDirectory directory_;
  int runs_ = 0;
};

struct Switch {
  const char* on;
  const char* off;
  uint16_t kind;
  const char* table;
  const char* text;  // which the table has while it is on alone
};

TEST_F(JsonOnTheHostDevice, ASwitchDecidesOnItsRecordsAndTheirTable) {
  const Switch kSwitches[] = {
      {R"("ascendcl": "on")", R"("ascendcl": "off")", ACLPROFX_KIND_API, "api_statistic",
       "host,acl,"},
      {R"("runtime_api": "on")", R"("runtime_api": "off")", ACLPROFX_KIND_RUNTIME_API,
       "api_statistic", "host,runtime,LaunchTasks,"},
      {R"("task_time": "off", "runtime_api": "on")", R"("task_time": "off", "runtime_api": "off")",
       ACLPROFX_KIND_MEMCPY, "api_statistic", "host,runtime,"},
      {R"("task_time": "l0")", R"("task_time": "off")", ACLPROFX_KIND_TASK_LINKED, "task_time",
       ",MEMCPY_ASYNC,"},
      {R"("task_trace": "on")", R"("task_trace": "off")", ACLPROFX_KIND_TASK_LINKED, "op_summary",
       ",Conv,"},
      {R"("task_memory": "on")", R"("task_memory": "off")", ACLPROFX_KIND_MEMORY, "memory_record",
       "APP"},
      {R"("msproftx": "on")", R"("msproftx": "off")", ACLPROFX_KIND_MARK, "msprof_tx", "marker"},
      {R"("aicpu": "on", "task_time": "off")", R"("aicpu": "off", "task_time": "off")",
       ACLPROFX_KIND_TASK_LINKED, "task_time", ",conv,"},
  };
  for (const Switch& that : kSwitches) {
    for (const char* items : {that.on, that.off}) {
      const auto session = Profiled(items);
      const bool on = items == that.on;
      EXPECT_EQ(KindsOf(*session)[that.kind] > 0, on) << items;
      const std::string table = Exported(session.get(), that.table);
      EXPECT_EQ(table.find(that.text) != std::string::npos, on) << items << "\n" << table;
    }
  }
}

TEST_F(JsonOnTheHostDevice, Level0KnowsOfAnOperatorItsNameAlone) {
  const auto session = Profiled(R"("task_time": "l0")");
  const auto operators = Operators(*session);
  ASSERT_EQ(operators.size(), 4u);
  for (const auto& [name, op] : operators) {
    EXPECT_NE(name, "");
    OpEntry alone{};
    alone.name = op.name;
    alone.block_num = alone.mix_block_num = ACLPROFX_NONE;
    EXPECT_EQ(std::memcmp(&op, &alone, sizeof(op)), 0) << name;
  }
  EXPECT_EQ(Exported(session.get(), "op_statistic"), "");
  const std::string summary = Exported(session.get(), "op_summary");
  EXPECT_NE(summary.find(",conv,N/A,N/A,N/A,"), std::string::npos) << summary;
  EXPECT_NE(summary.find(",N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n"), std::string::npos)
      << summary;
}

TEST_F(JsonOnTheHostDevice, Level1And2KnowEverythingOfAnOperator) {
  for (const char* items : {R"("task_time": "l1")", R"("task_time": "on")", R"("task_time": "l2")",
                            R"("task_time": "l3")"}) {
    const auto session = Profiled(items);
    auto operators = Operators(*session);
    ASSERT_EQ(operators.size(), 4u);
    EXPECT_EQ(session->String(operators["conv"].type), "Conv") << items;
    EXPECT_EQ(session->String(operators["conv"].input_shapes), "\"1,2,8,8;3,2,3,3\"") << items;
    EXPECT_NE(Exported(session.get(), "op_statistic").find(",Conv,AI_CORE,1,"), std::string::npos);
    const auto absent = AbsentData(session->info().info_json);
    const bool asked_for_more = std::strpbrk(items, "23") != nullptr;
    EXPECT_EQ(std::any_of(absent.begin(), absent.end(),
                          [](const auto& line) { return line.starts_with("task_time_l2: "); }),
              asked_for_more)
        << items;
  }
}

TEST_F(JsonOnTheHostDevice, AListOfTypesChoosesAmongOperators) {
  const auto session = Profiled(R"("optype": "Relu,Conv")");
  std::set<std::string> names;
  for (const auto& [name, op] : Operators(*session)) names.insert(name);
  EXPECT_EQ(names, (std::set<std::string>{"conv", "relu"}));
  EXPECT_EQ(KindsOf(*session)[ACLPROFX_KIND_MEMCPY], 1) << "what is no operator stays";
  ExpectNothingLost(*session);
}

// What each gives of which host is for host_probe_test; here: that it is asked for, and nothing else is.
TEST_F(JsonOnTheHostDevice, AWordOfHostSysIsItsCounters) {
  const std::map<std::string, std::string> kCounters = {
      {R"("host_sys": "cpu")", "CPU Avg: Usage(%)"},
      {R"("host_sys": "mem")", "Memory Usage: Usage(%)"},
      {R"("host_sys": "disk")", "Host Disk Write: KB/s"},
      {R"("host_sys": "network")", "Host Network Used: KB/s"},
      {R"("host_sys_usage": "cpu")", "Process: CPU(%)"},
      {R"("host_sys_usage": "mem")", "Process: Size(pages)"}};
  const bool networks = std::filesystem::exists("/sys/class/net/eth0");
  for (const auto& [items, counter] : kCounters) {
    const auto session = Profiled(items);
    const std::set<std::string> counters = Counters(*session);
    for (const auto& [others, other] : kCounters) {
      if (other != counter) {
        EXPECT_FALSE(counters.contains(other)) << items << ": " << other;
      } else if (other != "Host Network Used: KB/s" || networks) {
        EXPECT_TRUE(counters.contains(other)) << items;
      }
    }
  }
}

}  // namespace
}  // namespace aclprof
