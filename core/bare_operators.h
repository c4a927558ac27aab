// bare_operators.h: the dictionary as a session of level 0 keeps it: of an operator its name alone. A collective keeps
// its task type too, which is what it is known by.
//
// Threads  any.
// Source   docs/collecting.md, "Levels".
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>

#include "format/dictionary.h"

namespace aclprof {

class BareOperators final : public DictionarySource {
 public:
  explicit BareOperators(const DictionarySource* names) : names_(names) {}
  bool Lookup(DictionaryRef ref, std::string_view* bytes) const override;

 private:
  OpEntry Bare(const OpEntry& op) const;

  const DictionarySource* const names_;
  mutable std::mutex mutex_;
  mutable std::map<uint32_t, OpEntry> bare_;  // by id; entries stay where they are
};

}  // namespace aclprof
