// Published profiling samples, call by call and in their order, with an ONNX file for the model.

#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/devices_host/host_session.h"
#include "tests/devices_host/model_program.h"

namespace aclprof {
namespace {

constexpr char kModelPath[] = "model.onnx";
constexpr char kConfigPath[] = "acl.json";
constexpr char kOutput[] = "./output";
constexpr int kSteps = 4;  // of SmallNetwork

// In a directory of its own, as samples name files without theirs.
class ClientSequencesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::current_path(directory_.path());
    std::ofstream(kModelPath, std::ios::binary) << SmallNetwork().Bytes();
    std::ofstream(kConfigPath) << "{}";
  }
  void TearDown() override { std::filesystem::current_path("/"); }

  static aclprofConfig* Config(aclprofAicoreMetrics metrics, uint64_t data_types) {
    uint32_t devices[] = {0};
    return aclprofCreateConfig(devices, 1, metrics, nullptr, data_types);
  }
  static void RunModel(uint32_t model) {
    const Buffers buffers(128, 3);
    ASSERT_EQ(buffers.Run(model), ACL_SUCCESS) << aclGetRecentErrMsg();
  }
  // One session, of one run of the model.
  static void ExpectOneRun() {
    const auto sessions = SessionsBelow(kOutput);
    ASSERT_EQ(sessions.size(), 1u);
    const auto session = OpenSession(sessions[0]);
    const auto tasks = PayloadsOf<aclprofx_task_linked>(*session, ACLPROFX_KIND_TASK_LINKED, 0);
    ASSERT_EQ(tasks.size(), static_cast<size_t>(kSteps));
    EXPECT_EQ(session->String(session->Op(tasks[0].task.op)->name), "conv");
    EXPECT_TRUE(session->info().run_complete);
    ExpectNothingLost(*session);
  }

 private:
  TemporaryDirectory directory_;
};

// The vendor's sample 0_create_config; the model is where its comments put it.
TEST_F(ClientSequencesTest, CreateConfigSampleRunsUnchanged) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);

  ASSERT_EQ(aclprofInit(kOutput, std::strlen(kOutput)), ACL_SUCCESS);
  aclprofConfig* config =
      Config(ACL_AICORE_ARITHMETIC_UTILIZATION,
             ACL_PROF_ACL_API | ACL_PROF_TASK_TIME | ACL_PROF_AICORE_METRICS | ACL_PROF_AICPU |
                 ACL_PROF_L2CACHE | ACL_PROF_HCCL_TRACE | ACL_PROF_MSPROFTX | ACL_PROF_RUNTIME_API);
  ASSERT_NE(config, nullptr);
  const std::string frequency = "15";
  ASSERT_EQ(aclprofSetConfig(ACL_PROF_SYS_HARDWARE_MEM_FREQ, frequency.c_str(), frequency.length()),
            ACL_SUCCESS);
  ASSERT_EQ(aclprofStart(config), ACL_SUCCESS);
  uint32_t model = 0;
  ASSERT_EQ(aclmdlLoadFromFile(kModelPath, &model), ACL_SUCCESS) << aclGetRecentErrMsg();
  RunModel(model);
  ASSERT_EQ(aclmdlUnload(model), ACL_SUCCESS);
  ASSERT_EQ(aclprofStop(config), ACL_SUCCESS);
  ASSERT_EQ(aclprofDestroyConfig(config), ACL_SUCCESS);
  ASSERT_EQ(aclprofFinalize(), ACL_SUCCESS);

  ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  ExpectOneRun();
}

// The sample of the vendor's documentation, stamp and all.
TEST_F(ClientSequencesTest, DocumentationSampleLoadsInTheSessionAndUnloadsAfterIt) {
  ASSERT_EQ(aclInit(kConfigPath), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);

  ASSERT_EQ(aclprofInit(kOutput, std::strlen(kOutput)), ACL_SUCCESS);
  aclprofConfig* config =
      Config(ACL_AICORE_NONE, ACL_PROF_ACL_API | ACL_PROF_TASK_TIME | ACL_PROF_MSPROFTX);
  ASSERT_NE(config, nullptr);
  const std::string frequency = "15";
  ASSERT_EQ(aclprofSetConfig(ACL_PROF_SYS_HARDWARE_MEM_FREQ, frequency.c_str(), frequency.size()),
            ACL_SUCCESS);
  ASSERT_EQ(aclprofStart(config), ACL_SUCCESS);
  uint32_t model = 0;
  ASSERT_EQ(aclmdlLoadFromFile(kModelPath, &model), ACL_SUCCESS) << aclGetRecentErrMsg();
  void* stamp = aclprofCreateStamp();
  ASSERT_EQ(aclprofSetStampTraceMessage(stamp, "model loaded", 12), ACL_SUCCESS);
  ASSERT_EQ(aclprofMark(stamp), ACL_SUCCESS);
  aclprofDestroyStamp(stamp);
  RunModel(model);
  ASSERT_EQ(aclprofStop(config), ACL_SUCCESS);
  ASSERT_EQ(aclprofDestroyConfig(config), ACL_SUCCESS);
  ASSERT_EQ(aclprofFinalize(), ACL_SUCCESS);

  ASSERT_EQ(aclmdlUnload(model), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  ExpectOneRun();
  const auto session = OpenSession(SessionsBelow(kOutput).at(0));
  EXPECT_EQ(PayloadsOf<aclprofx_mark>(*session, ACLPROFX_KIND_MARK, -1).size(), 1u);
}

}  // namespace
}  // namespace aclprof
