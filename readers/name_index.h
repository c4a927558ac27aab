// name_index.h: the dictionary entries of a session's files, by id.
//
// Shape    the first entry of an id stays; later ones are repeats of it.
// Threads  one.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "format/dictionary.h"

namespace aclprof {

class NameIndex {
 public:
  void Add(DictionaryRef ref, std::string_view entry);

  // A name space of texts. Id 0 gives "", an id without an entry "unknown(<id>)".
  std::string_view Text(DictionaryRef ref) const;
  // NULL when there is no such entry.
  const OpEntry* Op(uint32_t id) const;
  const RingEntry* Ring(uint32_t id, std::string_view* name) const;
  // What the first ring of a device that has a name is called; "" when there is none.
  std::string_view DeviceName(int32_t device_id) const;

  // Ids that were asked for and are not there.
  uint64_t unknown() const { return unknown_.size(); }

 private:
  std::array<std::unordered_map<uint32_t, std::string>, 2> texts_;  // kString, kTaskType
  std::unordered_map<uint32_t, OpEntry> ops_;
  struct NamedRing {
    RingEntry entry;
    std::string name;
  };
  std::unordered_map<uint32_t, NamedRing> rings_;
  mutable std::map<DictionaryRef, std::string> unknown_;
};

}  // namespace aclprof
