// interned_texts.h: texts of a Perfetto trace that are told once and then meant by number.
//
// Shape    a text is known until Forget; memory is bounded, since its user forgets when IsFull says so, and long texts
//          are never interned. A number is given once, whatever was forgotten.
// Threads  one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "export/perfetto_fields.h"

namespace aclprof {

class InternedTexts {
 public:
  static constexpr size_t kLongest = 256;
  static constexpr size_t kMost = 1u << 16;

  // Its number, 0 where it is too long. What readers do not know yet is added to added().
  uint64_t Of(perfetto::InternedField kind, std::string_view text);

  // An InternedData message: what was added since the last ClearAdded.
  const std::string& added() const { return added_; }
  void ClearAdded() { added_.clear(); }

  bool IsFull() const;
  void Forget();

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Numbers = std::unordered_map<std::string, uint64_t, Hash, std::equal_to<>>;

  Numbers names_, arg_names_, arg_texts_;
  uint64_t last_ = 0;
  std::string added_;
};

}  // namespace aclprof
