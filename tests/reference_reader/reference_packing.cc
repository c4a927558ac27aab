#include "tests/reference_reader/reference_packing.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "format/record_layout.h"

namespace aclprof {
namespace {

using Values = std::vector<uint64_t>;

// Takes bytes from the front. After the first that are not there it has failed and gives zeros.
class Input {
 public:
  explicit Input(std::span<const unsigned char> bytes) : bytes_(bytes) {}

  std::span<const unsigned char> Take(uint64_t count) {
    failed_ |= count > bytes_.size();
    if (failed_) return {};
    const auto taken = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return taken;
  }
  template <typename T>
  T TakeValue() {
    const auto taken = Take(sizeof(T));
    return failed_ ? T{} : Load<T>(taken.data());
  }
  void Fail() { failed_ = true; }
  bool failed() const { return failed_; }
  bool AtEnd() const { return bytes_.empty(); }

 private:
  std::span<const unsigned char> bytes_;
  bool failed_ = false;
};

bool BitAt(std::span<const unsigned char> bytes, uint64_t bit) {
  return (bytes[bit / 8] >> (bit % 8) & 1) != 0;
}

Values StreamOfBits(Input* input, size_t count, unsigned width) {
  Values values(count);
  const auto bytes = input->Take((count * width + 7) / 8);
  if (input->failed()) return values;
  for (uint64_t bit = 0; bit < count * width; ++bit)
    values[bit / width] |= uint64_t{BitAt(bytes, bit)} << (bit % width);
  return values;
}

// Value v is in lane v % lanes, and there the (v / lanes)-th.
Values LanesOfBits(Input* input, size_t count, unsigned width) {
  Values values(count);
  const uint64_t word_bits = width > 32 ? 64 : 32;
  const uint64_t lanes = 256 / word_bits;
  const uint64_t bits_of_a_lane = (count + lanes - 1) / lanes * width;
  const uint64_t rows = (bits_of_a_lane + word_bits - 1) / word_bits;
  const auto bytes = input->Take(rows * 32);
  if (input->failed()) return values;
  for (size_t v = 0; v < count; ++v) {
    for (uint64_t i = 0; i < width; ++i) {
      const uint64_t bit = v / lanes * width + i;
      const uint64_t word = bit / word_bits * lanes + v % lanes;
      values[v] |= uint64_t{BitAt(bytes, word * word_bits + bit % word_bits)} << i;
    }
  }
  return values;
}

uint64_t TakeLeast(Input* input) {
  const auto count = input->TakeValue<uint8_t>();
  uint64_t least = 0;
  if (count > sizeof(least)) return input->Fail(), 0;
  const auto bytes = input->Take(count);
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<unsigned char*>(&least));
  return least;
}

// What is to be added to the packed values: the high bits of those that have some.
Values TakePatches(Input* input, size_t count, unsigned width, unsigned most_bits) {
  Values added(count);
  const auto patches = input->TakeValue<uint8_t>();
  const auto high_width = input->TakeValue<uint8_t>();
  const auto places = input->Take(patches);
  if (high_width == 0 || width + high_width > most_bits) input->Fail();
  const Values high = StreamOfBits(input, patches, high_width);
  for (size_t i = 0; i < patches && !input->failed(); ++i) {
    if (places[i] >= count) return input->Fail(), added;
    added[places[i]] |= high[i] << width;
  }
  return added;
}

// The values of a column, at 32 or 64 bits; of deltas the differences.
Values TakeColumn(Input* input, size_t count, unsigned most_bits, bool is_signed) {
  const auto head = input->TakeValue<uint8_t>();
  const unsigned width = head & 0x7F;
  if (width > most_bits) input->Fail();
  uint64_t least = TakeLeast(input);
  if (is_signed) least = least >> 1 ^ (0 - (least & 1));
  const bool patched = (head & kColumnPatched) != 0;
  const Values added = patched ? TakePatches(input, count, width, most_bits) : Values(count);
  const bool lanes = count >= kLeastLaneRecords;
  Values values = lanes ? LanesOfBits(input, count, width) : StreamOfBits(input, count, width);
  for (size_t v = 0; v < count; ++v) {
    values[v] = least + (values[v] | added[v]);
    if (most_bits == 32) values[v] = static_cast<uint32_t>(values[v]);
  }
  return values;
}

// Reads the chunks and tails of one kind.
class Group {
 public:
  Group(uint16_t kind, uint32_t records, Input* input)
      : layout_(LayoutOf(kind)), records_(records, {kind, 0, Bytes(layout_.fixed_bytes)}) {
    for (size_t first = 0; first < records && !input->failed(); first += kChunkRecords)
      TakeChunk(input, first, std::min<size_t>(kChunkRecords, records - first));
    TakeTails(input);
  }
  std::vector<ReferenceRecord>& records() { return records_; }

 private:
  void TakeChunk(Input* input, size_t first, size_t count) {
    const Values flags = TakeColumn(input, count, 32, false);
    for (size_t i = 0; i < count; ++i) records_[first + i].flags = static_cast<uint16_t>(flags[i]);
    const Values words = TakeColumn(input, count, 32, false);
    tail_words_.insert(tail_words_.end(), words.begin(), words.end());
    for (size_t f = 0; f < layout_.fields.size(); ++f) TakeField(input, first, count, f);
  }

  void TakeField(Input* input, size_t first, size_t count, size_t f) {
    const Field& field = layout_.fields[f];
    Values values =
        TakeColumn(input, count, field.bytes == 8 ? 64 : 32, field.transform != Transform::kPlain);
    if (field.transform == Transform::kDelta) {
      for (uint64_t& value : values) before_[f] = value += before_[f];
    }
    for (size_t i = 0; i < count; ++i)  // the low bytes of the value are it at the field's width
      std::copy_n(reinterpret_cast<const unsigned char*>(&values[i]), field.bytes,
                  records_[first + i].payload.begin() + field.offset);
  }

  void TakeTails(Input* input) {
    for (size_t i = 0; i < records_.size() && !input->failed(); ++i) {
      if (tail_words_[i] > UINT16_MAX) return input->Fail();
      Bytes& payload = records_[i].payload;
      const auto tail = input->Take(tail_words_[i] * 8);
      payload.insert(payload.end(), tail.begin(), tail.end());
      if (const Field* bytes = FieldWithRole(layout_, FieldRole::kTailBytes))
        KeepInside(*bytes, tail.size(), &payload);
      if (const Field* words = FieldWithRole(layout_, FieldRole::kTailWords))
        KeepInside(*words, tail.size() / 8, &payload);
    }
  }

  // A length of a tail is never more than the tail.
  static void KeepInside(const Field& field, uint32_t most, Bytes* payload) {
    const auto said = Load<uint32_t>(payload->data() + field.offset);
    Store(payload->data() + field.offset, std::min(said, most));
  }

  const RecordLayout& layout_;
  std::vector<ReferenceRecord> records_;
  Values tail_words_;
  uint64_t before_[kMostFields] = {};
};

using Groups = std::map<uint16_t, std::vector<ReferenceRecord>>;

std::string TakeGroup(Input* input, uint64_t* unknown, Groups* groups) {
  const auto head = input->TakeValue<PackedGroup>();
  Input body(input->Take(head.bytes));
  if (input->failed()) return "a group is cut short";
  if (groups->contains(head.kind)) return "a kind has two groups";
  auto& records = (*groups)[head.kind];
  if (!IsKnownKind(head.kind)) return *unknown += head.records, "";
  if (head.records > kMaxBlockRecords) return "more records than the limit";
  Group group(head.kind, head.records, &body);
  if (body.failed() || !body.AtEnd()) return "a group is not as long as it says";
  records = std::move(group.records());
  return "";
}

bool AreAnnounced(const std::vector<KindCount>& counts, uint64_t unknown, const Groups& groups) {
  std::map<uint16_t, uint64_t> announced;
  for (const KindCount& count : counts) {
    if (!IsKnownKind(count.kind)) unknown -= count.records;
    if (IsKnownKind(count.kind) && count.records != 0) announced[count.kind] += count.records;
  }
  std::map<uint16_t, uint64_t> there;
  for (const auto& [kind, records] : groups) {
    if (!records.empty()) there[kind] = records.size();
  }
  return unknown == 0 && announced == there;
}

bool AreWithinLimit(const Groups& groups) {
  uint64_t bytes = 0;
  for (const auto& [kind, records] : groups) {
    for (const ReferenceRecord& record : records) bytes += record.payload.size();
  }
  return bytes <= kMaxUnpackedBytes;
}

// The runs say from which group each next record comes. Kinds that this version does not know are stepped over.
std::string InOrder(const std::vector<PackedRun>& runs, Groups groups,
                    std::vector<ReferenceRecord>* records) {
  std::map<uint16_t, size_t> taken;
  for (const PackedRun& run : runs) {
    if (!IsKnownKind(run.kind)) continue;
    if (!groups.contains(run.kind)) return "a run of no group";
    auto& group = groups[run.kind];
    size_t& next = taken[run.kind];
    if (run.records > group.size() - next) return "a run is longer than its group";
    std::move(group.begin() + next, group.begin() + next + run.records,
              std::back_inserter(*records));
    next += run.records;
  }
  for (const auto& [kind, group] : groups) {
    if (taken[kind] != group.size()) return "a group is longer than its runs";
  }
  return "";
}

}  // namespace

std::string UnpackReference(std::span<const unsigned char> packed,
                            const std::vector<KindCount>& counts,
                            std::vector<ReferenceRecord>* records) {
  Input input(packed);
  const auto head = input.TakeValue<PackedHead>();
  Input run_bytes(input.Take(head.runs * sizeof(PackedRun)));
  std::vector<PackedRun> runs;
  while (!run_bytes.AtEnd()) runs.push_back(run_bytes.TakeValue<PackedRun>());
  if (head.groups > kMaxBlockGroups) return "more groups than the limit";
  Groups groups;
  uint64_t unknown = 0;
  for (uint32_t i = 0; i < head.groups; ++i) {
    const std::string fault = TakeGroup(&input, &unknown, &groups);
    if (!fault.empty()) return fault;
  }
  if (input.failed() || !input.AtEnd()) return "the packed bytes are not as long as they say";
  if (!AreAnnounced(counts, unknown, groups)) return "its records are not those announced";
  if (!AreWithinLimit(groups)) return "more bytes than the limit";
  return InOrder(runs, std::move(groups), records);
}

}  // namespace aclprof
