// Compiled with the instructions of AVX2 where the architecture has them.

#include <utility>

#include "format/record_kernels.h"
#include "format/record_kernels_body.h"

namespace aclprof {

constexpr RecordKernels kAvx2RecordKernels = MakeRecordKernels();

}  // namespace aclprof
