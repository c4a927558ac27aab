#include "core/name_table.h"

#include <new>

namespace aclprof {
namespace {

uint32_t Limit(DictionarySpace space) {
  return space == DictionarySpace::kTaskType ? NameTable::kMaxTaskTypes : NameTable::kMaxEntries;
}

}  // namespace

uint32_t NameTable::Refuse() {
  overflowed_.fetch_add(1, std::memory_order_relaxed);
  return kUnknownId;
}

uint32_t NameTable::Append(DictionarySpace space, std::string_view bytes) {
  Space& of = spaces_[static_cast<int>(space)];
  const uint32_t index = of.size.load(std::memory_order_relaxed);
  if (index >= Limit(space)) return Refuse();
  const uint32_t chunk = index / kChunkEntries;
  if (index % kChunkEntries == 0) {
    of.owned.push_back(std::make_unique<Chunk>());
    of.chunks[chunk].store(of.owned.back().get(), std::memory_order_relaxed);
  }
  of.owned[chunk]->entries[index % kChunkEntries] = bytes;
  of.size.store(index + 1, std::memory_order_release);  // [N1]
  return index + 1;
}

uint32_t NameTable::Add(DictionarySpace space, std::string_view bytes) try {
  const std::lock_guard lock(mutex_);
  return Append(space, bytes);
} catch (const std::bad_alloc&) {
  return Refuse();
}

uint32_t NameTable::Intern(DictionarySpace space, std::string_view bytes) try {
  if (bytes.empty()) return 0;
  const std::lock_guard lock(mutex_);
  Space& of = spaces_[static_cast<int>(space)];
  const auto known = of.ids.find(bytes);
  if (known != of.ids.end()) return known->second;
  const uint32_t id = Append(space, bytes);
  if (id == kUnknownId) return id;
  std::string_view stored;
  Lookup({space, id}, &stored);
  of.ids.emplace(stored, id);
  return id;
} catch (const std::bad_alloc&) {
  return Refuse();
}

bool NameTable::Lookup(DictionaryRef ref, std::string_view* bytes) const {
  const Space& of = spaces_[static_cast<int>(ref.space)];
  if (ref.id == 0 || ref.id > of.size.load(std::memory_order_acquire)) return false;  // [N1]
  const uint32_t index = ref.id - 1;
  const Chunk* chunk = of.chunks[index / kChunkEntries].load(std::memory_order_relaxed);
  *bytes = chunk->entries[index % kChunkEntries];
  return true;
}

}  // namespace aclprof
