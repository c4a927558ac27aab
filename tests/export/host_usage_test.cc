// What is made of the samples of the host: tables, timeline, database; from an invented /proc on.
#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "core/host_probe.h"
#include "core/host_sampling.h"
#include "tests/export/exported_session.h"
#include "tests/support/fake_proc.h"
#include "tests/support/sqlite_rows.h"

namespace aclprof {
namespace {

constexpr int64_t kSecond = 1000000000;

class HostUsage : public testing::Test {
 protected:
  // A look a second, at these steps of the host.
  void Look(uint32_t sources, std::initializer_list<uint64_t> steps) {
    HostProbe probe(proc_.root(), sources, [](const std::string&) {});
    int64_t now = 0;
    for (const uint64_t step : steps) {
      proc_.SetAll(step);
      for (const HostValue& value : probe.Look(now)) AddValue(now, value);
      now += kSecond;
    }
  }
  void AddValue(int64_t at, const HostValue& value) {
    aclprofx_sample sample{};
    sample.value = value.value;
    sample.counter = exported_.session().Name(value.counter);
    sample.series = exported_.session().Name(value.series);
    exported_.session().Add(ACLPROFX_KIND_SAMPLE, -1, Instant{ExportedSession::kMoment + at, 0},
                            Span(), sample);
  }

  FakeProc proc_;
  ExportedSession exported_;
};

TEST_F(HostUsage, TheTablesOfTheProcess) {
  Look(kProcessCpu | kProcessMemory | kProcessDisk | kNetwork, {0, 1, 5, 6});
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(exported_.Table("host_cpu_usage"),
            "Device_id,Total Cpu Numbers,Occupied Cpu Numbers,Recommend Cpu Numbers\nhost,2,1,1\n");
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) / 1024;
  EXPECT_EQ(exported_.Table("host_mem_usage"),
            "Device_id,Total Memory(KB),Peak Used Memory(KB),Recommend Memory(KB)\nhost,4000," +
                std::to_string(106 * page) + "," + std::to_string(106 * page * 10 / 8) + "\n");
  EXPECT_EQ(exported_.Table("host_disk_usage"),
            "Device_id,Peak Disk Read(KB/s),Recommend Disk Read(KB/s),Peak Disk Write(KB/s),"
            "Recommend Disk Write(KB/s)\nhost,8,10,4,5\n");
  EXPECT_EQ(exported_.Table("host_network_usage"),
            "Device_id,Netcard Speed(KB/s),Peak Used Speed(KB/s),Recommend Speed(KB/s)\n"
            "host,976.563,781.25,976.563\n");
}

TEST_F(HostUsage, TheTablesOfTheWholeHost) {
  Look(kHostCpu | kHostMemory, {0, 1, 2});
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(exported_.Table("cpu_usage"),
            "Device_id,Cpu Type,User(%),Sys(%),IoWait(%),Irq(%),Soft(%),Idle(%)\n"
            "host,Host,20,10,0,0,0,70\n");
  EXPECT_EQ(exported_.Table("sys_mem"),
            "Device_id,Memory Total(kB),Memory Free(kB),Buffers(kB),Cached(kB),Share Memory(kB),"
            "Commit Limit(kB),Committed AS(kB),Huge Pages Total(pages),Huge Pages Free(pages)\n"
            "host,4000,1000,10,20,30,40,50,6,7\n");
  const auto share = 1000 / static_cast<uint64_t>(sysconf(_SC_CLK_TCK));
  EXPECT_EQ(exported_.Table("process_cpu_usage"),
            "Device_id,PID,Name,CPU(%)\nhost,195781,train," + std::to_string(share) + "\n");
  EXPECT_EQ(exported_.Table("process_mem"),
            "Device_id,PID,Name,Size(pages),Resident(pages),Shared(pages)\n"
            "host,195781,train,900,101,30\n");
}

TEST_F(HostUsage, ATableWithoutSamplesIsNotThere) {
  Look(kHostMemory, {0});
  ASSERT_TRUE(exported_.Export().ok());
  for (const char* table : {"cpu_usage", "host_cpu_usage", "host_mem_usage", "host_disk_usage",
                            "host_network_usage", "process_cpu_usage"}) {
    EXPECT_EQ(exported_.Table(table), "") << table;
  }
}

TEST_F(HostUsage, TheTimelineHasACounterForEach) {
  Look(kProcessCpu | kProcessMemory | kProcessDisk | kNetwork, {0, 1});
  ASSERT_TRUE(exported_.Export().ok());
  std::map<std::string, double> usage;
  std::map<uint64_t, std::string> layers;
  std::map<std::string, std::string> layer_of;
  const auto events = nlohmann::json::parse(exported_.Json());
  for (const auto& event : events) {
    if (event["name"] == "process_name") layers[event["pid"]] = event["args"]["name"];
  }
  for (const auto& event : events) {
    if (event["ph"] != "C" || !event["args"].contains("Usage(%)")) continue;
    usage[event["name"]] = event["args"]["Usage(%)"];
    layer_of[event["name"]] = layers[event["pid"]];
  }
  const double ticks = static_cast<double>(sysconf(_SC_CLK_TCK)) / 100;
  EXPECT_EQ(usage.at("CPU 1"), 10 / ticks);
  EXPECT_EQ(usage.at("CPU Avg"), 5 / ticks);
  EXPECT_EQ(usage.at("Disk Usage"), 5 / ticks);
  EXPECT_EQ(usage.at("Network Usage"), 20);
  EXPECT_EQ(usage.count("Memory Usage"), 1u);
  EXPECT_EQ(layer_of.at("CPU Avg"), "CPU Usage");
  EXPECT_EQ(layer_of.at("Memory Usage"), "Memory Usage");
  EXPECT_EQ(layer_of.at("Disk Usage"), "Disk Usage");
  EXPECT_EQ(layer_of.at("Network Usage"), "Network Usage");
}

TEST_F(HostUsage, TheDatabaseHasRatesInBytes) {
  exported_.options().database = true;
  Look(kProcessDisk | kNetwork, {0, 1});
  ASSERT_TRUE(exported_.Export().ok());
  const std::string path = exported_.Root() + "/msprof_" + ExportedSession::kStamp + ".db";
  EXPECT_EQ(RowsOfSql(path, "SELECT readRate, writeRate FROM HOST_DISK_USAGE"),
            (SqliteRows{{"2048", "1024"}}));
  EXPECT_EQ(RowsOfSql(path, "SELECT usage, speed FROM HOST_NETWORK_USAGE"),
            (SqliteRows{{"20", "200000"}}));
}

}  // namespace
}  // namespace aclprof
