// The limits of the format: what is at one is read, what is beyond it is refused, by both readers.
#include <gtest/gtest.h>

#include "format/record_layout.h"
#include "readers/record_unpacker.h"
#include "readers/trace_frames.h"
#include "tests/reference_reader/reference_reader.h"
#include "tests/support/session_on_disk.h"

namespace aclprof {
namespace {

Bytes Announcement(uint64_t packed_bytes, std::vector<uint32_t> records) {
  BlockAnnouncement head{};
  head.head_bytes = sizeof(head);
  head.packing = kPackingColumns;
  head.packed_bytes = packed_bytes;
  head.kinds = static_cast<uint16_t>(records.size());
  Bytes body;
  AppendValue(&body, head);
  for (const uint32_t count : records) AppendValue(&body, KindCount{ACLPROFX_KIND_TASK, 0, count});
  return body;
}

bool Parses(const Bytes& body) {
  AnnouncedBlock block;
  return ParseAnnouncement(ByteReader(body.data(), body.size()), &block);
}

FrameHead HeadOfBody(uint64_t body_bytes) {
  FrameHead head{};
  head.skippable_magic = kSkippableMagic;
  head.tag = kTraceTag;
  head.size_bytes = static_cast<uint32_t>(body_bytes + sizeof(head) - kLz4HeadBytes);
  return head;
}

// `kinds` groups of so many tasks that are all zero: two bytes a column.
Bytes PackedZeros(std::vector<uint16_t> kinds, uint32_t records) {
  Bytes packed;
  const auto count = static_cast<uint32_t>(kinds.size());
  AppendValue(&packed, PackedHead{count, count});
  for (const uint16_t kind : kinds) AppendValue(&packed, PackedRun{kind, 0, records});
  for (const uint16_t kind : kinds) {
    const size_t chunks = (records + kChunkRecords - 1) / kChunkRecords;
    const auto bytes = static_cast<uint32_t>(chunks * 2 * (2 + LayoutOf(kind).fields.size()));
    AppendValue(&packed, PackedGroup{kind, 0, records, bytes});
    packed.resize(packed.size() + bytes);
  }
  return packed;
}

void ExpectUnpacks(const Bytes& packed, const std::vector<KindCount>& counts, bool expected) {
  UnpackedBlock block;
  EXPECT_EQ(RecordUnpacker().Unpack(packed, ~uint64_t{0}, &block).ok(), expected);
  std::vector<ReferenceRecord> records;
  EXPECT_EQ(UnpackReference(packed, counts, &records).empty(), expected);
}

TEST(FormatLimits, BlockOfMoreRecordsThanItsRingHoldsIsRefused) {
  const auto most = static_cast<uint32_t>(kMaxBlockRecords);
  EXPECT_TRUE(Parses(Announcement(0, {most})));
  EXPECT_FALSE(Parses(Announcement(0, {most, 1})));
  ExpectUnpacks(PackedZeros({ACLPROFX_KIND_TASK}, most), {{ACLPROFX_KIND_TASK, 0, most}}, true);
  ExpectUnpacks(PackedZeros({ACLPROFX_KIND_TASK}, most + 1), {{ACLPROFX_KIND_TASK, 0, most + 1}},
                false);
}

TEST(FormatLimits, PackedBytesBeyondTheLimitAreRefused) {
  EXPECT_TRUE(Parses(Announcement(kMaxUnpackedBytes, {})));
  EXPECT_FALSE(Parses(Announcement(kMaxUnpackedBytes + 1, {})));
}

TEST(FormatLimits, UnpackedBytesBeyondTheLimitAreRefused) {
  const uint32_t half = kMaxUnpackedBytes / 2 / sizeof(aclprofx_task);
  constexpr uint16_t kOther = ACLPROFX_KIND_PMU;
  static_assert(sizeof(aclprofx_pmu) == sizeof(aclprofx_task));
  const std::vector<KindCount> counts = {{ACLPROFX_KIND_TASK, 0, half}, {kOther, 0, half}};
  ExpectUnpacks(PackedZeros({ACLPROFX_KIND_TASK, kOther}, half), counts, true);
  const std::vector<KindCount> more = {{ACLPROFX_KIND_TASK, 0, half + 1}, {kOther, 0, half + 1}};
  ExpectUnpacks(PackedZeros({ACLPROFX_KIND_TASK, kOther}, half + 1), more, false);
}

TEST(FormatLimits, BlockOfTooManyKindsIsRefused) {
  std::vector<uint16_t> kinds;
  for (uint16_t i = 0; i < kMaxBlockGroups; ++i) kinds.push_back(1000 + i);
  ExpectUnpacks(PackedZeros(kinds, 0), {}, true);
  kinds.push_back(999);
  ExpectUnpacks(PackedZeros(kinds, 0), {}, false);
}

TEST(FormatLimits, BodyBeyondTheLimitIsNoFrame) {
  EXPECT_TRUE(IsOurHead(HeadOfBody(kMaxBodyBytes)));
  EXPECT_FALSE(IsOurHead(HeadOfBody(kMaxBodyBytes + 1)));
}

TEST(FormatLimits, TextBeyondTheLimitIsCut) {
  SessionOnDisk disk;
  const uint32_t ring = disk.AddRing(-1);
  const uint32_t name = disk.dictionary().AddString(std::string(kMaxEntryBytes + 5, 'x'));
  RingBytes records;
  records.Add(ACLPROFX_KIND_API, aclprofx_api{10, 1, 0, name, 0, 0, 1, ACLPROFX_LEVEL_ACL, 0, 0});
  ASSERT_TRUE(disk.Append(-1, records, ring).ok());
  disk.Close();
  const std::string bytes = TextOfFile(disk.FilePath(-1));
  const ReferenceFile file =
      ReadReference(std::span(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
  EXPECT_EQ(file.dictionary.at({DictionarySpace::kString, name}).size(), kMaxEntryBytes);
  EXPECT_TRUE(file.damage.empty());
}

}  // namespace
}  // namespace aclprof
