// model_dataset.h: what an aclmdlDataset stands for: the buffers of one side of a run, in order. They stay the
// application's.
//
// Threads  one at a time for an object, as the application sees to.
#pragma once

#include <vector>

#include "acl/acl_base.h"

namespace aclprof {

struct ModelDataset {
  std::vector<aclDataBuffer*> buffers;
};

}  // namespace aclprof
