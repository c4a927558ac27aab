#include "devices/host/operator_cache.h"

#include <utility>

#include "devices/host/host_device.h"

namespace aclprof {

HostStatus OperatorCache::Get(const OperatorRequest& request,
                              const std::shared_ptr<HostDevice>& device,
                              std::shared_ptr<HostOperator>* found) {
  std::string key = std::to_string(device->id()) + ":" + request.Key();
  *found = Find(key);
  if (*found != nullptr) return {};
  if (HostStatus compiled = HostOperator::Compile(request, device, found); !compiled.ok())
    return compiled;
  if (key.size() <= kMaxKeyBytes) Keep({std::move(key), device->id(), *found}, *device);
  return {};
}

void OperatorCache::ForgetAllOf(int32_t device_id) {
  Entries forgotten;
  const std::lock_guard lock(mutex_);
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    const auto next = std::next(entry);
    if (entry->device_id == device_id) {
      by_key_.erase(entry->key);
      forgotten.splice(forgotten.end(), entries_, entry);
    }
    entry = next;
  }
}

std::shared_ptr<HostOperator> OperatorCache::Find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->compiled;
}

void OperatorCache::Keep(Entry entry, const HostDevice& device) {
  Entries last;
  const std::lock_guard lock(mutex_);
  if (device.closed()) return;
  if (by_key_.count(entry.key) != 0) return;  // another thread was faster
  entries_.push_front(std::move(entry));
  by_key_.emplace(entries_.front().key, entries_.begin());
  if (entries_.size() <= kMaxOperators) return;
  by_key_.erase(entries_.back().key);
  last.splice(last.end(), entries_, std::prev(entries_.end()));
}

}  // namespace aclprof
