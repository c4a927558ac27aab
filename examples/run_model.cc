// run_model.cc: one run of any model.
//
//   run_model [--device N] [--profile DIR] MODEL [INPUT... OUTPUT]
//
// INPUT... are files with the bytes of the model's inputs in order; OUTPUT receives those of its outputs, one behind the
// other. Without them the inputs are zeros and the outputs are not kept. With --profile the load and the run are a
// profiling session below DIR. Prints what the model takes and gives; and on stderr which dimensions the file leaves open.
#include <acl/acl.h>
#include <acl/acl_prof.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include "check.h"
#include "model_buffers.h"

namespace {

struct Options {
  int32_t device = 0;
  std::string profile;
  std::string model;
  std::vector<std::string> files;  // inputs, and the output
};

constexpr char kUsage[] = "run_model [--device N] [--profile DIR] MODEL [INPUT... OUTPUT]\n";

bool Wrong(const std::string& what) {
  std::fprintf(stderr, "run_model: %s\n%s", what.c_str(), kUsage);
  return false;
}

bool ReadDevice(const std::string& text, int32_t* device) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, *device);
  if (error == std::errc() && stop == end && *device >= 0) return true;
  return Wrong("--device " + text + ": not the number of a device");
}

// Options may stand anywhere before a "--".
bool Parse(const std::vector<std::string>& arguments, Options* options) {
  bool ended = false;
  for (size_t at = 0; at < arguments.size(); ++at) {
    const std::string& argument = arguments[at];
    if (ended || argument.rfind("--", 0) != 0) {
      options->files.push_back(argument);
    } else if (argument == "--") {
      ended = true;
    } else if (argument != "--device" && argument != "--profile") {
      return Wrong("there is no option " + argument);
    } else if (++at == arguments.size()) {
      return Wrong(arguments.back() + " needs a value");
    } else if (argument == "--profile") {
      options->profile = arguments[at];
    } else if (!ReadDevice(arguments[at], &options->device)) {
      return false;
    }
  }
  if (options->files.empty()) return Wrong("no MODEL is named");
  options->model = options->files.front();
  options->files.erase(options->files.begin());
  return true;
}

void Print(const char* what, const char* name, const aclmdlIODims& dims, aclDataType type) {
  std::printf("%s %s: data type %d, shape", what, name, type);
  for (size_t i = 0; i < dims.dimCount; ++i)
    std::printf("%s%lld", i == 0 ? " " : ",", static_cast<long long>(dims.dims[i]));
  std::printf("\n");
}

int Describe(const aclmdlDesc* model, size_t inputs, size_t outputs) {
  aclmdlIODims dims;
  for (size_t i = 0; i < inputs; ++i) {
    CHECK(aclmdlGetInputDims(model, i, &dims));
    Print("input", aclmdlGetInputNameByIndex(model, i), dims, aclmdlGetInputDataType(model, i));
  }
  for (size_t i = 0; i < outputs; ++i) {
    CHECK(aclmdlGetOutputDims(model, i, &dims));
    Print("output", aclmdlGetOutputNameByIndex(model, i), dims, aclmdlGetOutputDataType(model, i));
  }
  return 0;
}

int SetInputs(const ModelBuffers& model, size_t inputs, const std::vector<std::string>& files) {
  if (files.size() != inputs + 1) {
    std::fprintf(stderr, "the model has %zu inputs, and one more file is the output\n", inputs);
    return 1;
  }
  for (size_t i = 0; i < inputs; ++i)
    if (SetInput(model, i, files[i]) != 0) return 1;
  return 0;
}

int WriteOutputs(const ModelBuffers& model, size_t outputs, const std::string& path) {
  std::vector<char> all, bytes;
  for (size_t i = 0; i < outputs; ++i) {
    if (GetOutput(model, i, &bytes) != 0) return 1;
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return WriteFile(path, {all.data(), all.size()});
}

int RunOnce(const Options& options) {
  ModelBuffers model;
  if (LoadModel(options.model.c_str(), &model) != 0) return 1;
  if (const char* warning = aclGetRecentErrMsg()) std::fprintf(stderr, "%s\n", warning);
  const size_t inputs = aclmdlGetNumInputs(model.description);
  const size_t outputs = aclmdlGetNumOutputs(model.description);
  if (Describe(model.description, inputs, outputs) != 0) return 1;
  const bool files = !options.files.empty();
  if (files && SetInputs(model, inputs, options.files) != 0) return 1;
  CHECK(aclmdlExecute(model.model, model.inputs, model.outputs));
  if (files && WriteOutputs(model, outputs, options.files.back()) != 0) return 1;
  return UnloadModel(model);
}

int RunProfiled(const Options& options) {
  uint32_t devices[] = {static_cast<uint32_t>(options.device)};
  CHECK(aclprofInit(options.profile.c_str(), options.profile.size()));
  aclprofConfig* config = aclprofCreateConfig(devices, 1, ACL_AICORE_NONE, nullptr,
                                              ACL_PROF_ACL_API | ACL_PROF_TASK_TIME);
  if (config == nullptr) return 1;
  CHECK(aclprofStart(config));
  if (RunOnce(options) != 0) return 1;
  CHECK(aclprofStop(config));
  CHECK(aclprofDestroyConfig(config));
  CHECK(aclprofFinalize());
  return 0;
}

int Main(const Options& options) {
  CHECK(aclInit(nullptr));
  CHECK(aclrtSetDevice(options.device));
  if ((options.profile.empty() ? RunOnce(options) : RunProfiled(options)) != 0) return 1;
  CHECK(aclrtResetDevice(options.device));
  CHECK(aclFinalize());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end()) {
    std::printf("%s", kUsage);
    return 0;
  }
  Options options;
  return Parse(arguments, &options) ? Main(options) : 2;
}
