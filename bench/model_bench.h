// model_bench.h: what benches of a user's program share: MODEL INPUT [PAIRS [RUNS]], and the model on device 0.
//
// Errors   as the examples: 0, or 1 after a line on stderr.
#pragma once

#include <acl/acl.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include "../examples/model_buffers.h"

struct ModelBench {
  ModelBuffers model;
  size_t pairs;
  size_t runs;  // on each side of a pair
};

inline size_t CountOr(int argc, char** argv, int at, size_t otherwise) {
  return argc > at ? static_cast<size_t>(std::max(1, std::atoi(argv[at]))) : otherwise;
}

// Loads the model, measures, and gives everything back.
template <typename Measure>
int WithModel(int argc, char** argv, size_t pairs, size_t runs, Measure measure) {
  ModelBench bench{{}, CountOr(argc, argv, 3, pairs), CountOr(argc, argv, 4, runs)};
  CHECK(aclInit(nullptr));
  CHECK(aclrtSetDevice(0));
  if (LoadModel(argv[1], &bench.model) != 0 || SetInput(bench.model, 0, argv[2]) != 0) return 1;
  if (measure(bench) != 0) return 1;
  if (UnloadModel(bench.model) != 0) return 1;
  CHECK(aclrtResetDevice(0));
  CHECK(aclFinalize());
  return 0;
}
