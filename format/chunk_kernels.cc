#include "format/chunk_kernels.h"

#include "format/chunk_kernels_body.h"

namespace aclprof {

constexpr ChunkKernels kPortableKernels = MakeChunkKernels();

const ChunkKernels& Kernels() {
#if defined(__aarch64__)
  return kWideKernels;  // NEON is part of the architecture
#elif defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  if (has_avx2) return kWideKernels;
#endif
  return kPortableKernels;
}

}  // namespace aclprof
