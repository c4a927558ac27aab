// two_models.cc: two models, each on two devices, each in a profiling session of its own.
//
//   two_models DIR MODEL1 INPUT1 MODEL2 INPUT2
//
// Writes below DIR; an INPUT is a file with the bytes of the model's one input (make_models writes models and inputs);
// needs 3 devices. The first session is of devices 0 and 1, the second of 1 and 2: a device can be in one session at a
// time, so the first is stopped before the second starts. Nothing but AscendCL is used.
#include <acl/acl.h>
#include <acl/acl_prof.h>

#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "check.h"
#include "model_buffers.h"

namespace {

constexpr int kRuns = 10;

struct Placed {
  int32_t device;
  ModelBuffers model;
};

int Run(const ModelBuffers& model) {
  for (int run = 0; run < kRuns; ++run)
    CHECK(aclmdlExecute(model.model, model.inputs, model.outputs));
  return 0;
}

// On a thread of its own, as programs do that keep several devices busy.
int LoadAndRun(const char* path, const char* input, Placed* placed) {
  CHECK(aclrtSetDevice(placed->device));
  if (LoadModel(path, &placed->model) != 0) return 1;
  if (SetInput(placed->model, 0, input) != 0) return 1;
  return Run(placed->model);
}

int OnAllDevices(const char* path, const char* input, std::vector<Placed>* all) {
  std::vector<std::thread> threads;
  std::vector<int> failed(all->size());
  for (size_t i = 0; i < all->size(); ++i)
    threads.emplace_back([&, i] { failed[i] = LoadAndRun(path, input, &(*all)[i]); });
  for (std::thread& thread : threads) thread.join();
  for (const int code : failed)
    if (code != 0) return code;
  return 0;
}

int Session(const char* path, const char* input, std::vector<Placed>* all) {
  std::vector<uint32_t> devices;
  for (const Placed& placed : *all) devices.push_back(static_cast<uint32_t>(placed.device));
  aclprofConfig* config =
      aclprofCreateConfig(devices.data(), static_cast<uint32_t>(devices.size()), ACL_AICORE_NONE,
                          nullptr, ACL_PROF_ACL_API | ACL_PROF_TASK_TIME);
  if (config == nullptr) return 1;
  CHECK(aclprofStart(config));
  if (OnAllDevices(path, input, all) != 0) return 1;
  CHECK(aclprofStop(config));  // the session's records are on disk
  CHECK(aclprofDestroyConfig(config));
  return 0;
}

// Work that nobody profiles any more.
int WorkOn(const Placed& placed) {
  CHECK(aclrtSetDevice(placed.device));
  return Run(placed.model);
}

int Clear(const Placed& placed) {
  CHECK(aclrtSetDevice(placed.device));
  if (UnloadModel(placed.model) != 0) return 1;
  return 0;
}

int Main(char** arguments) {
  std::vector<Placed> first = {{0, {}}, {1, {}}}, second = {{1, {}}, {2, {}}};
  CHECK(aclInit(nullptr));
  CHECK(aclprofInit(arguments[0], std::strlen(arguments[0])));
  if (Session(arguments[1], arguments[2], &first) != 0) return 1;
  if (Session(arguments[3], arguments[4], &second) != 0) return 1;
  CHECK(aclprofFinalize());

  if (WorkOn(first[0]) != 0 || WorkOn(second[1]) != 0) return 1;
  for (const std::vector<Placed>* all : {&first, &second})
    for (const Placed& placed : *all)
      if (Clear(placed) != 0) return 1;
  for (int32_t device = 0; device < 3; ++device) CHECK(aclrtResetDeviceForce(device));
  CHECK(aclFinalize());  // 0: the run is complete
  std::printf("%s and %s: %d runs on each of two devices, profiled; see %s\n", arguments[1],
              arguments[3], kRuns, arguments[0]);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 6) return Main(argv + 1);
  std::fprintf(stderr, "two_models DIR MODEL1 INPUT1 MODEL2 INPUT2\n");
  return 2;
}
