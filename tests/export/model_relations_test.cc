// The files of a session in which models ran agree with each other, and with what the program did.
#include "export/session_export.h"
#include "tests/devices_host/host_fixture.h"
#include "tests/devices_host/host_session.h"
#include "tests/devices_host/model_program.h"
#include "tests/export/export_relations.h"

namespace aclprof {
namespace {

using nlohmann::json;

constexpr int kRuns = 6;          // of each model on each device
constexpr int kNetworkSteps = 4;  // conv, relu, pool, flat
constexpr int kChainSteps = 20;
constexpr size_t kCopyBytes = 4096;

// One session for all cases: on two devices a network was loaded and run, a chain loaded and
// launched on a stream of its own, and a piece of memory copied to the device.
class ModelRelations : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    RunningSession running({0, 1}, ACL_PROF_ACL_API | ACL_PROF_TASK_TIME | ACL_PROF_TASK_MEMORY);
    for (const int32_t device : {0, 1}) Work(device);
    const auto session = running.Stop();
    ExpectNothingLost(*session);
    Export(session.get());
    ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  }
  static void TearDownTestSuite() {
    delete files_;
    delete directory_;
  }

  static void Work(int32_t device) {
    ASSERT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    const uint32_t network = Loaded(SmallNetwork());
    const uint32_t chain = Loaded(LongChain(kChainSteps));
    const Buffers image(128, 3), numbers(64, 64);
    for (int run = 0; run < kRuns; ++run) {
      ASSERT_EQ(image.Run(network), ACL_SUCCESS);
      ASSERT_EQ(numbers.Launch(chain, stream), ACL_SUCCESS);
    }
    Copy(stream);
    ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    ASSERT_EQ(aclmdlUnload(network), ACL_SUCCESS);
  }

  static void Copy(aclrtStream stream) {
    void* host = nullptr;
    void* device = nullptr;
    ASSERT_EQ(aclrtMallocHost(&host, kCopyBytes), ACL_SUCCESS);
    ASSERT_EQ(aclrtMalloc(&device, kCopyBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(
        aclrtMemcpyAsync(device, kCopyBytes, host, kCopyBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream),
        ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
    ASSERT_EQ(aclrtFree(device), ACL_SUCCESS);
  }

  static void Export(SessionReader* session) {
    directory_ = new TemporaryDirectory;
    ExportOptions options;
    options.directory = directory_->path() + "/out";
    options.stamp = "now";
    ExportReport report;
    const Status exported = ExportSession(session, options, &report);
    ASSERT_TRUE(exported.ok()) << exported.ToString();
    files_ = new ExportedFiles(options.directory, options.stamp);
  }

  // The slices of operators.
  static std::vector<json> Operators() {
    std::vector<json> tasks = files_->Slices("Ascend Hardware");
    std::erase_if(tasks, [](const json& task) {
      return task["args"]["Task Type"].get<std::string>().rfind("AI_", 0) != 0;
    });
    return tasks;
  }
  // connection -> the call that launched.
  static std::map<uint64_t, json> Launches() {
    std::map<uint64_t, json> launches;
    for (const json& call : files_->Slices("CANN"))
      if (call["args"].contains("connection_id"))
        launches[call["args"]["connection_id"].get<uint64_t>()] = call;
    return launches;
  }

  static inline TemporaryDirectory* directory_ = nullptr;
  static inline ExportedFiles* files_ = nullptr;
};

TEST_F(ModelRelations, TheTablesAgreeWithTheTimeline) {
  ExpectApiStatisticIsTheCannLayer(*files_);
  ExpectOpStatisticIsOpSummaryGrouped(*files_);
  ExpectThreeDurationsOfATask(*files_);
  ExpectTaskTimeIsAscendHardwareAndHoldsOpSummary(*files_);
  ExpectWaitsAreFromTheRowBefore(*files_);
}

TEST_F(ModelRelations, EveryRunOfANodeIsARowWithAllThatIsKnownOfIt) {
  std::map<std::string, int> rows_by_device;
  for (const TableRow& row : files_->Rows("op_summary")) {
    ++rows_by_device[row.at("Device_id")];
    for (const char* title :
         {"Op Name", "OP Type", "OP State", "Task Type", "Input Shapes", "Input Data Types",
          "Input Formats", "Output Shapes", "Output Data Types", "Output Formats"}) {
      EXPECT_NE(row.at(title), "N/A") << title;
      EXPECT_NE(row.at(title), "") << title;
    }
    const std::string& type = row.at("OP Type");
    EXPECT_EQ(row.at("Input Data Types"),
              type == "Conv" || type == "Add" ? "FLOAT;FLOAT" : "FLOAT");
  }
  const int expected = kRuns * (kNetworkSteps + kChainSteps);
  EXPECT_EQ(rows_by_device, (std::map<std::string, int>{{"0", expected}, {"1", expected}}));
}

TEST_F(ModelRelations, ASliceOfAnOperatorSaysWhatItsRowSays) {
  std::map<TaskKey, TableRow> summary;
  for (const TableRow& row : files_->Rows("op_summary"))
    summary[{row.at("Device_id"), row.at("Stream ID"), row.at("Task ID")}] = row;
  const std::vector<json> operators = Operators();
  ASSERT_EQ(operators.size(), summary.size());
  for (const json& slice : operators) {
    const TableRow& row = summary.at(KeyOf(slice));
    const json& args = slice["args"];
    EXPECT_EQ(slice["name"], row.at("Op Name"));
    EXPECT_EQ(args["Task Type"], row.at("Task Type"));
    EXPECT_EQ(args["Model Id"].dump(), row.at("Model ID"));
    EXPECT_EQ(args["Physic Stream Id"].dump(), row.at("Stream ID"));
    for (const char* name : {"Batch Id", "Subtask Id", "connection_id"})
      EXPECT_TRUE(args.contains(name)) << name;
  }
}

TEST_F(ModelRelations, AnOperatorRunsInsideTheCallThatWaitsForIt) {
  const std::map<uint64_t, json> launches = Launches();
  int inside = 0, after = 0;
  for (const json& task : Operators()) {
    const json& call = launches.at(task["args"]["connection_id"].get<uint64_t>());
    EXPECT_GE(StartNs(task), StartNs(call));
    if (call["name"] == "AscendCL@aclmdlExecute") {
      EXPECT_LE(StopNs(task), StopNs(call));
      ++inside;
    } else {
      EXPECT_EQ(call["name"], "AscendCL@aclmdlExecuteAsync");
      ++after;
    }
  }
  EXPECT_EQ(inside, 2 * kRuns * kNetworkSteps);
  EXPECT_EQ(after, 2 * kRuns * kChainSteps);
}

TEST_F(ModelRelations, TasksOfAStreamFollowEachOther) {
  std::map<std::pair<uint64_t, uint64_t>, int64_t> stop_by_stream;
  for (const json& task : files_->Slices("Ascend Hardware")) {
    int64_t& stop = stop_by_stream[{task["pid"], task["tid"]}];
    EXPECT_GE(StartNs(task), stop);
    stop = StopNs(task);
  }
  EXPECT_EQ(stop_by_stream.size(), 4u);
}

TEST_F(ModelRelations, EveryTaskIsJoinedWithItsLaunch) {
  EXPECT_EQ(files_->ends().size(), files_->Slices("Ascend Hardware").size());
}

TEST_F(ModelRelations, ModelsAreLoadedInsideTheirCalls) {
  const std::vector<json> loads = files_->Slices("CANN", "Model@ModelLoad");
  const std::vector<json> calls = files_->Slices("CANN", "AscendCL@aclmdlLoadFromMem");
  ASSERT_EQ(loads.size(), 4u);
  ASSERT_EQ(calls.size(), 4u);
  for (size_t i = 0; i < loads.size(); ++i) {
    EXPECT_EQ(loads[i]["args"]["item_id"], i % 2 == 0 ? "network" : "chain");
    EXPECT_GE(StartNs(loads[i]), StartNs(calls[i]));
    EXPECT_LE(StopNs(loads[i]), StopNs(calls[i]));
  }
}

TEST_F(ModelRelations, ACopySaysHowMuchWentWhere) {
  const std::vector<json> copies = files_->Slices("Ascend Hardware", "MEMCPY_ASYNC");
  ASSERT_EQ(copies.size(), 2u);
  for (const json& copy : copies) {
    EXPECT_EQ(copy["args"]["size(B)"], kCopyBytes);
    EXPECT_EQ(copy["args"]["operation"], "host to device");
    EXPECT_NEAR(copy["args"]["bandwidth(GB/s)"].get<double>() * copy["dur"].get<double>() * 1000,
                kCopyBytes, 1e-6 * kCopyBytes);
  }
}

// Released: the network's weights and workspace. Not released: the chain's.
TEST_F(ModelRelations, MemoryOfModelsIsThatOfTheDevice) {
  std::map<std::string, int64_t> changes;  // "device time" -> total
  for (const TableRow& row : files_->Rows("memory_record"))
    changes[row.at("Device_id") + " " + row.at("Timestamp(us)")] =
        Scaled(row.at("Total Allocated(KB)"), 3);
  int released = 0, kept = 0;
  for (const TableRow& row : files_->Rows("operator_memory")) {
    const int64_t total = changes.at(row.at("Device_id") + " " + row.at("Allocation Time(us)"));
    EXPECT_EQ(total, Scaled(row.at("Allocation Total Allocated(KB)"), 3));
    const bool is_released = row.at("Duration(us)") != "N/A";
    EXPECT_EQ(row.at("Name"), is_released ? "network" : "chain");
    (is_released ? released : kept) += 1;
  }
  EXPECT_EQ(released, 2 * 2);
  EXPECT_EQ(kept, 2 * 2);
}

}  // namespace
}  // namespace aclprof
