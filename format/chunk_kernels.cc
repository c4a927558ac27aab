#include "format/chunk_kernels.h"

#include <vector>

#include "format/chunk_kernels_body.h"

namespace aclprof {

constexpr ChunkKernels kPortableKernels = MakeChunkKernels();

std::vector<const ChunkKernels*> UsableKernels() {
#if defined(__aarch64__)
  return {&kPortableKernels, &kWideKernels};  // NEON is part of the architecture
#elif defined(__x86_64__)
  std::vector<const ChunkKernels*> usable = {&kPortableKernels};
  if (__builtin_cpu_supports("avx2")) usable.push_back(&kWideKernels);
  if (__builtin_cpu_supports("x86-64-v4")) usable.push_back(&kWidestKernels);
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
