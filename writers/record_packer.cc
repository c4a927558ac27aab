#include "writers/record_packer.h"

#include <bit>

#include "format/record_layout.h"
#include "format/trace_format.h"

namespace aclprof {
namespace {

// Values of one column on their way, reused from column to column.
struct Column {
  std::vector<uint64_t> codes;
  uint64_t used_bits = 0;  // of all codes, or-ed together
  uint64_t base = 0;
};

// The difference as the field's own width sees it, so that a step from 0xFFFFFFFF to 0 is a small one.
template <typename T>
uint64_t Difference(T value, T previous) {
  using Signed = std::make_signed_t<T>;
  return static_cast<uint64_t>(
      static_cast<int64_t>(static_cast<Signed>(static_cast<T>(value - previous))));
}

template <typename T, Transform kTransform>
void Gather(std::span<const RecordRef> records, size_t offset, Column* column) {
  T previous = Load<T>(records[0].payload + offset);
  uint64_t used_bits = 0;
  uint64_t* code = column->codes.data();
  column->base = previous;
  for (const RecordRef& record : records) {
    const T value = Load<T>(record.payload + offset);
    if constexpr (kTransform == Transform::kPlain) {
      *code = value;
    } else if constexpr (kTransform == Transform::kDelta) {
      *code = ZigzagEncode(Difference(value, previous));
      previous = value;
    } else {
      *code = ZigzagEncode(Difference(value, T{0}));
    }
    used_bits |= *code++;
  }
  column->used_bits = used_bits;
}

template <typename T>
void GatherField(std::span<const RecordRef> records, const Field& field, Column* column) {
  switch (field.transform) {
    case Transform::kPlain:
      return Gather<T, Transform::kPlain>(records, field.offset, column);
    case Transform::kDelta:
      return Gather<T, Transform::kDelta>(records, field.offset, column);
    case Transform::kZigzag:
      return Gather<T, Transform::kZigzag>(records, field.offset, column);
  }
}

void GatherField(std::span<const RecordRef> records, const Field& field, Column* column) {
  if (field.bytes == 8) return GatherField<uint64_t>(records, field, column);
  if (field.bytes == 4) return GatherField<uint32_t>(records, field, column);
  GatherField<uint16_t>(records, field, column);
}

void GatherMember(std::span<const RecordRef> records, uint16_t RecordRef::*member, Column* column) {
  uint64_t used_bits = 0;
  for (size_t i = 0; i < records.size(); ++i) used_bits |= column->codes[i] = records[i].*member;
  column->used_bits = used_bits;
}

// The width, then all lowest bytes, all second bytes, and so on; bytes that no value needs are left out.
void AppendPlanes(const Column& column, Bytes* packed) {
  const auto width = static_cast<unsigned char>((std::bit_width(column.used_bits) + 7) / 8);
  const size_t count = column.codes.size();
  packed->push_back(width);
  size_t at = packed->size();
  packed->resize(at + count * width);
  for (int shift = 0; shift < width * 8; shift += 8, at += count) {
    unsigned char* plane = packed->data() + at;
    const uint64_t* code = column.codes.data();
    for (size_t i = 0; i < count; ++i) plane[i] = static_cast<unsigned char>(code[i] >> shift);
  }
}

void AppendField(std::span<const RecordRef> records, const Field& field, Column* column,
                 Bytes* packed) {
  GatherField(records, field, column);
  if (field.transform == Transform::kDelta) AppendValue(packed, column->base);
  AppendPlanes(*column, packed);
}

void AppendTails(const RecordGroup& group, size_t fixed_bytes, Bytes* packed) {
  for (const RecordRef& record : group.records) {
    AppendBytes(packed, record.payload + fixed_bytes, size_t{record.tail_words} * 8);
  }
}

void AppendGroup(const RecordGroup& group, Column* column, Bytes* packed) {
  const RecordLayout& layout = LayoutOf(group.kind);
  const auto records = static_cast<uint32_t>(group.records.size());
  const size_t head_at = packed->size();
  packed->resize(head_at + sizeof(PackedGroup));
  column->codes.resize(records);
  GatherMember(group.records, &RecordRef::flags, column);
  AppendPlanes(*column, packed);
  GatherMember(group.records, &RecordRef::tail_words, column);
  AppendPlanes(*column, packed);
  for (const Field& field : layout.fields) AppendField(group.records, field, column, packed);
  AppendTails(group, layout.fixed_bytes, packed);
  const auto bytes = static_cast<uint32_t>(packed->size() - head_at - sizeof(PackedGroup));
  Store(packed->data() + head_at, PackedGroup{group.kind, 0, records, bytes});
}

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
  sorted->resize(scan.records.size());
  size_t at = 0;
  for (uint16_t kind = 0; kind < ACLPROFX_KINDS; ++kind) {
    next[kind] = at;
    at += scan.counts[kind];
    if (scan.counts[kind] > 0)
      groups.push_back({kind, {sorted->data() + next[kind], scan.counts[kind]}});
  }
  for (const RecordRef& record : scan.records) (*sorted)[next[record.kind]++] = record;
  return groups;
}

void PackRecords(const RecordScan& scan, std::span<const RecordGroup> groups, Bytes* packed) {
  const size_t head_at = packed->size();
  packed->resize(head_at + sizeof(PackedHead));
  const uint32_t runs = AppendRuns(scan.records, packed);
  Store(packed->data() + head_at, PackedHead{runs, static_cast<uint32_t>(groups.size())});
  Column column;
  for (const RecordGroup& group : groups) AppendGroup(group, &column, packed);
}

}  // namespace aclprof
