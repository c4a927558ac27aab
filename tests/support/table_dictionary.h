// table_dictionary.h: a dictionary that a test fills by hand.
#pragma once

#include <map>
#include <string>

#include "format/dictionary.h"

namespace aclprof {

class TableDictionary : public DictionarySource {
 public:
  uint32_t AddString(const std::string& text) { return Add(DictionarySpace::kString, text); }
  uint16_t AddTaskType(const std::string& text) {
    return static_cast<uint16_t>(Add(DictionarySpace::kTaskType, text));
  }
  uint32_t AddOp(const OpEntry& op) {
    return Add(DictionarySpace::kOp, std::string(reinterpret_cast<const char*>(&op), sizeof(op)));
  }
  uint32_t AddRing(const RingEntry& ring, const std::string& name) {
    return Add(DictionarySpace::kRing,
               std::string(reinterpret_cast<const char*>(&ring), sizeof(ring)) + name);
  }

  bool Lookup(DictionaryRef ref, std::string_view* bytes) const override {
    const auto found = entries_.find(ref);
    if (found == entries_.end()) return false;
    *bytes = found->second;
    return true;
  }

 private:
  uint32_t Add(DictionarySpace space, std::string bytes) {
    const uint32_t id = ++last_id_[static_cast<int>(space)];
    entries_[{space, id}] = std::move(bytes);
    return id;
  }

  std::map<DictionaryRef, std::string> entries_;
  uint32_t last_id_[kDictionarySpaces] = {};
};

}  // namespace aclprof
