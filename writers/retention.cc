#include "writers/retention.h"

#include <algorithm>

namespace aclprof {
namespace {

constexpr uint64_t kFilesUnderLimit =
    8;  // so that ageing takes a small part of the history at a time
constexpr uint64_t kSmallestFileBytes =
    64u << 10;  // below, headers and footers would outweigh the blocks

}  // namespace

void Retention::Reserve(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  used_bytes_ += bytes;
  if (limit_bytes_ == 0) return;
  while (used_bytes_ > limit_bytes_ && !closed_.empty()) RemoveOldest();
}

void Retention::Release(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  used_bytes_ -= std::min(bytes, used_bytes_);
}

void Retention::AddClosed(const std::string& path, uint64_t bytes, uint64_t records) {
  const std::lock_guard lock(mutex_);
  if (limit_bytes_ != 0) closed_.push_back({path, bytes, records});
}

uint64_t Retention::CapOfFile(uint64_t wanted_bytes) const {
  if (limit_bytes_ == 0) return wanted_bytes;
  return std::min(wanted_bytes, std::max(limit_bytes_ / kFilesUnderLimit, kSmallestFileBytes));
}

// A file that can't be removed still takes its room; it is not tried again, or every block would.
void Retention::RemoveOldest() {
  const ClosedFile oldest = closed_.front();
  closed_.pop_front();
  const Status removed = files_->Remove(oldest.path);
  if (!removed.ok() && removed.code() != StatusCode::kNotFound) return;
  used_bytes_ -= std::min(oldest.bytes, used_bytes_);
  aged_out_records_ += oldest.records;
  ++aged_out_files_;
}

uint64_t Retention::aged_out_records() const {
  const std::lock_guard lock(mutex_);
  return aged_out_records_;
}

uint64_t Retention::aged_out_files() const {
  const std::lock_guard lock(mutex_);
  return aged_out_files_;
}

}  // namespace aclprof
