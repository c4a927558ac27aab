#include "base/compat_words.h"

#include <algorithm>
#include <cstdlib>

namespace aclprof {

bool CompatHas(std::string_view word) {
  const char* value = std::getenv("ACLPROF_COMPAT");
  std::string_view rest = value != nullptr ? value : "";
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    if (rest.substr(0, comma) == word) return true;
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return false;
}

}  // namespace aclprof
