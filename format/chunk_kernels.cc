#include "format/chunk_kernels.h"

#include <vector>

#include "format/chunk_kernels_body.h"

namespace aclprof {

constexpr ChunkKernels kPortableKernels = MakeChunkKernels();

#if defined(__x86_64__)
namespace {

bool HasAvx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

}  // namespace
#endif

std::vector<const ChunkKernels*> UsableKernels() {
#if defined(__aarch64__)
  return {&kPortableKernels, &kWideKernels};  // NEON is part of the architecture
#elif defined(__x86_64__)
  std::vector<const ChunkKernels*> usable = {&kPortableKernels};
  if (__builtin_cpu_supports("avx2")) usable.push_back(&kWideKernels);
  if (HasAvx512()) usable.push_back(&kWidestKernels);
  return usable;
#else
  return {&kPortableKernels};
#endif
}

const ChunkKernels& Kernels() {
  static const ChunkKernels& widest = *UsableKernels().back();
  return widest;
}

}  // namespace aclprof
