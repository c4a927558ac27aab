#include "export/string_ids.h"

#include "export/utf8_text.h"

namespace aclprof {

int64_t StringIds::Of(std::string_view text) {
  const auto found = ids_.find(text);
  if (found != ids_.end()) return found->second;
  if (ids_.size() >= kMost) ids_.clear();
  table_.Add(next_, std::string_view(ValidUtf8(text)));
  ids_.emplace(text, next_);
  return next_++;
}

}  // namespace aclprof
