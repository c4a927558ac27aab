#include "writers/record_packer.h"

#include <algorithm>
#include <array>

#include "format/bit_packing.h"
#include "format/record_layout.h"
#include "format/trace_format.h"
#include "writers/column_encoder.h"

namespace aclprof {
namespace {

// The records of one kind, chunk by chunk.
class GroupPacker {
 public:
  GroupPacker(const ChunkKernels& kernels, Bytes* packed, RecordFacts* facts)
      : kernels_(kernels), packed_(packed), facts_(facts), narrow_(kernels), wide_(kernels) {}

  void Append(const RecordGroup& group) {
    const RecordLayout& layout = LayoutOf(group.kind);
    const size_t head_at = packed_->size();
    packed_->resize(head_at + sizeof(PackedGroup));
    previous_.fill(0);
    for (size_t first = 0; first < group.records.size(); first += kChunkRecords)
      AppendChunk(
          group.records.subspan(first, std::min(kChunkRecords, group.records.size() - first)),
          layout);
    AppendTails(group, layout.fixed_bytes);
    const auto bytes = static_cast<uint32_t>(packed_->size() - head_at - sizeof(PackedGroup));
    Store(packed_->data() + head_at,
          PackedGroup{group.kind, 0, static_cast<uint32_t>(group.records.size()), bytes});
  }

 private:
  using Records = std::span<const RecordRef>;
  template <typename Word>
  using Values = std::array<Word, kChunkRecords>;

  void AppendChunk(Records records, const RecordLayout& layout) {
    AppendMember(records, &RecordRef::flags);
    AppendMember(records, &RecordRef::tail_words);
    LoadWords(records, layout.fixed_bytes / sizeof(uint64_t));
    NoteTimes(layout, records.size());
    for (size_t i = 0; i < layout.fields.size(); ++i)
      AppendField(layout.fields[i], records.size(), &previous_[i]);
  }

  void AppendMember(Records records, uint16_t RecordRef::*member) {
    for (size_t i = 0; i < records.size(); ++i) narrow_values_[i] = records[i].*member;
    uint32_t unused = 0;
    narrow_.Append(narrow_values_, records.size(), Transform::kPlain, &unused, packed_);
  }

  // Word by word, so that each record is visited once and not once for each of its fields.
  void LoadWords(Records records, size_t words) {
    switch (words) {
      case 3:
        return LoadWords<3>(records);
      case 4:
        return LoadWords<4>(records);
      case 5:
        return LoadWords<5>(records);
      case 6:
        return LoadWords<6>(records);
      case 7:
        return LoadWords<7>(records);
      default:
        return;  // a kind that is all tail
    }
  }

  template <size_t kWords>
  void LoadWords(Records records) {
    for (size_t i = 0; i < records.size(); ++i) {
      const unsigned char* const payload = records[i].payload;
      for (size_t word = 0; word < kWords; ++word)
        words_[word][i] = Load<uint64_t>(payload + word * sizeof(uint64_t));
    }
  }

  const uint64_t* WordsOf(const Field* field) const {
    return field == nullptr ? nullptr : words_[field->offset / sizeof(uint64_t)].data();
  }

  void NoteTimes(const RecordLayout& layout, size_t records) {
    const uint64_t* const starts = WordsOf(FieldWithRole(layout, FieldRole::kStart));
    const uint64_t* const durations = WordsOf(FieldWithRole(layout, FieldRole::kDuration));
    const uint64_t* const ends = WordsOf(FieldWithRole(layout, FieldRole::kEnd));
    if (starts == nullptr) return;
    if (durations != nullptr) return facts_->times.AddDurations(starts, durations, records);
    ends != nullptr ? facts_->times.AddEnds(starts, ends, records)
                    : facts_->times.AddPoints(starts, records);
  }

  void NoteNames(FieldRole role, size_t records) {
    const std::span<const uint32_t> ids(narrow_values_.data(), records);
    if (role == FieldRole::kString) facts_->names.Add(DictionarySpace::kString, ids);
    if (role == FieldRole::kOp) facts_->names.Add(DictionarySpace::kOp, ids);
    if (role == FieldRole::kTaskType) facts_->names.Add(DictionarySpace::kTaskType, ids);
  }

  void AppendField(const Field& field, size_t records, uint64_t* previous) {
    Values<uint64_t>& words = words_[field.offset / sizeof(uint64_t)];
    if (field.bytes == sizeof(uint64_t))
      return wide_.Append(words, records, field.transform, previous, packed_);
    const unsigned shift = field.offset % sizeof(uint64_t) * 8;
    kernels_.split(words.data(), shift, LowBits<uint32_t>(field.bytes * 8), narrow_values_.data());
    NoteNames(field.role, records);
    auto narrow_previous = static_cast<uint32_t>(*previous);
    narrow_.Append(narrow_values_, records, field.transform, &narrow_previous, packed_);
    *previous = narrow_previous;
  }

  void AppendTails(const RecordGroup& group, size_t fixed_bytes) {
    for (const RecordRef& record : group.records)
      if (record.tail_words > 0)
        AppendBytes(packed_, record.payload + fixed_bytes, size_t{record.tail_words} * 8);
  }

  const ChunkKernels& kernels_;
  Bytes* packed_;
  RecordFacts* facts_;
  std::array<uint64_t, kMostFields> previous_;
  std::array<Values<uint64_t>, kMostFixedWords> words_{};
  Values<uint32_t> narrow_values_{};
  ColumnEncoder<uint32_t> narrow_;
  ColumnEncoder<uint64_t> wide_;
};

uint32_t AppendRuns(std::span<const RecordRef> records, Bytes* packed) {
  uint32_t runs = 0;
  for (size_t i = 0; i < records.size();) {
    size_t end = i + 1;
    while (end < records.size() && records[end].kind == records[i].kind) ++end;
    AppendValue(packed, PackedRun{records[i].kind, 0, static_cast<uint32_t>(end - i)});
    ++runs;
    i = end;
  }
  return runs;
}

}  // namespace

std::vector<RecordGroup> GroupByKind(const RecordScan& scan, std::vector<RecordRef>* sorted) {
  std::vector<RecordGroup> groups;
  std::array<size_t, ACLPROFX_KINDS> next{};
  size_t at = 0;
  for (uint16_t kind = 0; kind < ACLPROFX_KINDS; ++kind) {
    next[kind] = at;
    at += scan.counts[kind];
    if (scan.counts[kind] > 0)
      groups.push_back({kind, std::span(scan.records).subspan(next[kind], scan.counts[kind])});
  }
  if (groups.size() < 2) return groups;
  sorted->resize(scan.records.size());
  for (const RecordRef& record : scan.records) (*sorted)[next[record.kind]++] = record;
  const std::span<const RecordRef> all(*sorted);
  at = 0;
  for (RecordGroup& group : groups) {
    group.records = all.subspan(at, group.records.size());
    at += group.records.size();
  }
  return groups;
}

void PackRecords(const RecordScan& scan, std::span<const RecordGroup> groups, Bytes* packed,
                 RecordFacts* facts) {
  const size_t head_at = packed->size();
  packed->resize(head_at + sizeof(PackedHead));
  const uint32_t runs = AppendRuns(scan.records, packed);
  Store(packed->data() + head_at, PackedHead{runs, static_cast<uint32_t>(groups.size())});
  GroupPacker packer(Kernels(), packed, facts);
  for (const RecordGroup& group : groups) packer.Append(group);
}

}  // namespace aclprof
