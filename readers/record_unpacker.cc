#include "readers/record_unpacker.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "base/byte_reader.h"
#include "format/record_kernels.h"
#include "format/record_layout.h"
#include "format/trace_format.h"
#include "readers/column_decoder.h"

namespace aclprof {
namespace {

constexpr size_t kMostWords = kMaxUnpackedBytes / sizeof(uint64_t);
constexpr NarrowValues kZeros{};

Status Broken(const std::string& what) { return Status(StatusCode::kDataLoss, what); }

uint32_t WordsOf(const UnpackedRun& run) { return run.payload_bytes / sizeof(uint64_t); }

// Makes the run longer where it goes on just so.
void AppendRun(const UnpackedRun& run, std::vector<UnpackedRun>* runs) {
  if (!runs->empty()) {
    UnpackedRun& last = runs->back();
    if (last.kind == run.kind && last.flags == run.flags &&
        last.payload_bytes == run.payload_bytes &&
        last.first_word + last.records * WordsOf(last) == run.first_word) {
      last.records += run.records;
      return;
    }
  }
  runs->push_back(run);
}

}  // namespace

class RecordUnpacker::Work {
 public:
  Status Unpack(std::span<const unsigned char> packed, uint64_t kinds, UnpackedBlock* block) {
    Begin(kinds, block);
    ByteReader bytes(packed.data(), packed.size());
    PackedHead head;
    if (!bytes.Read(&head) || head.groups > kMaxBlockGroups)
      return Broken("a block without a head");
    const unsigned char* runs;
    if (!bytes.Take(uint64_t{head.runs} * sizeof(PackedRun), &runs))
      return Broken("runs beyond the block");
    for (uint32_t i = 0; i < head.groups; ++i) {
      Status unpacked = UnpackGroup(&bytes);
      if (!unpacked.ok()) return unpacked;
    }
    if (bytes.left() > 0) return Broken("bytes behind the last group");
    return PlaceInOrder(ByteReader(runs, size_t{head.runs} * sizeof(PackedRun)));
  }

 private:
  struct Group {
    uint16_t kind;
    uint32_t records;  // 0 when nobody wants them
    std::vector<UnpackedRun> runs;
    size_t next_run = 0;  // to be placed in ring order
    bool has_tails = false;
  };

  // Moves up to `most` records of the group's next run behind `runs`; gives back how many.
  static uint32_t PlaceSome(Group* group, uint32_t most, std::vector<UnpackedRun>* runs) {
    UnpackedRun& rest = group->runs[group->next_run];
    UnpackedRun taken = rest;
    taken.records = std::min(most, rest.records);
    rest.first_word += taken.records * WordsOf(rest);
    rest.records -= taken.records;
    group->records -= taken.records;
    if (rest.records == 0) ++group->next_run;
    AppendRun(taken, runs);
    return taken.records;
  }

  void Begin(uint64_t kinds, UnpackedBlock* block) {
    kinds_ = kinds;
    block_ = block;
    block->runs.clear();
    block->counts = {};
    block->unknown = 0;
    groups_.clear();
    words_used_ = 0;
  }

  bool IsWanted(uint16_t kind) const { return IsKnownKind(kind) && (kinds_ >> kind & 1) != 0; }

  Status UnpackGroup(ByteReader* bytes) {
    PackedGroup head;
    const unsigned char* columns;
    if (!bytes->Read(&head) || !bytes->Take(head.bytes, &columns))
      return Broken("a group beyond the block");
    if (FindGroup(head.kind) != nullptr) return Broken("two groups of one kind");
    Count(head);
    Group& group = groups_.emplace_back(Group{head.kind, 0, {}});
    if (!IsWanted(head.kind)) return Status();
    group.records = head.records;
    return UnpackColumns(ByteReader(columns, head.bytes), &group);
  }

  void Count(const PackedGroup& head) {
    if (head.kind < ACLPROFX_KINDS) block_->counts[head.kind] += head.records;
    if (!IsKnownKind(head.kind)) block_->unknown += head.records;
  }

  Status UnpackColumns(ByteReader columns, Group* group) {
    const RecordLayout& layout = LayoutOf(group->kind);
    if (group->records > kMaxBlockRecords) return Broken("more records than a block can hold");
    previous_.fill(0);
    for (size_t first = 0; first < group->records; first += kChunkRecords) {
      const size_t count = std::min(group->records - first, kChunkRecords);
      Status unpacked = UnpackChunk(&columns, layout, count, group);
      if (!unpacked.ok()) return unpacked;
    }
    if (!CopyTails(&columns, layout, *group)) return Broken("tails beyond their group");
    return columns.left() == 0 ? Status() : Broken("bytes behind the tails of a group");
  }

  Status UnpackChunk(ByteReader* columns, const RecordLayout& layout, size_t count, Group* group) {
    bool same_flags = false;
    bool same_tails = false;
    if (!TakeMember(columns, count, &flags_, &same_flags) ||
        !TakeMember(columns, count, &tail_words_, &same_tails)) {
      return Broken("columns beyond their group");
    }
    const size_t words = layout.fixed_bytes / sizeof(uint64_t);
    const auto first_word = static_cast<uint32_t>(words_used_);
    if (!Place(count, words, same_tails, group)) return Broken("more bytes than a block can hold");
    for (size_t i = 0; i < layout.fields.size(); ++i) {
      if (!TakeField(columns, layout.fields[i], count, &previous_[i]))
        return Broken("columns beyond their group");
    }
    if (same_flags && same_tails && tail_words_[0] == 0) {
      StoreRow(count, words, first_word, group);
    } else {
      if (same_flags) flags_.fill(flags_[0]);
      if (same_tails) tail_words_.fill(tail_words_[0]);
      StoreEach(count, words, first_word, group);
    }
    return Status();
  }

  // One value for all comes in the first of `values` alone.
  bool TakeMember(ByteReader* columns, size_t count, NarrowValues* values, bool* all_same) {
    *all_same = narrow_.TakeConstant(columns, values->data());
    uint32_t unused = 0;
    return *all_same || narrow_.Take(columns, Transform::kPlain, &unused, count, values);
  }

  // Makes room for the chunk, after the sum of all payloads is known to be allowed.
  bool Place(size_t count, size_t fixed_words, bool same_tails, Group* group) {
    const auto tails = std::span(tail_words_).first(same_tails ? 1 : count);
    if (*std::max_element(tails.begin(), tails.end()) > UINT16_MAX) return false;
    const uint64_t tail_words =
        std::accumulate(tails.begin(), tails.end(), uint64_t{0}) * (count / tails.size());
    group->has_tails |= tail_words > 0;
    const uint64_t next = words_used_ + count * fixed_words + tail_words;
    if (next > kMostWords) return false;
    words_used_ = next;
    auto& words = block_->words;
    if (next + kStoreSlackWords > words.size()) {
      const size_t doubled = std::min(2 * words.size(), kMostWords + kStoreSlackWords);
      words.resize(std::max<size_t>(next + kStoreSlackWords, doubled));
    }
    return true;
  }

  // A field becomes a word of each record, or a half of one, or a half of that. The fields of a word come in the order
  // of their places in it.
  bool TakeField(ByteReader* columns, const Field& field, size_t count, uint64_t* previous) {
    const size_t word = field.offset / sizeof(uint64_t);
    if (field.bytes == sizeof(uint64_t)) return TakeWord(columns, field, count, previous, word);
    NarrowValues& half = halves_[word][field.offset / sizeof(uint32_t) % 2];
    const size_t part = field.offset / sizeof(uint16_t) % 2;
    NarrowValues& values = field.bytes == sizeof(uint32_t) ? half : parts_[part];
    auto narrow_previous = static_cast<uint32_t>(*previous);
    if (!narrow_.Take(columns, field.transform, &narrow_previous, count, &values)) return false;
    *previous = narrow_previous;
    if (field.bytes == sizeof(uint16_t) && part == 1)
      kernels_.merge(parts_[0].data(), parts_[1].data(), half.data());
    columns_[word] = {nullptr, halves_[word][0].data(), halves_[word][1].data()};
    return true;
  }

  bool TakeWord(ByteReader* columns, const Field& field, size_t count, uint64_t* previous,
                size_t word) {
    NarrowValues& low = halves_[word][0];
    bool is_narrow = false;
    uint32_t high = 0;
    if (!wide_.TakeEither(columns, field.transform, previous, count, &words_[word], &low, &high,
                          &is_narrow)) {
      return false;
    }
    if (high != 0) halves_[word][1].fill(high);
    const NarrowValues& highs = high != 0 ? halves_[word][1] : kZeros;
    columns_[word] = is_narrow ? WordColumn{nullptr, low.data(), highs.data()}
                               : WordColumn{words_[word].data(), nullptr, nullptr};
    return true;
  }

  void StoreRow(size_t count, size_t words, uint32_t first_word, Group* group) {
    kernels_.store(columns_.data(), words, count, block_->words.data() + first_word);
    AppendRun({first_word, static_cast<uint32_t>(words * sizeof(uint64_t)),
               static_cast<uint32_t>(count), group->kind, static_cast<uint16_t>(flags_[0])},
              &group->runs);
  }

  void StoreEach(size_t count, size_t words, uint32_t first_word, Group* group) {
    kernels_.store(columns_.data(), words, count, row_.data());
    for (size_t i = 0; i < count; ++i) {
      const auto all_words = static_cast<uint32_t>(words) + tail_words_[i];
      std::copy_n(row_.begin() + static_cast<ptrdiff_t>(i * words), words,
                  block_->words.begin() + first_word);
      AppendRun({first_word, static_cast<uint32_t>(all_words * sizeof(uint64_t)), 1, group->kind,
                 static_cast<uint16_t>(flags_[i])},
                &group->runs);
      first_word += all_words;
    }
  }

  bool CopyTails(ByteReader* columns, const RecordLayout& layout, const Group& group) {
    const Field* in_bytes = FieldWithRole(layout, FieldRole::kTailBytes);
    const Field* in_words = FieldWithRole(layout, FieldRole::kTailWords);
    if (!group.has_tails && in_bytes == nullptr && in_words == nullptr) return true;
    for (const UnpackedRun& run : group.runs) {
      const size_t tail_bytes = run.payload_bytes - layout.fixed_bytes;
      auto* payload = reinterpret_cast<unsigned char*>(block_->words.data() + run.first_word);
      for (uint32_t i = 0; i < run.records; ++i, payload += run.payload_bytes) {
        const unsigned char* tail;
        if (!columns->Take(tail_bytes, &tail)) return false;
        std::copy(tail, tail + tail_bytes, payload + layout.fixed_bytes);
        KeepInside(in_bytes, tail_bytes, payload);
        KeepInside(in_words, tail_bytes / 8, payload);
      }
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
    while (runs.Read(&run)) {
      if (!IsWanted(run.kind)) continue;
      Group* group = FindGroup(run.kind);
      if (group == nullptr || run.records > group->records)
        return Broken("runs that do not match the groups");
      for (uint32_t left = run.records; left > 0;) left -= PlaceSome(group, left, &block_->runs);
    }
    for (const Group& group : groups_) {
      if (group.records != 0) return Broken("runs that do not match the groups");
    }
    return Status();
  }

  const RecordKernels& kernels_ = RecordKernelsOfMachine();
  uint64_t kinds_ = 0;
  UnpackedBlock* block_ = nullptr;
  std::vector<Group> groups_;
  uint64_t words_used_ = 0;  // of the block's store
  std::array<uint64_t, kMostFields> previous_{};
  std::array<WordColumn, kMostFixedWords> columns_{};
  alignas(64) std::array<ColumnDecoder<uint64_t>::Values, kMostFixedWords> words_{};
  std::array<std::array<NarrowValues, 2>, kMostFixedWords> halves_{};
  std::array<NarrowValues, 2> parts_{};  // the halves of a half
  NarrowValues flags_{};
  NarrowValues tail_words_{};
  std::array<uint64_t, kChunkRecords * kMostFixedWords + kStoreSlackWords> row_{};
  ColumnDecoder<uint32_t> narrow_;
  ColumnDecoder<uint64_t> wide_;
};

RecordUnpacker::RecordUnpacker() : work_(std::make_unique<Work>()) {}
RecordUnpacker::~RecordUnpacker() = default;

Status RecordUnpacker::Unpack(std::span<const unsigned char> packed, uint64_t kinds,
                              UnpackedBlock* block) {
  return work_->Unpack(packed, kinds, block);
}

uint64_t UnpackedBlock::Records() const {
  uint64_t records = 0;
  for (const UnpackedRun& run : runs) records += run.records;
  return records;
}

}  // namespace aclprof
