// Compiled with the instructions of AVX2 on x86-64, of NEON on aarch64.

#include <utility>

#include "format/record_kernels.h"
#include "format/record_kernels_body.h"

namespace aclprof {

constexpr RecordKernels kWideRecordKernels = MakeRecordKernels();

}  // namespace aclprof
