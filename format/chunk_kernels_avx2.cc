// Compiled with the instructions of AVX2 where the architecture has them.

#include "format/chunk_kernels.h"
#include "format/chunk_kernels_body.h"

namespace aclprof {

constexpr ChunkKernels kAvx2Kernels = MakeChunkKernels();

}  // namespace aclprof
