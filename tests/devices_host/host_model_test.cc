// Models on the host device: results, descriptions, turns, memory, unloading.

#include <atomic>
#include <memory>
#include <thread>

#include "tests/devices_host/host_fixture.h"
#include "tests/devices_host/model_program.h"
#include "tests/support/file_text.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {
namespace {

class HostModelTest : public HostFixture {};

TEST_F(HostModelTest, AModelComputesWhatItsNodesSay) {
  const uint32_t model = Loaded(SumAndRelu());
  Buffers buffers(4, 4);
  buffers.input.Set(0, {1, 2, -3, 0.5f});
  ASSERT_EQ(buffers.Run(model), ACL_SUCCESS) << TakeErrorText();
  EXPECT_EQ(buffers.output.Get(0), (std::vector<float>{2, 1, 0, 0}));
}

TEST_F(HostModelTest, OutputsAreTheSameOnAllDevices) {
  std::vector<std::vector<float>> results;
  for (int32_t device = 0; device < 4; ++device) {
    ASSERT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
    const uint32_t model = Loaded(SmallNetwork());
    Buffers buffers(128, 3);
    ASSERT_EQ(buffers.Run(model), ACL_SUCCESS) << TakeErrorText();
    results.push_back(buffers.output.Get(0));
  }
  for (const auto& result : results) EXPECT_EQ(result, results[0]);
  EXPECT_NE(results[0], std::vector<float>(3, 0));
}

TEST_F(HostModelTest, TheDescriptionTellsInputsAndOutputs) {
  aclmdlDesc* desc = aclmdlCreateDesc();
  ASSERT_EQ(aclmdlGetDesc(desc, Loaded(SmallNetwork())), ACL_SUCCESS);
  EXPECT_EQ(aclmdlGetNumInputs(desc), 1u);
  EXPECT_EQ(aclmdlGetNumOutputs(desc), 1u);
  EXPECT_EQ(aclmdlGetInputSizeByIndex(desc, 0), 512u);
  EXPECT_EQ(aclmdlGetOutputSizeByIndex(desc, 0), 12u);
  EXPECT_STREQ(aclmdlGetInputNameByIndex(desc, 0), "image");
  EXPECT_STREQ(aclmdlGetOutputNameByIndex(desc, 0), "scores");
  EXPECT_EQ(aclmdlGetInputDataType(desc, 0), ACL_FLOAT);
  EXPECT_EQ(aclmdlGetOutputDataType(desc, 0), ACL_FLOAT);
  EXPECT_EQ(aclmdlGetInputFormat(desc, 0), ACL_FORMAT_NCHW);
  EXPECT_EQ(aclmdlGetOutputFormat(desc, 0), ACL_FORMAT_ND);
  aclmdlIODims dims{};
  ASSERT_EQ(aclmdlGetInputDims(desc, 0, &dims), ACL_SUCCESS);
  EXPECT_STREQ(dims.name, "image");
  EXPECT_EQ(std::vector<int64_t>(dims.dims, dims.dims + dims.dimCount),
            (std::vector<int64_t>{1, 2, 8, 8}));
  ASSERT_EQ(aclmdlGetOutputDims(desc, 0, &dims), ACL_SUCCESS);
  EXPECT_EQ(dims.dimCount, 2u);
  EXPECT_EQ(aclmdlDestroyDesc(desc), ACL_SUCCESS);
}

TEST_F(HostModelTest, ATensorNameThatIsTooLongIsCut) {
  const std::string name(300, 'n');
  OnnxBuilder builder;
  builder.Input(name, ElementType::kFloat, {1}).Output("y", ElementType::kFloat, {1});
  builder.Node("Relu", "relu", {name}, {"y"});
  aclmdlDesc* desc = aclmdlCreateDesc();
  ASSERT_EQ(aclmdlGetDesc(desc, Loaded(builder)), ACL_SUCCESS);
  aclmdlIODims dims{};
  ASSERT_EQ(aclmdlGetInputDims(desc, 0, &dims), ACL_SUCCESS);
  EXPECT_EQ(dims.name, std::string(ACL_MAX_TENSOR_NAME_LEN - 1, 'n'));
  EXPECT_EQ(aclmdlGetInputNameByIndex(desc, 0), name);
  EXPECT_EQ(aclmdlDestroyDesc(desc), ACL_SUCCESS);
}

TEST_F(HostModelTest, AFileRunsLikeItsBytes) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/model.onnx";
  WriteFile(path, SumAndRelu().Bytes());
  uint32_t model = 0;
  ASSERT_EQ(aclmdlLoadFromFile(path.c_str(), &model), ACL_SUCCESS) << TakeErrorText();
  Buffers buffers(4, 4);
  ASSERT_EQ(buffers.Run(model), ACL_SUCCESS);
  EXPECT_EQ(buffers.output.Get(0), (std::vector<float>{2, 0, 2, 0}));
}

TEST_F(HostModelTest, AModelWorksInTheMemoryOfItsCaller) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/model.onnx";
  WriteFile(path, SmallNetwork().Bytes());
  size_t work = 0, weights = 0;
  ASSERT_EQ(aclmdlQuerySize(path.c_str(), &work, &weights), ACL_SUCCESS);
  ASSERT_GT(work, 0u);
  ASSERT_GE(weights, 3 * 2 * 3 * 3 * sizeof(float));
  Buffers own(128, 3), callers(128, 3);
  ASSERT_EQ(own.Run(Loaded(SmallNetwork())), ACL_SUCCESS);

  Dataset memory;
  memory.Add(work).Add(weights);
  const size_t free = FreeBytes();
  uint32_t model = 0;
  ASSERT_EQ(
      aclmdlLoadFromFileWithMem(path.c_str(), &model, memory.At(0), work, memory.At(1), weights),
      ACL_SUCCESS)
      << TakeErrorText();
  EXPECT_EQ(FreeBytes(), free);
  ASSERT_EQ(callers.Run(model), ACL_SUCCESS);
  EXPECT_EQ(callers.output.Get(0), own.output.Get(0));
  EXPECT_EQ(aclmdlUnload(model), ACL_SUCCESS);
}

TEST_F(HostModelTest, MemoryIsTakenAtLoadAndGivenBackAtUnload) {
  Buffers buffers(128, 3);
  const size_t before = FreeBytes();
  const uint32_t model = Loaded(SmallNetwork());
  const size_t loaded = FreeBytes();
  EXPECT_LT(loaded, before);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(buffers.Run(model), ACL_SUCCESS);
  EXPECT_EQ(FreeBytes(), loaded);
  ASSERT_EQ(aclmdlUnload(model), ACL_SUCCESS);
  EXPECT_EQ(FreeBytes(), before);
}

// A convolution has its weights a second time, as oneDNN likes them.
TEST_F(HostModelTest, WeightsInAnotherLayoutAreCounted) {
  constexpr size_t kWeights = 64 * 64 * 9;
  OnnxBuilder builder;
  builder.Input("x", ElementType::kFloat, {1, 64, 8, 8}).Output("y");
  builder.Weight("w", {64, 64, 3, 3}, std::vector<float>(kWeights, 1));
  builder.Node("Conv", "conv", {"x", "w"}, {"y"});
  const size_t before = FreeBytes();
  const uint32_t model = Loaded(builder);
  EXPECT_GE(before - FreeBytes(), 2 * kWeights * sizeof(float));
  ASSERT_EQ(aclmdlUnload(model), ACL_SUCCESS);
  EXPECT_EQ(FreeBytes(), before);
}

TEST_F(HostModelTest, WhatTheFileLeavesOpenIsSaid) {
  OnnxBuilder builder;
  builder.Input("x", ElementType::kFloat, {4, OnnxBuilder::kOpen}).Output("y");
  builder.Node("Relu", "relu", {"x"}, {"y"});
  Loaded(builder);
  EXPECT_EQ(TakeErrorText(),
            "WK0001: aclmdlLoadFromMem: taken as 1, as the file leaves it open: "
            "dimension 1 ('N') of input 'x'");
}

// Rows of a table, by indices that only a run can know.
OnnxBuilder Lookup() {
  OnnxBuilder builder;
  builder.Name("lookup").Input("rows", ElementType::kInt32, {1});
  builder.Output("y", ElementType::kFloat, {1, 2}).Weight("table", {3, 2}, {1, 2, 3, 4, 5, 6});
  builder.Node("Gather", "take", {"table", "rows"}, {"taken"})
      .Node("Relu", "relu", {"taken"}, {"y"});
  return builder;
}

void SetRow(const Dataset& input, int32_t row) {
  ASSERT_EQ(aclrtMemcpy(input.At(0), sizeof(row), &row, sizeof(row), ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
}

TEST_F(HostModelTest, AStepThatFailsFailsItsRunAndNoOther) {
  const uint32_t model = Loaded(Lookup());
  Dataset input, output;
  input.Add(sizeof(int32_t));
  output.Add(2 * sizeof(float));
  SetRow(input, 3);
  EXPECT_EQ(aclmdlExecute(model, input.get(), output.get()), ACL_ERROR_RT_MODEL_EXECUTE);
  const std::string reason = TakeErrorText();
  EXPECT_NE(reason.find("node 'take' (Gather): index 3 at place 0 is outside of 3 elements"),
            std::string::npos)
      << reason;
  SetRow(input, 2);
  EXPECT_EQ(aclmdlExecute(model, input.get(), output.get()), ACL_SUCCESS);
  EXPECT_EQ(output.Get(0), (std::vector<float>{5, 6}));
}

TEST_F(HostModelTest, AFailureOfAnAsynchronousRunIsToldByTheNextWaitOnce) {
  const uint32_t model = Loaded(Lookup());
  Dataset input, output;
  input.Add(sizeof(int32_t));
  output.Add(2 * sizeof(float));
  SetRow(input, -4);
  ASSERT_EQ(aclmdlExecuteAsync(model, input.get(), output.get(), stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_MODEL_EXECUTE);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  ASSERT_EQ(aclmdlExecuteAsync(model, input.get(), output.get(), stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_MODEL_EXECUTE);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

// Each takes away the last chance to ask the stream.
TEST_F(HostModelTest, AFailureOfAnAsynchronousRunIsToldByWhatEndsItsStream) {
  const uint32_t model = Loaded(Lookup());
  Dataset input, output;
  input.Add(sizeof(int32_t));
  output.Add(2 * sizeof(float));
  SetRow(input, 3);
  const aclrtStream doomed = NewStream();
  ASSERT_EQ(aclmdlExecuteAsync(model, input.get(), output.get(), doomed), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(doomed), ACL_ERROR_RT_MODEL_EXECUTE);
  const std::string reason = TakeErrorText();
  EXPECT_NE(reason.find("it is done, and what ran there before failed: "), std::string::npos)
      << reason;
  EXPECT_NE(reason.find("node 'take' (Gather)"), std::string::npos) << reason;
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);

  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  ASSERT_EQ(aclmdlExecuteAsync(model, input.get(), output.get(), nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_ERROR_RT_MODEL_EXECUTE);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

TEST_F(HostModelTest, RunsOnTwoStreamsTakeTurnsAndHoldUpNobody) {
  const aclrtStream other = NewStream();
  const uint32_t model = Loaded(LongChain(50));
  std::vector<std::unique_ptr<Buffers>> runs;
  for (int i = 0; i < 20; ++i) {
    runs.push_back(std::make_unique<Buffers>(64, 64));
    runs.back()->input.Set(0, std::vector<float>(64, static_cast<float>(i)));
  }
  for (int i = 0; i < 20; ++i)
    ASSERT_EQ(runs[i]->Launch(model, i % 2 ? stream : other), ACL_SUCCESS) << TakeErrorText();
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(runs[i]->output.Get(0), std::vector<float>(64, static_cast<float>(i + 50)));
}

// What waits for its stream has not begun, and so does not have the model.
TEST_F(HostModelTest, ARunBehindAGateKeepsTheModelFromNobody) {
  const uint32_t model = Loaded(SumAndRelu());
  Buffers behind(4, 4), free(4, 4);
  gate.Close(stream);
  gate.WaitUntilEntered();
  ASSERT_EQ(behind.Launch(model, stream), ACL_SUCCESS);
  EXPECT_EQ(free.Run(model), ACL_SUCCESS);
  EXPECT_EQ(free.output.Get(0), (std::vector<float>{2, 0, 2, 0}));
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(behind.output.Get(0), (std::vector<float>{2, 0, 2, 0}));
}

TEST_F(HostModelTest, UnloadingWaitsForTheRunsThatWereLaunched) {
  const uint32_t model = Loaded(LongChain(50));
  std::vector<std::unique_ptr<Buffers>> runs;
  for (int i = 0; i < 10; ++i) {
    runs.push_back(std::make_unique<Buffers>(64, 64));
    ASSERT_EQ(runs.back()->Launch(model, stream), ACL_SUCCESS);
  }
  ASSERT_EQ(aclmdlUnload(model), ACL_SUCCESS);
  for (const auto& run : runs) EXPECT_EQ(run->output.Get(0), std::vector<float>(64, 51));
  EXPECT_EQ(runs[0]->Run(model), static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_ID_INVALID));
}

TEST_F(HostModelTest, DroppedRunsLeaveTheModelToOthers) {
  const uint32_t model = Loaded(LongChain(50));
  Buffers dropped(64, 64), kept(64, 64);
  const size_t free = FreeBytes();
  const aclrtStream doomed = NewStream();
  gate.Close(doomed);
  gate.WaitUntilEntered();
  ASSERT_EQ(dropped.Launch(model, doomed), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStreamForce(doomed), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(kept.Run(model), ACL_SUCCESS);
  EXPECT_EQ(aclmdlUnload(model), ACL_SUCCESS);
  EXPECT_GT(FreeBytes(), free);
}

// Streams that go by force in the midst of runs, whichever of them has the turn.
TEST_F(HostModelTest, StreamsMayGoByForceInTheMidstOfRuns) {
  const uint32_t model = Loaded(LongChain(200));
  Buffers buffers(64, 64), last(64, 64);
  for (int i = 0; i < 20; ++i) {
    const aclrtStream one = NewStream(), two = NewStream();
    ASSERT_EQ(buffers.Launch(model, one), ACL_SUCCESS);
    ASSERT_EQ(buffers.Launch(model, two), ACL_SUCCESS);
    ASSERT_EQ(aclrtDestroyStreamForce(i % 2 ? one : two), ACL_SUCCESS);
    ASSERT_EQ(aclrtDestroyStream(i % 2 ? two : one), ACL_SUCCESS);
  }
  ASSERT_EQ(last.Run(model), ACL_SUCCESS);
  EXPECT_EQ(last.output.Get(0), std::vector<float>(64, 201));
  EXPECT_EQ(aclmdlUnload(model), ACL_SUCCESS);
}

TEST_F(HostModelTest, IdsAreNeverUsedTwice) {
  const uint32_t first = Loaded(SumAndRelu());
  ASSERT_EQ(aclmdlUnload(first), ACL_SUCCESS);
  EXPECT_NE(Loaded(SumAndRelu()), first);
}

TEST_F(HostModelTest, AModelGoesWithItsDevice) {
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  const uint32_t model = Loaded(SumAndRelu());
  ASSERT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclmdlUnload(model), static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_ID_INVALID));
}

// The other thread has the default context, which it loads into until that is gone.
TEST_F(HostModelTest, AModelThatIsLoadedWhileItsDeviceGoesIsNotLeftBehind) {
  const std::string bytes = LongChain(50).Bytes();
  for (int i = 0; i < 30; ++i) {
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    std::atomic<bool> begun = false;
    std::vector<uint32_t> loaded;
    std::thread other([&] {
      aclError answer = aclrtSetDevice(1);
      uint32_t id = 0;
      while (answer == ACL_SUCCESS && (answer = LoadBytes(bytes, &id)) == ACL_SUCCESS) {
        loaded.push_back(id);
        begun = true;
      }
    });
    while (!begun) std::this_thread::yield();
    ASSERT_EQ(aclrtResetDeviceForce(1), ACL_SUCCESS);
    other.join();
    for (const uint32_t id : loaded)
      EXPECT_EQ(aclmdlUnload(id), static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_ID_INVALID));
  }
}

struct RunInside {
  Buffers* buffers;
  uint32_t model;
  aclError executed = 0;
  aclError unloaded = 0;
};

TEST_F(HostModelTest, AHostFunctionCantWaitForAModel) {
  Buffers buffers(4, 4);
  RunInside inside{&buffers, Loaded(SumAndRelu())};
  ASSERT_EQ(aclrtLaunchHostFunc(
                stream,
                [](void* argument) {
                  auto* run = static_cast<RunInside*>(argument);
                  run->executed = run->buffers->Run(run->model);
                  run->unloaded = aclmdlUnload(run->model);
                },
                &inside),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(inside.executed, ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(inside.unloaded, ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
}

}  // namespace
}  // namespace aclprof
