// chunk_loader.h: the records of a group, a chunk at a time, as columns of u64 words.
//
// Threads  one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "format/chunk_kernels.h"
#include "format/record_layout.h"
#include "format/trace_format.h"
#include "writers/record_scan.h"

namespace aclprof {

class ChunkLoader {
 public:
  using Members = std::array<uint32_t, kChunkRecords>;

  explicit ChunkLoader(const ChunkKernels& kernels) : kernels_(kernels) {}

  void Begin(std::span<const RecordRun> runs, size_t words) {
    runs_ = runs;
    words_in_record_ = words;
    passed_ = 0;
  }
  // The next chunk; 0 when there is none. Behind its last record the columns hold that record again.
  size_t Next() {
    records_ = 0;
    same_ = true;
    while (records_ < kChunkRecords && !runs_.empty()) TakePart();
    if (records_ > 0 && records_ < kChunkRecords) FillUp();
    return records_;
  }

  // kChunkRecords values each.
  const uint64_t* Column(size_t word) const { return words_.data() + word * kChunkRecords; }
  // Whether all records of the chunk have the flags and the tail words of the first.
  bool same() const { return same_; }
  const Members& flags() const { return flags_; }
  const Members& tail_words() const { return tail_words_; }

 private:
  void TakePart() {
    const RecordRun& run = runs_.front();
    const size_t part = std::min<size_t>(kChunkRecords - records_, run.records - passed_);
    kernels_.load(run.Payload(passed_), run.stride_bytes, part, words_in_record_,
                  words_.data() + records_);
    std::fill_n(flags_.begin() + static_cast<ptrdiff_t>(records_), part, run.flags);
    std::fill_n(tail_words_.begin() + static_cast<ptrdiff_t>(records_), part, run.tail_words);
    same_ &= run.flags == flags_[0] && run.tail_words == tail_words_[0];
    records_ += part;
    passed_ += part;
    if (passed_ < run.records) return;
    runs_ = runs_.subspan(1);
    passed_ = 0;
  }

  void FillUp() {
    for (size_t word = 0; word < words_in_record_; ++word) {
      uint64_t* const column = words_.data() + word * kChunkRecords;
      std::fill(column + records_, column + kChunkRecords, column[records_ - 1]);
    }
  }

  const ChunkKernels& kernels_;
  std::span<const RecordRun> runs_;
  size_t words_in_record_ = 0;
  size_t passed_ = 0;  // records of the first of runs_
  size_t records_ = 0;
  bool same_ = true;
  alignas(64) std::array<uint64_t, kMostFixedWords * kChunkRecords> words_;
  Members flags_;
  Members tail_words_;
};

}  // namespace aclprof
