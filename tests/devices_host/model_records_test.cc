// What a model on the host device records, read back from the session on disk and from its export.

#include <atomic>
#include <set>
#include <sstream>
#include <thread>

#include "export/session_export.h"
#include "tests/devices_host/host_fixture.h"
#include "tests/devices_host/host_session.h"
#include "tests/devices_host/model_program.h"
#include "tests/devices_host/model_tasks.h"
#include "tests/support/file_text.h"

namespace aclprof {
namespace {

constexpr int kRuns = 5;

class ModelRecordsTest : public HostFixture {
 protected:
  static std::vector<aclprofx_api> CallsOf(SessionReader& session, const std::string& name) {
    auto calls = PayloadsOf<aclprofx_api>(session, ACLPROFX_KIND_API, -1);
    std::erase_if(calls, [&](const auto& call) { return session.String(call.name) != name; });
    return calls;
  }
};

TEST_F(ModelRecordsTest, EveryStepIsOneTaskInsideTheSpanOfItsCall) {
  const uint32_t model = Loaded(SmallNetwork());  // before aclprofInit
  Buffers buffers(128, 3);
  RunningSession running({0}, kTasksAndCalls);
  for (int i = 0; i < kRuns; ++i) ASSERT_EQ(buffers.Run(model), ACL_SUCCESS);
  const auto session = running.Stop();

  const std::vector<std::string> names = {"conv", "relu", "pool", "flat"};
  const Tasks tasks = TasksOf(*session, 0);
  const auto calls = CallsOf(*session, "aclmdlExecute");
  ASSERT_EQ(tasks.size(), kRuns * names.size());
  ASSERT_EQ(calls.size(), static_cast<size_t>(kRuns));
  for (size_t i = 0; i < tasks.size(); ++i) {
    const aclprofx_api& call = calls[i / names.size()];
    ASSERT_NE(session->Op(tasks[i].task.op), nullptr);
    EXPECT_EQ(session->String(session->Op(tasks[i].task.op)->name), names[i % names.size()]);
    EXPECT_EQ(tasks[i].model_id, model);
    EXPECT_EQ(tasks[i].connection_id, call.connection_id);
    EXPECT_GE(tasks[i].task.start, call.start);
    EXPECT_LE(EndOf(tasks[i].task), call.start + call.duration);
  }
  ExpectApart(tasks);
  ExpectNothingLost(*session);
}

// The cells of a line; a comma between quotes belongs to its cell.
std::vector<std::string> CellsOf(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted)
      cells.emplace_back();
    else if (c != '"')
      cells.back() += c;
  }
  return cells;
}

TEST_F(ModelRecordsTest, TheExportedSummaryKnowsEverythingOfAnOperator) {
  const uint32_t model = Loaded(SmallNetwork());
  Buffers buffers(128, 3);
  RunningSession running({0}, kTasksAndCalls);
  ASSERT_EQ(buffers.Run(model), ACL_SUCCESS);
  const auto session = running.Stop();
  ExportOptions options;
  options.directory = running.base() + "/out";
  options.stamp = "now";
  ExportReport report;
  const Status exported = ExportSession(session.get(), options, &report);
  ASSERT_TRUE(exported.ok()) << exported.ToString();
  EXPECT_EQ(report.operators, 4u);

  std::istringstream lines(TextOfFile(options.directory + "/op_summary_now.csv"));
  std::string header, line;
  std::getline(lines, header);
  std::vector<std::vector<std::string>> rows;
  while (std::getline(lines, line)) rows.push_back(CellsOf(line));
  ASSERT_EQ(rows.size(), 4u);
  const std::vector<std::string> conv = {"conv", "Conv", "static", "AI_CORE"};
  EXPECT_EQ(std::vector<std::string>(rows[0].begin() + 4, rows[0].begin() + 8), conv);
  const std::vector<std::string> shapes = {"N/A",         "N/A",       "N/A",     "1,2,8,8;3,2,3,3",
                                           "FLOAT;FLOAT", "NCHW;NCHW", "1,3,6,6", "FLOAT",
                                           "NCHW"};
  EXPECT_EQ(std::vector<std::string>(rows[0].begin() + 11, rows[0].begin() + 20), shapes);
  EXPECT_EQ(rows[3][14], "1,3,1,1");
  EXPECT_EQ(rows[3][16], "ND");
  EXPECT_EQ(rows[3][17], "1,3");
  for (const auto& row : rows) EXPECT_EQ(row[1], std::to_string(model));
}

TEST_F(ModelRecordsTest, LoadingIsARecordOfItsThread) {
  RunningSession running({0}, kTasksAndCalls);
  const uint32_t model = Loaded(SumAndRelu());
  const auto session = running.Stop();
  const auto loads = PayloadsOf<aclprofx_model_load>(*session, ACLPROFX_KIND_MODEL_LOAD, -1);
  const auto calls = CallsOf(*session, "aclmdlLoadFromMem");
  ASSERT_EQ(loads.size(), 1u);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(session->String(loads[0].name), "sum_and_relu");
  EXPECT_EQ(loads[0].model_id, model);
  EXPECT_EQ(loads[0].device_id, 0u);
  EXPECT_EQ(loads[0].thread_id, calls[0].thread_id);
  EXPECT_GE(loads[0].start, calls[0].start);
  EXPECT_LE(loads[0].start + loads[0].duration, calls[0].start + calls[0].duration);
}

TEST_F(ModelRecordsTest, AModelsMemoryIsRecordedAsTheEngines) {
  RunningSession running({0}, ACL_PROF_TASK_MEMORY);
  ASSERT_EQ(aclmdlUnload(Loaded(SumAndRelu())), ACL_SUCCESS);
  const auto session = running.Stop();
  const auto changes = PayloadsOf<aclprofx_memory>(*session, ACLPROFX_KIND_MEMORY, 0);
  ASSERT_EQ(changes.size(), 4u);  // weights and workspace, there and back
  int64_t total = 0;
  for (const aclprofx_memory& change : changes) {
    EXPECT_EQ(session->String(change.component), "GE");
    EXPECT_EQ(session->String(change.op_name), "sum_and_relu");
    total += change.bytes;
  }
  EXPECT_EQ(total, 0);
}

// However often it is loaded: what is known of an operator is there once.
TEST_F(ModelRecordsTest, AModelLoadedAgainHasTheOperatorsThatAreThere) {
  RunningSession running({0}, ACL_PROF_TASK_TIME);
  Buffers buffers(4, 4);
  for (int i = 0; i < 10; ++i) {
    const uint32_t model = Loaded(SumAndRelu());
    ASSERT_EQ(buffers.Run(model), ACL_SUCCESS);
    ASSERT_EQ(aclmdlUnload(model), ACL_SUCCESS);
  }
  const auto session = running.Stop();
  std::set<uint32_t> operators;
  for (const auto& task :
       PayloadsOf<aclprofx_task_linked>(*session, ACLPROFX_KIND_TASK_LINKED, 0)) {
    if (task.task.op != 0) operators.insert(task.task.op);
  }
  EXPECT_EQ(operators.size(), 2u);
}

// A name with what no terminal and no table should get.
TEST_F(ModelRecordsTest, NamesOfOperatorsAreText) {
  OnnxBuilder builder;
  builder.Input("x", ElementType::kFloat, {4}).Output("y", ElementType::kFloat, {4});
  builder.Node("Relu", "re\x1b[2J\nlu\xff", {"x"}, {"y"});
  RunningSession running({0}, ACL_PROF_TASK_TIME);
  ASSERT_EQ(Buffers(4, 4).Run(Loaded(builder)), ACL_SUCCESS);
  const auto session = running.Stop();
  std::set<std::string> names;
  for (const auto& task :
       PayloadsOf<aclprofx_task_linked>(*session, ACLPROFX_KIND_TASK_LINKED, 0)) {
    if (task.task.op != 0) names.emplace(session->String(session->Op(task.task.op)->name));
  }
  EXPECT_EQ(names, std::set<std::string>{"re\\x1b[2J\\x0alu\\xff"});
}

TEST_F(ModelRecordsTest, RunsOnTwoStreamsNeverOverlap) {
  const uint32_t model = Loaded(LongChain(20));
  const aclrtStream other = NewStream();
  Buffers one(64, 64), two(64, 64);
  RunningSession running({0}, kTasksAndCalls);
  for (int i = 0; i < kRuns; ++i) {
    ASSERT_EQ(one.Launch(model, stream), ACL_SUCCESS);
    ASSERT_EQ(two.Launch(model, other), ACL_SUCCESS);
  }
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  const auto session = running.Stop();
  const Tasks tasks = OperatorsOf(*session, 0);
  ASSERT_EQ(tasks.size(), 2u * kRuns * 20);
  ExpectApart(tasks);
  for (size_t i = 0; i < tasks.size(); ++i)  // a run's tasks are one behind the other
    EXPECT_EQ(tasks[i].connection_id, tasks[i / 20 * 20].connection_id);
}

TEST_F(ModelRecordsTest, StartDuringARunYieldsOnlyWhatCameAfter) {
  const uint32_t model = Loaded(LongChain(200));
  std::atomic<bool> enough{false};
  std::atomic<int> runs{0};
  std::thread runner([&] {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    Buffers buffers(64, 64);
    for (; !enough; ++runs) ASSERT_EQ(buffers.Run(model), ACL_SUCCESS);
  });
  const auto wait_for_runs = [&runs](int more) {
    for (const int from = runs; runs < from + more;) std::this_thread::yield();
  };
  wait_for_runs(2);
  const uint64_t before = aclprofx_ticks();
  RunningSession running({0}, kTasksAndCalls);
  wait_for_runs(3);
  const auto session = running.Stop();
  enough = true;
  runner.join();
  const Tasks tasks = OperatorsOf(*session, 0);
  EXPECT_GE(tasks.size(), 400u);
  for (const auto& task : tasks) EXPECT_GE(task.task.start, before);
  ExpectNothingLost(*session);
}

// A host function that began before the start is not of the session either.
TEST_F(ModelRecordsTest, ATaskThatBeganBeforeTheStartIsNotRecorded) {
  gate.Close(stream);
  gate.WaitUntilEntered();
  RunningSession running({0}, kTasksAndCalls);
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_TRUE(TasksOf(*running.Stop(), 0).empty());
}

}  // namespace
}  // namespace aclprof
