// open_ranges.h: the ranges of user marks that have begun and not ended.
//
// Shape    by id; ids go up from 1, so those of running ranges differ.
// Threads  any; each call takes one lock of several, for a moment.
// Errors   Begin gives 0 without memory.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "aclprof/producer.h"
#include "core/stamp_pool.h"

namespace aclprof {

struct OpenRange {
  aclprofx_range record{};  // without its duration and the thread that ends it
  std::array<char, Stamp::kMessageBytes> message{};
  std::string behind;  // the message: further texts
  uint32_t below = 0;  // the range that its thread pushed before it, 0 = none

  std::string_view Message() const { return {message.data(), record.message_bytes}; }
};

class OpenRanges {
 public:
  uint32_t Begin(const OpenRange& range);
  // Takes it out; false when there is none of this id.
  bool End(uint32_t id, OpenRange* range);
  bool Empty() const { return count_.load(std::memory_order_relaxed) == 0; }
  std::vector<OpenRange> All() const;
  void Clear();

 private:
  struct Shard {
    mutable std::mutex mutex;
    std::unordered_map<uint32_t, OpenRange> ranges;
  };
  Shard& ShardOf(uint32_t id) { return shards_[id % shards_.size()]; }

  std::array<Shard, 16> shards_;
  std::atomic<uint32_t> last_id_{0};
  std::atomic<uint64_t> count_{0};
};

// As records of a session that ends `now`, open-ended: headers and all.
std::vector<unsigned char> OpenEndedRecords(const std::vector<OpenRange>& ranges, uint64_t now);

}  // namespace aclprof
