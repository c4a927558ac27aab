// damage_note.h: the first place where a file was wrong, and how many rows were left out for it.
#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"

namespace aclprof {

class DamageNote {
 public:
  // `where_and_what` is "row 17: 'Duration(us)' is 'abc'".
  void Add(const std::string& where_and_what) {
    if (left_out_++ == 0) first_ = where_and_what;
  }

  // OK when nothing was noted, else kDataLoss: "<path>: row 17: ... (3 left out)".
  Status ToStatus(const std::string& path) const {
    if (left_out_ == 0) return Status();
    return Status(StatusCode::kDataLoss,
                  path + ": " + first_ + " (" + std::to_string(left_out_) + " left out)");
  }

 private:
  uint64_t left_out_ = 0;
  std::string first_;
};

}  // namespace aclprof
