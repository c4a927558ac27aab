#include "core/category_names.h"

#include <new>

namespace aclprof {

bool CategoryNames::Set(uint32_t category, std::string_view name) try {
  if (name.size() > kMostBytes) return false;
  const std::lock_guard lock(mutex_);
  if (names_.size() >= kMost && names_.find(category) == names_.end()) return false;
  names_[category] = name;
  any_.store(true, std::memory_order_relaxed);
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

std::string CategoryNames::Find(uint32_t category) const {
  if (!any_.load(std::memory_order_relaxed)) return {};
  const std::lock_guard lock(mutex_);
  const auto found = names_.find(category);
  return found == names_.end() ? std::string() : found->second;
}

}  // namespace aclprof
