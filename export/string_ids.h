// string_ids.h: the table STRING_IDS: every name once, as far as memory allows.
//
// Shape    a text that is still remembered has one id. After kMost different ones memory is given back; a text that
//          comes again then has a second row, which no join minds.
// Threads  one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "export/database_file.h"

namespace aclprof {

class StringIds {
 public:
  explicit StringIds(DatabaseFile* file) : table_(file, kStringIdsTable) {}

  // Bytes that are not UTF-8 appear as U+FFFD.
  int64_t Of(std::string_view text);
  void CloseStatement() { table_.CloseStatement(); }

 private:
  static constexpr size_t kMost = 1u << 16;

  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  DatabaseTable table_;
  std::unordered_map<std::string, int64_t, Hash, std::equal_to<>> ids_;
  int64_t next_ = 0;
};

}  // namespace aclprof
