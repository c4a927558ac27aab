#include "format/record_kernels.h"

#include <utility>

#include "format/chunk_kernels.h"
#include "format/record_kernels_body.h"

namespace aclprof {

constexpr RecordKernels kPortableRecordKernels = MakeRecordKernels();

const RecordKernels& RecordKernelsOfMachine() {
  return &Kernels() == &kPortableKernels ? kPortableRecordKernels : kWideRecordKernels;
}

}  // namespace aclprof
