// used_names.h: which dictionary entries a block's records point at.
#pragma once

#include <span>
#include <vector>

#include "format/dictionary.h"
#include "writers/record_packer.h"

namespace aclprof {

// Sorted, unique, without the ids that stand for none and unknown. The ring's own entry is among them.
void FindUsedNames(std::span<const RecordGroup> groups, uint32_t ring_id,
                   std::vector<DictionaryRef>* refs);

}  // namespace aclprof
