// op_choice.h: which operators belong to a session: all of them, or those of the types that it asked for.
//
// Threads  any; nothing changes after the construction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "format/dictionary.h"

namespace aclprof {

class OpChoice {
 public:
  // types: comma-separated; empty: every operator. names outlives the choice.
  OpChoice(std::string_view types, const DictionarySource* names);

  bool Everything() const { return types_.empty(); }
  // op: an id of the dictionary. 0, no operator, always belongs; what is not known to be of one of the types never.
  bool Has(uint32_t op) const;

 private:
  const std::string types_;  // ",Conv,Relu,"
  const DictionarySource* const names_;
};

}  // namespace aclprof
