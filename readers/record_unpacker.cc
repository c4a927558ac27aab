#include "readers/record_unpacker.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "base/byte_reader.h"
#include "format/bit_packing.h"
#include "format/record_layout.h"
#include "format/trace_format.h"
#include "readers/column_decoder.h"

namespace aclprof {
namespace {

constexpr uint32_t kMostGroups = 256;  // far more than there are kinds
constexpr size_t kMostRecords = kMaxBlockBytes / sizeof(aclprofx_record_header);

Status Broken(const std::string& what) { return Status(StatusCode::kDataLoss, what); }

struct Group {
  uint16_t kind;
  std::vector<UnpackedRecord> records;
  size_t next = 0;  // to be placed in ring order
  bool has_tails = false;
};

class Unpacker {
 public:
  Unpacker(const Bytes& packed, uint64_t kinds, UnpackedBlock* block)
      : kernels_(Kernels()),
        reader_(packed.data(), packed.size()),
        kinds_(kinds),
        block_(block),
        narrow_(kernels_),
        wide_(kernels_) {}

  Status Run() {
    PackedHead head;
    if (!reader_.Read(&head) || head.groups > kMostGroups) return Broken("a block without a head");
    const unsigned char* runs;
    if (!reader_.Take(uint64_t{head.runs} * sizeof(PackedRun), &runs))
      return Broken("runs beyond the block");
    for (uint32_t i = 0; i < head.groups; ++i) {
      Status unpacked = UnpackGroup();
      if (!unpacked.ok()) return unpacked;
    }
    return PlaceInOrder(ByteReader(runs, size_t{head.runs} * sizeof(PackedRun)));
  }

 private:
  template <typename Word>
  using Values = std::array<Word, kChunkRecords>;

  bool IsWanted(uint16_t kind) const { return IsKnownKind(kind) && (kinds_ >> kind & 1) != 0; }

  Status UnpackGroup() {
    PackedGroup head;
    const unsigned char* columns;
    if (!reader_.Read(&head) || !reader_.Take(head.bytes, &columns))
      return Broken("a group beyond the block");
    if (FindGroup(head.kind) != nullptr) return Broken("two groups of one kind");
    Count(head);
    Group& group = groups_.emplace_back(Group{head.kind, {}});
    if (!IsWanted(head.kind)) return Status();
    return UnpackColumns(ByteReader(columns, head.bytes), head.records, &group);
  }

  void Count(const PackedGroup& head) {
    if (head.kind < ACLPROFX_KINDS) block_->counts[head.kind] += head.records;
    if (!IsKnownKind(head.kind)) block_->unknown += head.records;
  }

  Status UnpackColumns(ByteReader columns, size_t records, Group* group) {
    const RecordLayout& layout = LayoutOf(group->kind);
    if (records > kMostRecords) return Broken("more records than a block can hold");
    group->records.resize(records);
    previous_.fill(0);
    for (size_t first = 0; first < records; first += kChunkRecords) {
      const size_t count = std::min(records - first, kChunkRecords);
      Status unpacked =
          UnpackChunk(&columns, layout, std::span(group->records).subspan(first, count), group);
      if (!unpacked.ok()) return unpacked;
    }
    return CopyTails(&columns, layout, *group) ? Status() : Broken("tails beyond their group");
  }

  Status UnpackChunk(ByteReader* columns, const RecordLayout& layout,
                     std::span<UnpackedRecord> records, Group* group) {
    const size_t count = records.size();
    if (!TakeMember(columns, count, flags_) || !TakeMember(columns, count, tail_words_))
      return Broken("columns beyond their group");
    if (!Place(records, layout.fixed_bytes / sizeof(uint64_t), group))
      return Broken("more bytes than a block can hold");
    for (size_t i = 0; i < layout.fields.size(); ++i) {
      if (!TakeField(columns, layout.fields[i], count, &previous_[i]))
        return Broken("columns beyond their group");
    }
    StoreWords(records, layout.fixed_bytes / sizeof(uint64_t));
    return Status();
  }

  bool TakeMember(ByteReader* columns, size_t count, Values<uint32_t>& values) {
    uint32_t unused = 0;
    return narrow_.Take(columns, Transform::kPlain, &unused, count, &values);
  }

  // A field becomes its part of a word of each record. The fields of a word come in the order of their shifts, from 0.
  bool TakeField(ByteReader* columns, const Field& field, size_t count, uint64_t* previous) {
    Values<uint64_t>& words = words_[field.offset / sizeof(uint64_t)];
    if (field.bytes == sizeof(uint64_t))
      return wide_.Take(columns, field.transform, previous, count, &words);
    auto narrow_previous = static_cast<uint32_t>(*previous);
    if (!narrow_.Take(columns, field.transform, &narrow_previous, count, &narrow_values_))
      return false;
    *previous = narrow_previous;
    const unsigned shift = field.offset % sizeof(uint64_t) * 8;
    kernels_.join(narrow_values_.data(), shift, LowBits<uint32_t>(field.bytes * 8), words.data());
    return true;
  }

  // Gives every record of the chunk its place; room is made only after the sum of all payloads is known to be allowed.
  bool Place(std::span<UnpackedRecord> records, size_t fixed_words, Group* group) {
    const auto tails = std::span(tail_words_).first(records.size());
    const uint32_t most_tail = *std::max_element(tails.begin(), tails.end());
    if (most_tail > UINT16_MAX) return false;
    group->has_tails |= most_tail > 0;
    const uint64_t next = most_tail > 0 ? PlaceTailed(records, fixed_words, group->kind)
                                        : PlaceEqual(records, fixed_words, group->kind);
    if (next > kMaxUnpackedBytes / sizeof(uint64_t)) return false;
    words_used_ = next;
    if (next > block_->words.size()) block_->words.resize(std::max(next, 2 * block_->words.size()));
    return true;
  }

  // Each gives back where the chunk ends.
  uint64_t PlaceEqual(std::span<UnpackedRecord> records, size_t words, uint16_t kind) const {
    auto first_word = static_cast<uint32_t>(words_used_);
    const auto bytes = static_cast<uint32_t>(words * sizeof(uint64_t));
    const uint32_t* flags = flags_.data();
    for (UnpackedRecord& record : records) {
      record = {first_word, bytes, kind, static_cast<uint16_t>(*flags++)};
      first_word += static_cast<uint32_t>(words);
    }
    return words_used_ + records.size() * words;
  }

  uint64_t PlaceTailed(std::span<UnpackedRecord> records, size_t fixed_words, uint16_t kind) const {
    uint64_t next = words_used_;
    for (size_t i = 0; i < records.size(); ++i) {
      const uint64_t words = fixed_words + tail_words_[i];
      records[i] = {static_cast<uint32_t>(next), static_cast<uint32_t>(words * sizeof(uint64_t)),
                    kind, static_cast<uint16_t>(flags_[i])};
      next += words;
    }
    return next;
  }

  void StoreWords(std::span<const UnpackedRecord> records, size_t fixed_words) {
    switch (fixed_words) {
      case 3:
        return StoreWords<3>(records);
      case 4:
        return StoreWords<4>(records);
      case 5:
        return StoreWords<5>(records);
      case 6:
        return StoreWords<6>(records);
      default:
        static_assert(kMostFixedWords == 7);
        return StoreWords<7>(records);
    }
  }

  template <size_t kWords>
  void StoreWords(std::span<const UnpackedRecord> records) {
    uint64_t* payload = block_->words.data() + records.front().first_word;
    if (records.back().first_word - records.front().first_word == (records.size() - 1) * kWords) {
      for (size_t i = 0; i < records.size(); ++i, payload += kWords)
        StoreRecord<kWords>(i, payload);
      return;
    }
    for (size_t i = 0; i < records.size(); ++i)
      StoreRecord<kWords>(i, block_->words.data() + records[i].first_word);
  }

  template <size_t kWords>
  void StoreRecord(size_t place, uint64_t* __restrict payload) const {
    for (size_t word = 0; word < kWords; ++word) payload[word] = words_[word][place];
  }

  unsigned char* Payload(const UnpackedRecord& record) {
    return reinterpret_cast<unsigned char*>(block_->words.data() + record.first_word);
  }

  bool CopyTails(ByteReader* columns, const RecordLayout& layout, const Group& group) {
    const Field* in_bytes = FieldWithRole(layout, FieldRole::kTailBytes);
    const Field* in_words = FieldWithRole(layout, FieldRole::kTailWords);
    if (!group.has_tails && in_bytes == nullptr && in_words == nullptr) return true;
    for (const UnpackedRecord& record : group.records) {
      const size_t tail_bytes = record.payload_bytes - layout.fixed_bytes;
      const unsigned char* tail;
      if (!columns->Take(tail_bytes, &tail)) return false;
      std::copy(tail, tail + tail_bytes, Payload(record) + layout.fixed_bytes);
      KeepInside(in_bytes, tail_bytes, Payload(record));
      KeepInside(in_words, tail_bytes / 8, Payload(record));
    }
    return true;
  }

  // A length inside a record never reaches past it, so that users of records need not check.
  static void KeepInside(const Field* length, uint64_t most, unsigned char* payload) {
    if (length != nullptr && LoadField(payload, *length) > most) StoreField(payload, *length, most);
  }

  Group* FindGroup(uint16_t kind) {
    for (Group& group : groups_) {
      if (group.kind == kind) return &group;
    }
    return nullptr;
  }

  Status PlaceInOrder(ByteReader runs) {
    PackedRun run;
    if (IsOneRun(runs)) {
      block_->records.swap(groups_.front().records);
      return Status();
    }
    while (runs.Read(&run)) {
      if (!IsWanted(run.kind)) continue;
      Group* group = FindGroup(run.kind);
      if (group == nullptr || run.records > group->records.size() - group->next) {
        return Broken("runs that do not match the groups");
      }
      const auto first = group->records.begin() + static_cast<ptrdiff_t>(group->next);
      block_->records.insert(block_->records.end(), first, first + run.records);
      group->next += run.records;
    }
    for (const Group& group : groups_) {
      if (group.next != group.records.size()) return Broken("runs that do not match the groups");
    }
    return Status();
  }

  // The usual block of a device, whose records need not be moved.
  bool IsOneRun(ByteReader runs) const {
    PackedRun run;
    return groups_.size() == 1 && runs.left() == sizeof(run) && runs.Read(&run) &&
           run.kind == groups_.front().kind && run.records == groups_.front().records.size();
  }

  const ChunkKernels& kernels_;
  ByteReader reader_;
  const uint64_t kinds_;
  UnpackedBlock* block_;
  std::vector<Group> groups_;
  uint64_t words_used_ = 0;  // of the block's store
  std::array<uint64_t, kMostFields> previous_;
  std::array<Values<uint64_t>, kMostFixedWords> words_{};
  Values<uint32_t> flags_{};
  Values<uint32_t> tail_words_{};
  Values<uint32_t> narrow_values_{};
  ColumnDecoder<uint32_t> narrow_;
  ColumnDecoder<uint64_t> wide_;
};

}  // namespace

Status UnpackRecords(const Bytes& packed, uint64_t kinds, UnpackedBlock* block) {
  block->records.clear();
  block->counts = {};
  block->unknown = 0;
  return Unpacker(packed, kinds, block).Run();
}

}  // namespace aclprof
