// Compiled with the instructions of AVX-512 on x86-64, for registers of 256 bits: wider ones slow some processors down.

#include "format/chunk_kernels.h"
#include "format/chunk_kernels_body.h"

namespace aclprof {

constexpr ChunkKernels kWidestKernels = MakeChunkKernels();

}  // namespace aclprof
