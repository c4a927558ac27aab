// Public programs that call the profiling API, as programs of ours: each runs in a directory of its own, ends with 0, and
// leaves the sessions, with the records, that are listed here.

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "examples/models/onnx_builder.h"
#include "tests/devices_host/host_session.h"
#include "tests/devices_host/model_program.h"
#include "tests/support/file_text.h"
#include "tests/support/program_run.h"

namespace aclprof {
namespace {

// What a session must hold; of a device that is not named there is no folder.
struct SessionExpected {
  std::map<int32_t, int> tasks;
  int marks = 0;
  int ranges = 0;
  int steps = 0;
};

struct Client {
  std::string program;  // with its arguments
  std::vector<SessionExpected> sessions;
};
void PrintTo(const Client& client, std::ostream* out) { *out << client.program; }

constexpr int kWork = 8;   // WORK_TASKS of client.h
constexpr int kModel = 4;  // operators of model.onnx

std::vector<SessionExpected> Times(int count, const SessionExpected& one) {
  return std::vector<SessionExpected>(static_cast<size_t>(count), one);
}

SessionExpected Tasks(int tasks) { return {.tasks = {{0, tasks}}}; }

const Client kClients[] = {
    {"c01_current_device", {{.tasks = {{1, kWork}}}}},
    {"c02_directory_a_trace", Times(3, Tasks(kWork))},
    {"c03_stamp_an_operator", {{.tasks = {{0, kWork}}, .ranges = 50}}},
    {"c04_mask_of_32_bits", {Tasks(kWork)}},
    {"c05_start_before_everything", {Tasks(kWork)}},
    {"c06_all_devices", {{.tasks = {{0, kWork}, {1, kWork}, {2, kWork}, {3, kWork}}}}},
    {"c07_window_of_devices",
     {{.tasks = {{0, kWork}}},
      {.tasks = {{1, kWork}}},
      {.tasks = {{2, kWork}}},
      {.tasks = {{0, kWork}}},
      {.tasks = {{1, kWork}}},
      {.tasks = {{2, kWork}}}}},
    {"c09_schedule_of_windows", Times(6, {.tasks = {{0, kWork + 1}}, .marks = 1})},
    {"c10_stamps_of_many_threads", {{.tasks = {{0, kWork}}, .ranges = 800}}},
    {"c11_poked_steps", Times(2, {.tasks = {{0, 3 * kWork + 6}}, .steps = 6})},
    {"c12_poked_steps_often", Times(2, {.tasks = {{0, 3 * kWork + 6}}, .steps = 6})},
    {"c13_all_three", Times(3, Tasks(kWork))},
    {"c14_init_that_fails", {}},
    {"c17_around_the_device", {Tasks(kWork)}},
    {"c18_base_that_goes", {Tasks(kModel)}},
    {"c19_stages", {Tasks(kWork), Tasks(kWork), Tasks(kWork), Tasks(0), Tasks(0)}},
    {"c20_step_without_times", {Tasks(kModel)}},
    {"c22_alone", {}},
    {"c22_whether_or_not_anybody_profiles", {}},
    {"c23_instruction_traces", {Tasks(kWork)}},
    {"c24_marks_and_steps", {{.tasks = {{0, kWork + 2}}, .marks = 2, .ranges = 3, .steps = 2}}},
};

// C8's windows: every other one asks for marks alone.
Client SwitchedAtRunTime() {
  Client client{"c08_switched_at_run_time", {}};
  for (int window = 0; window < 200; ++window)
    client.sessions.push_back({.tasks = {{0, window % 2 == 0 ? kWork : 0}}, .marks = 1});
  return client;
}

// The PROF_* directories anywhere below, in the order in which they were made.
std::vector<std::string> SessionsAnywhereBelow(const std::string& directory) {
  std::map<std::string, std::string> by_name;
  for (auto entry = std::filesystem::recursive_directory_iterator(directory);
       entry != std::filesystem::recursive_directory_iterator(); ++entry) {
    const std::string name = entry->path().filename();
    if (name.rfind("PROF_", 0) != 0) continue;
    by_name[name] = entry->path();
    entry.disable_recursion_pending();
  }
  std::vector<std::string> found;
  for (const auto& [name, path] : by_name) found.push_back(path);
  return found;
}

int CountOf(SessionReader& session, uint64_t kinds, int32_t device) {
  const auto cursor = session.Records({kinds, device});
  int count = 0;
  for (RecordView record; cursor->Next(&record);) ++count;
  return count;
}

constexpr uint64_t Bit(uint16_t kind) { return uint64_t{1} << kind; }
constexpr int32_t kEverywhere = -2;

void ExpectSession(const std::string& directory, const SessionExpected& expected) {
  SCOPED_TRACE(directory);
  const auto session = OpenSession(directory);
  ASSERT_NE(session, nullptr);
  ExpectNothingLost(*session);
  constexpr uint64_t kTasks = Bit(ACLPROFX_KIND_TASK) | Bit(ACLPROFX_KIND_TASK_LINKED);
  for (const auto& [device, tasks] : expected.tasks)
    EXPECT_EQ(CountOf(*session, kTasks, device), tasks) << "device " << device;
  EXPECT_EQ(CountOf(*session, Bit(ACLPROFX_KIND_MARK), -1), expected.marks);
  EXPECT_EQ(CountOf(*session, Bit(ACLPROFX_KIND_RANGE), -1), expected.ranges);
  EXPECT_EQ(CountOf(*session, Bit(ACLPROFX_KIND_STEP), kEverywhere), expected.steps);
}

class ClientsTest : public testing::TestWithParam<Client> {
 protected:
  void SetUp() override { WriteFile(directory() + "/model.onnx", SmallNetwork().Bytes()); }
  const std::string& directory() const { return directory_.path(); }
  // With the vendor's names of the libraries in reach, and a command that exports.
  Outcome Run(const std::string& command,
              const char* to_export = EMULATOR ACLPROF_CLI " export") const {
    return RunCommand("export LD_LIBRARY_PATH=" COMPAT " EXPORT='" + std::string(to_export) +
                          "'; cd " + directory() + " && " + command,
                      scratch_.path());
  }
  void RunClient(const Client& client) const {
    const Outcome outcome = Run(EMULATOR CLIENTS "/" + client.program);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    ExpectSessions(client.sessions);
  }
  void ExpectSessions(const std::vector<SessionExpected>& expected) const {
    const std::vector<std::string> found = SessionsAnywhereBelow(directory());
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) ExpectSession(found[i], expected[i]);
  }

 private:
  TemporaryDirectory directory_, scratch_;
};

TEST_P(ClientsTest, EndsWellAndLeavesWhatItCollected) { RunClient(GetParam()); }

std::string NameOf(const testing::TestParamInfo<Client>& info) { return info.param.program; }
INSTANTIATE_TEST_SUITE_P(C, ClientsTest, testing::ValuesIn(kClients), NameOf);
INSTANTIATE_TEST_SUITE_P(C08, ClientsTest, testing::Values(SwitchedAtRunTime()), NameOf);

using ManyProcesses = ClientsTest;
using ClientsOfMsprof = ClientsTest;

TEST_F(ClientsOfMsprof, WindowsAreExportedByItInBetween) {
  for (const char* client : {"c18_base_that_goes", "c20_step_without_times"}) {
    const Outcome outcome = Run(EMULATOR CLIENTS "/" + std::string(client),
                                EMULATOR COMPAT "/msprof --export=on --output");
    EXPECT_EQ(outcome.code, 0) << client << outcome.err;
  }
  ExpectSessions(Times(2, Tasks(kModel)));
}

TEST_F(ManyProcesses, EightBelowOneDirectoryInTheSameSecond) {
  constexpr int kProcesses = 8;
  Outcome outcomes[kProcesses];
  std::vector<std::thread> threads;
  for (Outcome& outcome : outcomes)
    threads.emplace_back([this, &outcome] {
      const TemporaryDirectory scratch;
      outcome = RunCommand(
          "CLIENT_BASE=" + directory() + "/shared " EMULATOR CLIENTS "/c05_start_before_everything",
          scratch.path());
    });
  for (std::thread& thread : threads) thread.join();
  for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.code, 0) << outcome.err;
  ExpectSessions(Times(kProcesses, Tasks(kWork)));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// Python is not built with sanitizers; what it calls is, in the other clients.
class PythonClients : public ClientsTest {
 protected:
  void RunClient(const std::string& name, const SessionExpected& expected) {
    const Outcome outcome = Run("python3 -B " PYACL_CLIENTS " " + name);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    ExpectSessions({expected});
  }
};

TEST_F(PythonClients, C15_VectorOfDevicesHasASpareElement) { RunClient("c15", Tasks(kWork)); }

TEST_F(PythonClients, C16_NamesOfAModelLoadedBeforeResolve) {
  RunClient("c16", Tasks(kModel));
  const auto session = OpenSession(SessionsAnywhereBelow(directory()).at(0));
  const auto tasks = PayloadsOf<aclprofx_task_linked>(*session, ACLPROFX_KIND_TASK_LINKED, 0);
  ASSERT_EQ(tasks.size(), 4u);
  EXPECT_EQ(session->String(session->Op(tasks[0].task.op)->name), "conv");
}

TEST_F(PythonClients, C21_ARangeAMeasurement) {
  RunClient("c21", {.tasks = {{0, 3 * kWork}}, .ranges = 3});
}
#endif

}  // namespace
}  // namespace aclprof
