// handle_table.h: what an opaque handle of the C surface stands for. A handle that was never given out, or whose
// object is gone, is found out instead of followed.
//
// Shape    a handle is a number in a pointer's clothes, never used twice in a process, forked children included.
// Threads  any. Whoever found an object keeps it alive.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace aclprof {

// The next handle; never NULL.
inline void* NextHandle() {
  static std::atomic<uintptr_t> last{0x1000};
  return reinterpret_cast<void*>((last.fetch_add(1, std::memory_order_relaxed) + 1) << 4);
}

template <typename Object>
class HandleTable {
 public:
  void* Add(std::shared_ptr<Object> object) { return AddAs(NextHandle(), std::move(object)); }

  // With a handle of NextHandle, for an object that has to know it.
  void* AddAs(void* handle, std::shared_ptr<Object> object) {
    const std::unique_lock lock(mutex_);
    objects_.emplace(handle, std::move(object));
    return handle;
  }

  // nullptr when there is no such object.
  std::shared_ptr<Object> Find(void* handle) const {
    const std::shared_lock lock(mutex_);
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }

  // The same, and the handle is invalid from now on.
  std::shared_ptr<Object> Take(void* handle) {
    const std::unique_lock lock(mutex_);
    auto node = objects_.extract(handle);
    return node.empty() ? nullptr : std::move(node.mapped());
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<void*, std::shared_ptr<Object>> objects_;
};

}  // namespace aclprof
