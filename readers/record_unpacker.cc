#include "readers/record_unpacker.h"

#include <algorithm>
#include <span>
#include <string>

#include "base/byte_reader.h"
#include "format/record_layout.h"
#include "format/trace_format.h"

namespace aclprof {
namespace {

constexpr uint32_t kMostGroups = 256;  // far more than there are kinds
constexpr size_t kMostRecords = kMaxBlockBytes / sizeof(aclprofx_record_header);

Status Broken(const std::string& what) { return Status(StatusCode::kDataLoss, what); }

// One stored column: its base, if it has one, and its byte planes.
struct Planes {
  uint64_t base = 0;
  size_t width = 0;
  const unsigned char* bytes = nullptr;
};

bool TakePlanes(ByteReader* group, size_t records, bool has_base, Planes* planes) {
  uint8_t width;
  if (has_base && !group->Read(&planes->base)) return false;
  if (!group->Read(&width) || width > sizeof(uint64_t)) return false;
  planes->width = width;
  return group->Take(uint64_t{width} * records, &planes->bytes);
}

void Join(const Planes& planes, std::span<uint64_t> codes) {
  std::fill(codes.begin(), codes.end(), 0);
  const unsigned char* plane = planes.bytes;
  for (size_t i = 0; i < planes.width; ++i, plane += codes.size()) {
    for (size_t r = 0; r < codes.size(); ++r) codes[r] |= uint64_t{plane[r]} << (8 * i);
  }
}

struct Group {
  uint16_t kind;
  std::vector<UnpackedRecord> records;
  size_t next = 0;  // to be placed in ring order
};

class Unpacker {
 public:
  Unpacker(const Bytes& packed, uint64_t kinds, UnpackedBlock* block)
      : reader_(packed.data(), packed.size()), kinds_(kinds), block_(block) {}

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
  bool IsWanted(uint16_t kind) const { return IsKnownKind(kind) && (kinds_ >> kind & 1) != 0; }

  Status UnpackGroup() {
    PackedGroup head;
    const unsigned char* columns;
    if (!reader_.Read(&head) || !reader_.Take(head.bytes, &columns))
      return Broken("a group beyond the block");
    if (FindGroup(head.kind) != nullptr) return Broken("two groups of one kind");
    Count(head);
    Group& group = groups_.emplace_back(Group{head.kind, {}, 0});
    if (!IsWanted(head.kind)) return Status();
    return UnpackColumns(ByteReader(columns, head.bytes), head.records, &group);
  }

  void Count(const PackedGroup& head) {
    if (head.kind < ACLPROFX_KINDS) block_->counts[head.kind] += head.records;
    if (!IsKnownKind(head.kind)) block_->unknown += head.records;
  }

  // Room is made only after the sum of all payloads is known to be allowed.
  Status UnpackColumns(ByteReader columns, size_t records, Group* group) {
    const RecordLayout& layout = LayoutOf(group->kind);
    if (records > kMostRecords) return Broken("more records than a block can hold");
    Planes flags, tails;
    if (!TakePlanes(&columns, records, false, &flags) ||
        !TakePlanes(&columns, records, false, &tails)) {
      return Broken("columns beyond their group");
    }
    codes_.resize(records);
    Join(tails, codes_);
    if (!Place(layout.fixed_bytes, group)) return Broken("more bytes than a block can hold");
    Join(flags, codes_);
    for (size_t i = 0; i < records; ++i) group->records[i].flags = static_cast<uint16_t>(codes_[i]);
    for (const Field& field : layout.fields) {
      if (!UnpackField(&columns, field, *group)) return Broken("columns beyond their group");
    }
    return CopyTails(&columns, layout, *group) ? Status() : Broken("tails beyond their group");
  }

  // Gives every record of the group its place; codes_ holds the words of their tails.
  bool Place(size_t fixed_bytes, Group* group) {
    uint64_t words = block_->words.size();
    for (uint64_t tail_words : codes_) {
      if (tail_words > UINT16_MAX) return false;
      const uint64_t payload_words = fixed_bytes / 8 + tail_words;
      group->records.push_back(
          {static_cast<uint32_t>(words), static_cast<uint32_t>(payload_words * 8), group->kind, 0});
      words += payload_words;
      if (words > kMaxUnpackedBytes / sizeof(uint64_t)) return false;
    }
    block_->words.resize(words);
    return true;
  }

  unsigned char* Payload(const UnpackedRecord& record) {
    return reinterpret_cast<unsigned char*>(block_->words.data() + record.first_word);
  }

  bool UnpackField(ByteReader* columns, const Field& field, const Group& group) {
    Planes planes;
    const bool delta = field.transform == Transform::kDelta;
    if (!TakePlanes(columns, group.records.size(), delta, &planes)) return false;
    Join(planes, codes_);
    uint64_t value = planes.base;
    for (size_t i = 0; i < codes_.size(); ++i) {
      const uint64_t code = codes_[i];
      if (delta) value += ZigzagDecode(code);
      if (!delta) value = field.transform == Transform::kZigzag ? ZigzagDecode(code) : code;
      StoreField(Payload(group.records[i]), field, value);
    }
    return true;
  }

  bool CopyTails(ByteReader* columns, const RecordLayout& layout, const Group& group) {
    const Field* in_bytes = FieldWithRole(layout, FieldRole::kTailBytes);
    const Field* in_words = FieldWithRole(layout, FieldRole::kTailWords);
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

  ByteReader reader_;
  const uint64_t kinds_;
  UnpackedBlock* block_;
  std::vector<Group> groups_;
  std::vector<uint64_t> codes_;
};

}  // namespace

Status UnpackRecords(const Bytes& packed, uint64_t kinds, UnpackedBlock* block) {
  block->words.clear();
  block->records.clear();
  block->counts = {};
  block->unknown = 0;
  return Unpacker(packed, kinds, block).Run();
}

}  // namespace aclprof
