// used_names.h: which dictionary entries the records of a block point at.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "format/dictionary.h"

namespace aclprof {

class UsedNames {
 public:
  void Add(DictionarySpace space, std::span<const uint32_t> ids);

  // Sorted, unique, without the ids that stand for none and unknown.
  void MoveTo(std::vector<DictionaryRef>* refs);

 private:
  static constexpr size_t kSlots = 512;

  // Most records name what others named a moment ago; what is still in the cache isn't noted again.
  std::array<std::array<uint32_t, kSlots>, kDictionarySpaces> seen_{};
  std::vector<DictionaryRef> refs_;
};

}  // namespace aclprof
