#include "devices/models/memory_plan.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

#include "devices/models/aligned_memory.h"

namespace aclprof {
namespace {

// The free gaps of memory that can grow at its end.
class GapList {
 public:
  uint64_t Take(uint64_t bytes) {
    const auto fit = by_size_.lower_bound({bytes, 0});
    if (fit == by_size_.end()) return Grow(bytes);
    const auto [size, offset] = *fit;
    Remove(by_offset_.find(offset));
    if (size > bytes) Insert(offset + bytes, size - bytes);
    return offset;
  }

  void Give(uint64_t offset, uint64_t bytes) {
    auto next = by_offset_.lower_bound(offset);
    if (next != by_offset_.end() && next->first == offset + bytes) {
      bytes += next->second;
      next = Remove(next);
    }
    if (next != by_offset_.begin()) {
      const auto previous = std::prev(next);
      if (previous->first + previous->second == offset) {
        offset = previous->first;
        bytes += previous->second;
        Remove(previous);
      }
    }
    Insert(offset, bytes);
  }

  uint64_t end() const { return end_; }

 private:
  using ByOffset = std::map<uint64_t, uint64_t>;

  // A gap at the end, too small as it is, is the beginning of what is added.
  uint64_t Grow(uint64_t bytes) {
    uint64_t offset = end_;
    if (!by_offset_.empty()) {
      const auto last = std::prev(by_offset_.end());
      if (last->first + last->second == end_) {
        offset = last->first;
        Remove(last);
      }
    }
    end_ = offset + bytes;
    return offset;
  }

  void Insert(uint64_t offset, uint64_t bytes) {
    by_offset_.emplace(offset, bytes);
    by_size_.emplace(bytes, offset);
  }

  ByOffset::iterator Remove(ByOffset::iterator gap) {
    by_size_.erase({gap->second, gap->first});
    return by_offset_.erase(gap);
  }

  ByOffset by_offset_;
  std::set<std::pair<uint64_t, uint64_t>> by_size_;  // size, offset
  uint64_t end_ = 0;
};

// In order of their beginnings; of those that begin together the large ones first, small ones fit into what is left.
std::vector<size_t> OrderOfBirth(std::span<const Lifetime> lifetimes) {
  std::vector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (lifetimes[a].first != lifetimes[b].first) return lifetimes[a].first < lifetimes[b].first;
    return lifetimes[a].bytes > lifetimes[b].bytes;
  });
  return order;
}

}  // namespace

MemoryPlan PlanMemory(std::span<const Lifetime> lifetimes) {
  MemoryPlan plan;
  plan.offsets.resize(lifetimes.size());
  GapList gaps;
  using Death = std::pair<size_t, size_t>;  // last step, index
  std::priority_queue<Death, std::vector<Death>, std::greater<>> alive;
  for (size_t i : OrderOfBirth(lifetimes)) {
    for (; !alive.empty() && alive.top().first < lifetimes[i].first; alive.pop()) {
      const size_t dead = alive.top().second;
      gaps.Give(plan.offsets[dead], AlignedUp(lifetimes[dead].bytes));
    }
    if (lifetimes[i].bytes == 0) continue;
    plan.offsets[i] = gaps.Take(AlignedUp(lifetimes[i].bytes));
    alive.emplace(lifetimes[i].last, i);
  }
  plan.total_bytes = gaps.end();
  return plan;
}

}  // namespace aclprof
