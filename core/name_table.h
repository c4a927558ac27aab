// name_table.h: the process's dictionary: strings, operators, task types and rings, each entry made once.
//
// Shape    ids count from 1 in each space and are never reused; entries are never changed or removed. A space holds at
//          most kMaxEntries (task types 65,534, as their ids have 16 bits); beyond that, kUnknownId, counted.
// Threads  any. Add takes a lock and allocates; Lookup is lock-free.
// Orders   [N1] Add stores size, release -> Lookup loads size, acquire: the entry is whole.
// Source   format/dictionary.h.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "format/dictionary.h"

namespace aclprof {

class NameTable final : public DictionarySource {
 public:
  static constexpr uint32_t kChunkEntries = 1024;
  static constexpr uint32_t kMaxChunks = 1024;
  static constexpr uint32_t kMaxEntries = kChunkEntries * kMaxChunks;
  static constexpr uint32_t kMaxTaskTypes = 0xFFFE;

  // The id of an entry with these bytes, made now if there is none yet; kUnknownId when the space is full or the
  // memory is. Empty bytes have the id 0.
  uint32_t Intern(DictionarySpace space, std::string_view bytes);
  // A new entry even where an equal one exists (rings).
  uint32_t Add(DictionarySpace space, std::string_view bytes);
  bool Lookup(DictionaryRef ref, std::string_view* bytes) const override;
  // Around fork, so that the child finds it whole.
  void LockForFork() { mutex_.lock(); }
  void UnlockAfterFork() { mutex_.unlock(); }
  // Names that were turned away.
  uint64_t overflowed() const { return overflowed_.load(std::memory_order_relaxed); }

 private:
  struct Chunk {
    std::array<std::string, kChunkEntries> entries;
  };
  struct Space {
    std::array<std::atomic<Chunk*>, kMaxChunks> chunks{};
    std::atomic<uint32_t> size{0};
    std::unordered_map<std::string_view, uint32_t> ids;
    std::deque<std::unique_ptr<Chunk>> owned;
  };
  uint32_t Append(DictionarySpace space, std::string_view bytes);
  uint32_t Refuse();

  std::mutex mutex_;
  std::array<Space, kDictionarySpaces> spaces_;
  std::atomic<uint64_t> overflowed_{0};
};

}  // namespace aclprof
