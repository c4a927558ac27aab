// make_models.cc: writes the example models and two inputs for each.
//
//   make_models DIR      DIR/<model>.onnx, DIR/<model>.input0, DIR/<model>.input1 for resnet18, mobilenet_v2 and
//                        transformer_encoder; some 65 MB
#include <cstdio>
#include <fstream>
#include <string>

#include "examples/models/example_models.h"

namespace {

bool Write(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) std::fprintf(stderr, "%s: can't be written\n", path.c_str());
  return !file.fail();
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
  for (const aclprof::ExampleModel& model : aclprof::ExampleModels())
    if (!WriteModel(model, argv[1])) return 1;
  return 0;
}
