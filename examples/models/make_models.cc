// make_models.cc: writes the example models and two inputs for each.
//
//   make_models DIR      makes DIR and in it DIR/<model>.onnx, DIR/<model>.input0, DIR/<model>.input1 for resnet18, mobilenet_v2 and
//                        transformer_encoder; some 65 MB
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

#include "examples/file_bytes.h"
#include "examples/models/example_models.h"

namespace {

bool MakeDirectory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) std::fprintf(stderr, "%s: %s\n", path.c_str(), error.message().c_str());
  return !error;
}

bool Write(const std::string& path, const std::string& bytes) {
  return WriteFile(path, bytes) == 0;
}

bool WriteModel(const aclprof::ExampleModel& model, const std::string& directory) {
  const std::string path = directory + "/" + model.name;
  return Write(path + ".onnx", model.bytes()) && Write(path + ".input0", model.input(0)) &&
         Write(path + ".input1", model.input(1));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "make_models DIR\n");
    return 2;
  }
  if (!MakeDirectory(argv[1])) return 1;
  for (const aclprof::ExampleModel& model : aclprof::ExampleModels())
    if (!WriteModel(model, argv[1])) return 1;
  return 0;
}
