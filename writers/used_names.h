// used_names.h: which dictionary entries the records of a block point at.
//
// Shape    low ids, which nearly all are, have a byte each; the others a list.
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
  // None of the ids is above `most`.
  void Add(DictionarySpace space, std::span<const uint32_t> ids, uint32_t most);
  // Bit i: there is an i.
  void AddBelow64(DictionarySpace space, uint64_t ids);

  // Sorted, unique, without the ids that stand for none and unknown.
  void MoveTo(std::vector<DictionaryRef>* refs);

 private:
  static constexpr size_t kLowIds = 4096;
  struct Space {
    std::array<unsigned char, kLowIds> used;  // as far as `end`
    size_t end = 0;                           // a multiple of 8
  };

  void AddLow(std::span<const uint32_t> ids, uint32_t most, Space* space);
  void Reach(uint32_t most, Space* space);
  void AppendLow(DictionarySpace space, std::vector<DictionaryRef>* refs) const;

  std::array<Space, kDictionarySpaces> spaces_;
  std::vector<DictionaryRef> high_;
};

}  // namespace aclprof
