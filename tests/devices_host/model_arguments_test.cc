// What models are refused for: the code of the call, a text, and nothing changed.

#include <unistd.h>

#include "tests/devices_host/host_fixture.h"
#include "tests/devices_host/model_program.h"
#include "tests/support/file_text.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {
namespace {

constexpr aclError kBadParameter = static_cast<aclError>(ACL_ERROR_GE_PARAM_INVALID);
constexpr aclError kBadPath = static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_PATH_INVALID);
constexpr aclError kNoModel = static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_ID_INVALID);
constexpr aclError kBadSize = static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_DATA_SIZE_INVALID);
constexpr aclError kBadAddress = static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_ADDR_INVALID);

struct Refusal {
  const char* call;
  std::function<aclError()> make;
  aclError code = ACL_ERROR_INVALID_PARAM;
  const char* text = "";  // a part of it
};

void ExpectRefused(const std::vector<Refusal>& refusals) {
  for (const Refusal& refusal : refusals) {
    (void)TakeErrorText();
    EXPECT_EQ(refusal.make(), refusal.code) << refusal.call << " " << refusal.text;
    const std::string text = TakeErrorText();
    EXPECT_NE(text.find(std::string(": ") + refusal.call + ": "), std::string::npos) << text;
    EXPECT_NE(text.find(refusal.text), std::string::npos) << text;
  }
}

class ModelArgumentsTest : public HostFixture {
 protected:
  uint32_t id = 0;
  size_t size = 0;
};

TEST_F(ModelArgumentsTest, WhatCantBeLoadedSaysWhy) {
  const TemporaryDirectory directory;
  const std::string good = SumAndRelu().Bytes();
  const std::string torn = good.substr(0, good.size() / 2);
  const std::string file = directory.path() + "/torn.onnx";
  WriteFile(file, torn);
  OnnxBuilder unknown = SumAndRelu();
  unknown.Node("Sorcery", "spell", {"y"}, {"z"});
  const std::string magic = unknown.Bytes();
  const std::string missing = directory.path() + "/none.onnx";
  ExpectRefused({
      {"aclmdlLoadFromFile", [&] { return aclmdlLoadFromFile(nullptr, &id); }},
      {"aclmdlLoadFromFile", [&] { return aclmdlLoadFromFile(file.c_str(), nullptr); }},
      {"aclmdlLoadFromFile", [&] { return aclmdlLoadFromFile(missing.c_str(), &id); }, kBadPath,
       "none.onnx"},
      {"aclmdlLoadFromFile", [&] { return aclmdlLoadFromFile("", &id); }, kBadPath},
      {"aclmdlLoadFromFile", [&] { return aclmdlLoadFromFile(directory.path().c_str(), &id); },
       kBadPath, "not a file"},
      {"aclmdlLoadFromFile", [&] { return aclmdlLoadFromFile(file.c_str(), &id); }, kBadSize,
       "byte"},
      {"aclmdlLoadFromMem", [&] { return aclmdlLoadFromMem(nullptr, 4, &id); }},
      {"aclmdlLoadFromMem", [&] { return aclmdlLoadFromMem(good.data(), 0, &id); }},
      {"aclmdlLoadFromMem", [&] { return aclmdlLoadFromMem(good.data(), good.size(), nullptr); }},
      {"aclmdlLoadFromMem", [&] { return LoadBytes(torn, &id); }, kBadSize, "byte"},
      {"aclmdlLoadFromMem", [&] { return LoadBytes(magic, &id); }, kBadParameter, "spell"},
      {"aclmdlQuerySize", [&] { return aclmdlQuerySize(nullptr, &size, &size); }},
      {"aclmdlQuerySize", [&] { return aclmdlQuerySize(file.c_str(), nullptr, &size); }},
      {"aclmdlQuerySize", [&] { return aclmdlQuerySize(file.c_str(), &size, nullptr); }},
      {"aclmdlQuerySize", [&] { return aclmdlQuerySize(missing.c_str(), &size, &size); }, kBadPath},
      {"aclmdlQuerySize", [&] { return aclmdlQuerySize(file.c_str(), &size, &size); }, kBadSize},
      {"aclmdlUnload", [&] { return aclmdlUnload(id); }, kNoModel},
  });
  EXPECT_EQ(id, 0u);
}

TEST_F(ModelArgumentsTest, MemoryOfTheCallerMustFit) {
  const std::string bytes = SmallNetwork().Bytes();
  constexpr size_t kPlenty = 1 << 16;
  Dataset memory;
  memory.Add(kPlenty).Add(kPlenty);
  auto* work = static_cast<char*>(memory.At(0));
  auto* weights = static_cast<char*>(memory.At(1));
  std::vector<char> host(kPlenty + 64);
  void* aligned = host.data() + 64 - reinterpret_cast<uintptr_t>(host.data()) % 64;
  const auto load = [&](void* work_at, size_t work_size, void* weights_at, size_t weights_size) {
    return aclmdlLoadFromMemWithMem(bytes.data(), bytes.size(), &id, work_at, work_size, weights_at,
                                    weights_size);
  };
  const size_t free = FreeBytes();
  const char* call = "aclmdlLoadFromMemWithMem";
  ExpectRefused({
      {call, [&] { return load(work, 1, weights, kPlenty); }, kBadSize, "workPtr"},
      {call, [&] { return load(work, kPlenty, weights, 1); }, kBadSize, "weightPtr"},
      {call, [&] { return load(work + 4, kPlenty - 4, weights, kPlenty); }, kBadAddress, "workPtr"},
      {call, [&] { return load(work, kPlenty, weights + 4, kPlenty - 4); }, kBadAddress},
      {call, [&] { return load(aligned, kPlenty, weights, kPlenty); },
       ACL_ERROR_RT_INVALID_MEMORY_TYPE, "workPtr"},
      {call, [&] { return load(work, kPlenty + 1, weights, kPlenty); }, ACL_ERROR_RT_PARAM_INVALID},
  });
  EXPECT_EQ(FreeBytes(), free);
  ASSERT_EQ(load(work, kPlenty, nullptr, 0), ACL_SUCCESS);  // weights of its own
  EXPECT_LT(FreeBytes(), free);
}

TEST_F(ModelArgumentsTest, WhatCantRunIsRefusedBeforeItIsLaunched) {
  const uint32_t model = Loaded(SumAndRelu());
  Dataset input, output, small, empty, two, host, beyond, odd, hollow;
  input.Add(16), output.Add(16), small.Add(12), two.Add(16).Add(16);
  std::vector<float> pageable(4);
  host.AddAt(pageable.data(), 16);
  host.LeaveMemory();
  beyond.AddAt(static_cast<char*>(input.At(0)) + 8, 16), beyond.LeaveMemory();
  odd.AddAt(static_cast<char*>(two.At(0)) + 2, 16), odd.LeaveMemory();
  hollow.AddAt(nullptr, 16), hollow.LeaveMemory();
  aclmdlDataset* gone = aclmdlCreateDataset();
  ASSERT_EQ(aclmdlDestroyDataset(gone), ACL_SUCCESS);
  const auto run = [&](uint32_t which, const Dataset& from, const Dataset& to) {
    return aclmdlExecuteAsync(which, from.get(), to.get(), stream);
  };
  const char* call = "aclmdlExecuteAsync";
  ExpectRefused({
      {"aclmdlExecute", [&] { return aclmdlExecute(model, nullptr, output.get()); }},
      {"aclmdlExecute", [&] { return aclmdlExecute(model, input.get(), nullptr); }},
      {"aclmdlExecute", [&] { return aclmdlExecute(9999, input.get(), output.get()); }, kNoModel},
      {call, [&] { return aclmdlExecuteAsync(model, nullptr, output.get(), stream); }},
      {call, [&] { return aclmdlExecuteAsync(model, gone, output.get(), stream); },
       ACL_ERROR_RT_INVALID_HANDLE},
      {call, [&] { return aclmdlExecuteAsync(model, input.get(), output.get(), gone); },
       ACL_ERROR_RT_INVALID_HANDLE},
      {call, [&] { return run(9999, input, output); }, kNoModel},
      {call, [&] { return run(model, empty, output); }, kBadParameter, "0 input buffers"},
      {call, [&] { return run(model, two, output); }, kBadParameter, "2 input buffers"},
      {call, [&] { return run(model, small, output); }, kBadParameter, "input 0"},
      {call, [&] { return run(model, input, small); }, kBadParameter, "output 0"},
      {call, [&] { return run(model, input, input); }, kBadParameter, "overlaps"},
      {call, [&] { return run(model, hollow, output); }, ACL_ERROR_INVALID_PARAM, "input 0"},
      {call, [&] { return run(model, host, output); }, ACL_ERROR_RT_INVALID_MEMORY_TYPE},
      {call, [&] { return run(model, beyond, output); }, ACL_ERROR_RT_PARAM_INVALID},
      {call, [&] { return run(model, odd, output); }, ACL_ERROR_RT_ADDR_UNALIGNED},
  });
  EXPECT_TRUE(Idle(stream));
}

TEST_F(ModelArgumentsTest, AModelRunsOnItsOwnDeviceAlone) {
  const uint32_t model = Loaded(SumAndRelu());
  Buffers buffers(4, 4);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ExpectRefused({{"aclmdlExecute", [&] { return buffers.Run(model); }, ACL_ERROR_RESOURCE_NOT_MATCH,
                  "device 0"}});
}

TEST_F(ModelArgumentsTest, DescriptionsAndDatasetsMustBeThere) {
  aclmdlDesc* desc = aclmdlCreateDesc();
  aclmdlIODims dims{};
  Dataset dataset;
  ExpectRefused({
      {"aclmdlGetDesc", [&] { return aclmdlGetDesc(nullptr, 1); }},
      {"aclmdlGetDesc", [&] { return aclmdlGetDesc(desc, 9999); }, kNoModel},
      {"aclmdlDestroyDesc", [&] { return aclmdlDestroyDesc(nullptr); }},
      {"aclmdlGetInputDims", [&] { return aclmdlGetInputDims(desc, 0, nullptr); }},
      {"aclmdlGetInputDims", [&] { return aclmdlGetInputDims(nullptr, 0, &dims); }},
      {"aclmdlGetOutputDims", [&] { return aclmdlGetOutputDims(desc, 0, &dims); },
       ACL_ERROR_INVALID_PARAM, "no output 0"},
      {"aclmdlDestroyDataset", [&] { return aclmdlDestroyDataset(nullptr); }},
      {"aclmdlAddDatasetBuffer", [&] { return aclmdlAddDatasetBuffer(nullptr, nullptr); }},
      {"aclmdlAddDatasetBuffer", [&] { return aclmdlAddDatasetBuffer(dataset.get(), nullptr); }},
  });
  ASSERT_EQ(aclmdlDestroyDesc(desc), ACL_SUCCESS);
  ExpectRefused({{"aclmdlDestroyDesc", [&] { return aclmdlDestroyDesc(desc); },
                  ACL_ERROR_RT_INVALID_HANDLE}});
}

TEST_F(ModelArgumentsTest, GettersWithoutAnErrorGiveTheirFailureValue) {
  for (aclmdlDesc* desc : {static_cast<aclmdlDesc*>(nullptr), aclmdlCreateDesc()}) {
    EXPECT_EQ(aclmdlGetNumInputs(desc), 0u);
    EXPECT_EQ(aclmdlGetNumOutputs(desc), 0u);
    EXPECT_EQ(aclmdlGetInputSizeByIndex(desc, 0), 0u);
    EXPECT_EQ(aclmdlGetOutputSizeByIndex(desc, 0), 0u);
    EXPECT_EQ(aclmdlGetInputDataType(desc, 0), ACL_DT_UNDEFINED);
    EXPECT_EQ(aclmdlGetOutputDataType(desc, 0), ACL_DT_UNDEFINED);
    EXPECT_EQ(aclmdlGetInputFormat(desc, 0), ACL_FORMAT_UNDEFINED);
    EXPECT_EQ(aclmdlGetOutputFormat(desc, 0), ACL_FORMAT_UNDEFINED);
    EXPECT_EQ(aclmdlGetInputNameByIndex(desc, 0), nullptr);
    EXPECT_EQ(aclmdlGetOutputNameByIndex(desc, 0), nullptr);
  }
  EXPECT_EQ(aclmdlGetDatasetNumBuffers(nullptr), 0u);
  EXPECT_EQ(aclmdlGetDatasetBuffer(nullptr, 0), nullptr);
  Dataset dataset;
  dataset.Add(16);
  EXPECT_EQ(aclmdlGetDatasetNumBuffers(dataset.get()), 1u);
  EXPECT_NE(aclmdlGetDatasetBuffer(dataset.get(), 0), nullptr);
  EXPECT_EQ(aclmdlGetDatasetBuffer(dataset.get(), 1), nullptr);
}

TEST(ModelWithoutDeviceTest, AThreadWithoutADeviceLoadsNothing) {
  const std::string bytes = SumAndRelu().Bytes();
  uint32_t id = 0;
  EXPECT_EQ(LoadBytes(bytes, &id), ACL_ERROR_RT_CONTEXT_NULL);
}

}  // namespace
}  // namespace aclprof
