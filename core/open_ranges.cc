#include "core/open_ranges.h"

#include <cstring>
#include <new>
#include <utility>

#include "core/stamp_texts.h"

namespace aclprof {

uint32_t OpenRanges::Begin(const OpenRange& range) try {
  for (;;) {
    const uint32_t id = last_id_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (id == 0) continue;  // the count has been round once
    Shard& shard = ShardOf(id);
    const std::lock_guard lock(shard.mutex);
    if (!shard.ranges.emplace(id, range).second) continue;
    count_.fetch_add(1, std::memory_order_relaxed);
    return id;
  }
} catch (const std::bad_alloc&) {
  return 0;
}

bool OpenRanges::End(uint32_t id, OpenRange* range) {
  Shard& shard = ShardOf(id);
  const std::lock_guard lock(shard.mutex);
  const auto found = shard.ranges.find(id);
  if (found == shard.ranges.end()) return false;
  *range = std::move(found->second);
  shard.ranges.erase(found);
  count_.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

std::vector<OpenRange> OpenRanges::All() const {
  std::vector<OpenRange> all;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    for (const auto& [id, range] : shard.ranges) all.push_back(range);
  }
  return all;
}

void OpenRanges::Clear() {
  for (Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    count_.fetch_sub(shard.ranges.size(), std::memory_order_relaxed);
    shard.ranges.clear();
  }
}

std::vector<unsigned char> OpenEndedRecords(const std::vector<OpenRange>& ranges, uint64_t now) {
  std::vector<unsigned char> records;
  for (OpenRange range : ranges) {
    range.record.duration = now < range.record.start ? 0 : now - range.record.start;
    range.record.flags |= ACLPROFX_TASK_OPEN_ENDED;
    const size_t bytes = (sizeof(aclprofx_record_header) + sizeof(range.record) +
                          TailBytes(range.record.message_bytes, range.behind) + 7) &
                         ~size_t{7};
    const aclprofx_record_header header{static_cast<uint16_t>(bytes), ACLPROFX_KIND_RANGE, 0, 0};
    const size_t at = records.size();
    records.resize(at + bytes);
    std::memcpy(&records[at], &header, sizeof(header));
    std::memcpy(&records[at + sizeof(header)], &range.record, sizeof(range.record));
    PutTail(range.Message(), range.behind,
            records.data() + at + sizeof(header) + sizeof(range.record));
  }
  return records;
}

}  // namespace aclprof
