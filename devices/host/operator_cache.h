// operator_cache.h: single operators that were compiled, so that a call made again compiles nothing.
//
// Shape    the operators used last, at most kMaxOperators of them, by device and request. One with constants of more than
//          kMaxKeyBytes is compiled anew each time.
// Threads  any; nothing is compiled under the lock.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "devices/host/host_operator.h"

namespace aclprof {

class OperatorCache {
 public:
  static constexpr size_t kMaxOperators = 256;
  static constexpr size_t kMaxKeyBytes = 64 * 1024;

  HostStatus Get(const OperatorRequest& request, const std::shared_ptr<HostDevice>& device,
                 std::shared_ptr<HostOperator>* found);
  void ForgetAllOf(int32_t device_id);

 private:
  struct Entry {
    std::string key;
    int32_t device_id;
    std::shared_ptr<HostOperator> compiled;
  };
  using Entries = std::list<Entry>;

  std::shared_ptr<HostOperator> Find(const std::string& key);
  void Keep(Entry entry, const HostDevice& device);

  std::mutex mutex_;
  Entries entries_;  // the latest used first
  std::unordered_map<std::string_view, Entries::iterator> by_key_;
};

}  // namespace aclprof
