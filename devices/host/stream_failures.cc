#include "devices/host/stream_failures.h"

#include <algorithm>

namespace aclprof {

void StreamFailures::Add(uint32_t stream_id, HostStatus failure) {
  const std::lock_guard lock(mutex_);
  const bool known = std::any_of(failures_.begin(), failures_.end(),
                                 [stream_id](const auto& kept) { return kept.first == stream_id; });
  if (!known) failures_.emplace_back(stream_id, std::move(failure));
}

HostStatus StreamFailures::Take(uint32_t stream_id) {
  const std::lock_guard lock(mutex_);
  for (auto kept = failures_.begin(); kept != failures_.end(); ++kept) {
    if (kept->first != stream_id) continue;
    HostStatus failure = std::move(kept->second);
    failures_.erase(kept);
    return failure;
  }
  return {};
}

HostStatus StreamFailures::TakeFirst() {
  const std::lock_guard lock(mutex_);
  if (failures_.empty()) return {};
  HostStatus failure = std::move(failures_.front().second);
  failures_.clear();
  return failure;
}

}  // namespace aclprof
