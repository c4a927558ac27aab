#include "writers/record_packer.h"

#include <algorithm>
#include <array>

#include "format/bit_packing.h"
#include "format/record_layout.h"
#include "format/trace_format.h"
#include "writers/chunk_loader.h"
#include "writers/column_encoder.h"

namespace aclprof {
namespace {

constexpr size_t kWordBytes = sizeof(uint64_t);

// The records of one kind, chunk by chunk.
class GroupPacker {
 public:
  GroupPacker(const ChunkKernels& kernels, Bytes* packed, RecordFacts* facts)
      : kernels_(kernels),
        packed_(packed),
        facts_(facts),
        chunk_(kernels),
        narrow_(kernels),
        wide_(kernels) {}

  void Append(const RecordGroup& group) {
    const RecordLayout& layout = LayoutOf(group.kind);
    const size_t head_at = packed_->size();
    packed_->resize(head_at + sizeof(PackedGroup));
    previous_.fill(0);
    chunk_.Begin(group.runs, layout.fixed_bytes / kWordBytes);
    while (const size_t records = chunk_.Next()) AppendChunk(layout, records);
    AppendTails(group, layout.fixed_bytes);
    const auto bytes = static_cast<uint32_t>(packed_->size() - head_at - sizeof(PackedGroup));
    Store(packed_->data() + head_at, PackedGroup{group.kind, 0, group.records, bytes});
  }

 private:
  void AppendChunk(const RecordLayout& layout, size_t records) {
    AppendMembers(chunk_.flags(), records);
    AppendMembers(chunk_.tail_words(), records);
    NoteTimes(layout, records);
    for (size_t i = 0; i < layout.fields.size(); ++i)
      AppendField(layout.fields[i], records, &previous_[i]);
  }

  void AppendMembers(const ChunkLoader::Members& members, size_t records) {
    if (chunk_.same()) return narrow_.AppendSame(members[0], packed_);
    uint32_t unused = 0;
    narrow_.Append(members.data(), records, Transform::kPlain, &unused, packed_);
  }

  const uint64_t* ColumnOf(const Field* field) const {
    return field == nullptr ? nullptr : chunk_.Column(field->offset / kWordBytes);
  }

  // What stands behind the last record of a chunk is that record again.
  void NoteTimes(const RecordLayout& layout, size_t records) {
    const uint64_t* const starts = ColumnOf(FieldWithRole(layout, FieldRole::kStart));
    const uint64_t* const durations = ColumnOf(FieldWithRole(layout, FieldRole::kDuration));
    const uint64_t* const ends = ColumnOf(FieldWithRole(layout, FieldRole::kEnd));
    if (starts == nullptr) return;
    if (ends != nullptr) return facts_->times.AddEnds(starts, ends, records);
    uint64_t first, last;
    durations != nullptr ? kernels_.time_span(starts, durations, &first, &last)
                         : kernels_.wide.range(starts, &first, &last);
    facts_->times.Add(first, last);
  }

  void NoteNames(FieldRole role, size_t records) {
    const std::span<const uint32_t> ids(narrow_values_.data(), records);
    if (role == FieldRole::kString) NoteNames(DictionarySpace::kString, ids);
    if (role == FieldRole::kOp) NoteNames(DictionarySpace::kOp, ids);
    if (role == FieldRole::kTaskType) NoteNames(DictionarySpace::kTaskType, ids);
  }
  void NoteNames(DictionarySpace space, std::span<const uint32_t> ids) {
    if (narrow_.most() < 64)
      return facts_->names.AddBelow64(space, kernels_.low_ids(narrow_values_.data()));
    facts_->names.Add(space, ids, narrow_.most());
  }

  void AppendField(const Field& field, size_t records, uint64_t* previous) {
    const uint64_t* const words = ColumnOf(&field);
    if (field.bytes == kWordBytes)
      return wide_.Append(words, records, field.transform, previous, packed_);
    const unsigned shift = field.offset % kWordBytes * 8;
    kernels_.split(words, shift, LowBits<uint32_t>(field.bytes * 8), narrow_values_.data());
    auto narrow_previous = static_cast<uint32_t>(*previous);
    narrow_.Append(narrow_values_.data(), records, field.transform, &narrow_previous, packed_);
    *previous = narrow_previous;
    NoteNames(field.role, records);
  }

  void AppendTails(const RecordGroup& group, size_t fixed_bytes) {
    for (const RecordRun& run : group.runs) {
      const size_t tail_bytes = run.tail_words * kWordBytes;
      for (size_t i = 0; i < run.records && tail_bytes > 0; ++i)
        AppendBytes(packed_, run.Payload(i) + fixed_bytes, tail_bytes);
      facts_->tail_bytes += run.records * tail_bytes;
    }
  }

  const ChunkKernels& kernels_;
  Bytes* packed_;
  RecordFacts* facts_;
  std::array<uint64_t, kMostFields> previous_;
  ChunkLoader chunk_;
  alignas(64) std::array<uint32_t, kChunkRecords> narrow_values_;
  ColumnEncoder<uint32_t> narrow_;
  ColumnEncoder<uint64_t> wide_;
};

uint32_t AppendRuns(std::span<const RecordRun> runs, Bytes* packed) {
  uint32_t appended = 0;
  for (size_t i = 0; i < runs.size();) {
    PackedRun packed_run{runs[i].kind, 0, 0};
    for (; i < runs.size() && runs[i].kind == packed_run.kind; ++i)
      packed_run.records += runs[i].records;
    AppendValue(packed, packed_run);
    ++appended;
  }
  return appended;
}

}  // namespace

std::vector<RecordGroup> GroupByKind(const RecordScan& scan, std::vector<RecordRun>* sorted) {
  std::array<size_t, ACLPROFX_KINDS> runs{}, next{};
  for (const RecordRun& run : scan.runs) ++runs[run.kind];
  sorted->resize(scan.runs.size());
  const std::span<const RecordRun> all(*sorted);
  std::vector<RecordGroup> groups;
  size_t at = 0;
  for (uint16_t kind = 0; kind < ACLPROFX_KINDS; ++kind) {
    if (runs[kind] == 0) continue;
    next[kind] = at;
    groups.push_back({kind, static_cast<uint32_t>(scan.counts[kind]), all.subspan(at, runs[kind])});
    at += runs[kind];
  }
  for (const RecordRun& run : scan.runs) (*sorted)[next[run.kind]++] = run;
  return groups;
}

void PackRecords(const RecordScan& scan, std::span<const RecordGroup> groups, Bytes* packed,
                 RecordFacts* facts) {
  const size_t head_at = packed->size();
  packed->resize(head_at + sizeof(PackedHead));
  const uint32_t runs = AppendRuns(scan.runs, packed);
  Store(packed->data() + head_at, PackedHead{runs, static_cast<uint32_t>(groups.size())});
  GroupPacker packer(Kernels(), packed, facts);
  for (const RecordGroup& group : groups) packer.Append(group);
}

}  // namespace aclprof
