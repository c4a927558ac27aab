// Compiled with the instructions of AVX2 on x86-64, of NEON on aarch64.

#include "format/chunk_kernels.h"
#include "format/chunk_kernels_body.h"

namespace aclprof {

constexpr ChunkKernels kWideKernels = MakeChunkKernels();

}  // namespace aclprof
