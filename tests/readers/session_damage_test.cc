// Sessions that something happened to, as verify and the reader tell of them.
#include <gtest/gtest.h>

#include "readers/record_merge.h"
#include "readers/session_reader.h"
#include "readers/session_verify.h"
#include "tests/support/program_run.h"
#include "tests/support/session_on_disk.h"

namespace aclprof {
namespace {

class SessionDamageTest : public testing::Test {
 protected:
  // Three blocks of one task each.
  void MakeSession() {
    const uint32_t ring = disk_.AddRing(0);
    for (uint32_t i = 1; i <= 3; ++i)
      ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10 * i, 1, i), ring).ok());
  }

  VerifyReport Verify(const std::string& path) {
    VerifyReport report;
    const Status verified = VerifySession(path, &report);
    EXPECT_TRUE(verified.ok()) << verified.ToString();
    return report;
  }

  static std::string NameOfFirstCall(const std::string& path) {
    std::unique_ptr<SessionReader> reader;
    RecordView view;
    if (!SessionReader::Open(path, &reader).ok()) return "";
    const auto cursor = reader->Records({});
    if (!cursor->Next(&view)) return "";
    return std::string(reader->String(Load<aclprofx_api>(view.payload).name));
  }

  SessionOnDisk disk_;
};

TEST_F(SessionDamageTest, WholeSessionIsWhole) {
  MakeSession();
  disk_.Close();
  const VerifyReport report = Verify(disk_.directory());
  EXPECT_TRUE(report.IsWhole());
  EXPECT_EQ(report.files, 1u);
  EXPECT_EQ(report.blocks, 3u);
  EXPECT_EQ(report.records, 3u);
}

TEST_F(SessionDamageTest, EveryFlippedByteIsFound) {
  MakeSession();
  disk_.Close();
  const std::string path = disk_.FilePath(0);
  const std::string whole = TextOfFile(path);
  for (size_t offset = 0; offset < whole.size(); ++offset) {
    SessionOnDisk::FlipByte(path, offset);
    const VerifyReport report = Verify(path);
    EXPECT_FALSE(report.IsWhole()) << offset;
    EXPECT_GE(report.records, 2u) << offset;
    SessionOnDisk::FlipByte(path, offset);
  }
}

TEST_F(SessionDamageTest, FlippedByteInABlockIsSaidInBytesAndRecords) {
  MakeSession();
  disk_.Close();
  const std::string path = disk_.FilePath(0);
  const std::string whole = TextOfFile(path);
  const size_t lz4_frame = whole.find("\x04\x22\x4d\x18");
  SessionOnDisk::FlipByte(path, lz4_frame + 20);
  const VerifyReport report = Verify(disk_.directory());
  ASSERT_EQ(report.damage.size(), 1u);
  EXPECT_EQ(report.damage[0].what, "block 0: checksum");
  EXPECT_EQ(report.damage[0].records, 1u);
  EXPECT_EQ(report.damage[0].offset, lz4_frame);
  EXPECT_EQ(report.records, 2u);
}

TEST_F(SessionDamageTest, RemovedBytesCostTheBlockTheyWereIn) {
  MakeSession();
  disk_.Abandon();
  const std::string path = disk_.FilePath(0);
  std::string bytes = TextOfFile(path);
  bytes.erase(bytes.find("\x04\x22\x4d\x18") + 20, 10);
  WriteFile(path, bytes);
  const VerifyReport report = Verify(path);
  EXPECT_EQ(report.records, 2u);
  EXPECT_EQ(report.damage.size(), 1u);
}

TEST_F(SessionDamageTest, InsertedBytesCostTheBlockTheyAreIn) {
  MakeSession();
  disk_.Abandon();
  const std::string path = disk_.FilePath(0);
  std::string bytes = TextOfFile(path);
  bytes.insert(bytes.find("\x04\x22\x4d\x18") + 20, "surprise");
  WriteFile(path, bytes);
  EXPECT_EQ(Verify(path).records, 2u);
}

TEST_F(SessionDamageTest, FlippedDictionaryCostsNamesOnlyWithoutAFooter) {
  const uint32_t name = disk_.dictionary().AddString("aclrtMalloc");
  const uint32_t ring = disk_.AddRing(-1);
  RingBytes records;
  records.Add(ACLPROFX_KIND_API, aclprofx_api{10, 1, 0, name, 0, 0, 1, ACLPROFX_LEVEL_ACL, 0, 0});
  ASSERT_TRUE(disk_.Append(-1, records, ring).ok());
  const std::string path = disk_.FilePath(-1);
  disk_.Close();
  const std::string whole = TextOfFile(path);
  SessionOnDisk::FlipByte(path, whole.find("aclrtMalloc"));
  EXPECT_EQ(NameOfFirstCall(path), "aclrtMalloc");
  EXPECT_EQ(Verify(path).damage.size(), 1u);
  const size_t footer = whole.find("aclp", whole.find("\x04\x22\x4d\x18")) - kLz4HeadBytes;
  WriteFile(path, TextOfFile(path).substr(0, footer));
  EXPECT_EQ(NameOfFirstCall(path), "unknown(" + std::to_string(name) + ")");
  EXPECT_EQ(Verify(path).damage.size(), 1u);
}

TEST_F(SessionDamageTest, FlippedHeaderCostsNoRecord) {
  MakeSession();
  disk_.Abandon();
  const std::string path = disk_.FilePath(0);
  SessionOnDisk::FlipByte(path, sizeof(FrameHead) + 4);
  const VerifyReport report = Verify(path);
  EXPECT_EQ(report.records, 3u);
  ASSERT_EQ(report.damage.size(), 1u);
  EXPECT_EQ(report.damage[0].what, "bytes that are no frame");
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(path, &reader).ok());
  EXPECT_EQ(reader->info().process_id, 0u);                    // only the header and info.json know
  EXPECT_EQ(reader->announced_by_device().begin()->first, 0);  // the ring knows
}

TEST_F(SessionDamageTest, ZerosAtTheEndAreATornTail) {
  MakeSession();
  disk_.Close();
  const std::string path = disk_.FilePath(0);
  WriteFile(path, TextOfFile(path) + std::string(4096, '\0'));
  const VerifyReport report = Verify(path);
  EXPECT_EQ(report.records, 3u);
  ASSERT_EQ(report.damage.size(), 1u);
  EXPECT_EQ(report.damage[0].what, "torn tail");
  EXPECT_EQ(report.damage[0].bytes, 4096u);
}

TEST_F(SessionDamageTest, TruncatedInfoIsDamageAndTheRecordsAreRead) {
  MakeSession();
  disk_.Close("{\"format_version\": 1, \"compl");
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(disk_.directory(), &reader).ok());
  EXPECT_EQ(reader->info().why_incomplete, "info.json can't be read");
  EXPECT_EQ(reader->info().host_name, "box");
  EXPECT_EQ(reader->damage().size(), 1u);
  EXPECT_EQ(reader->announced()[ACLPROFX_KIND_TASK], 3u);
}

TEST_F(SessionDamageTest, InfoWithFieldsOfOtherTypesKeepsTheDefaults) {
  MakeSession();
  disk_.Close(
      R"({"pid":"x","devices":7,"kinds":{"a":1},"ledger":{"by_ring":3},"clock":null,"complete":1})");
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(disk_.directory(), &reader).ok());
  EXPECT_FALSE(reader->info().complete);
  EXPECT_EQ(reader->info().process_id, 4711u);
}

TEST_F(SessionDamageTest, FileOfAnotherSessionIsForeign) {
  MakeSession();
  disk_.Close();
  SessionOnDisk other;
  other.identity().session_id = "PROF_000002";
  const uint32_t ring = other.AddRing(0);
  ASSERT_TRUE(other.Append(0, RingBytes().AddTask(1, 1, 99), ring).ok());
  other.Close();
  std::filesystem::copy_file(other.FilePath(0), disk_.FilePath(0, 7));
  const VerifyReport report = Verify(disk_.directory());
  EXPECT_EQ(report.records, 3u);
  EXPECT_EQ(report.foreign, std::vector<std::string>{disk_.FilePath(0, 7)});
}

TEST_F(SessionDamageTest, PipeAmongTheFilesHoldsNobodyUp) {
  MakeSession();
  disk_.Close();
  ASSERT_EQ(mkfifo((disk_.directory() + "/device_0/data/pipe").c_str(), 0600), 0);
  EXPECT_EQ(Verify(disk_.directory()).foreign.size(), 1u);
}

TEST_F(SessionDamageTest, MissingFileIsAContradictionWithTheLedger) {
  disk_.max_file_bytes = 1;
  MakeSession();
  disk_.Close();
  std::filesystem::remove(disk_.FilePath(0, 2));
  EXPECT_EQ(Verify(disk_.directory()).contradictions.size(), 1u);
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(disk_.directory(), &reader).ok());
  EXPECT_EQ(reader->missing_records(), 1);
}

TEST_F(SessionDamageTest, AgedOutFilesAreNoContradiction) {
  disk_.max_file_bytes = 1;
  MakeSession();
  disk_.ledger().aged_out = 1;
  disk_.Close();
  std::filesystem::remove(disk_.FilePath(0, 1));
  EXPECT_TRUE(Verify(disk_.directory()).IsWhole());
}

TEST_F(SessionDamageTest, DroppedSoFarIsKnownOfAKilledSession) {
  const uint32_t ring = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(1, 1, 1), ring, 5).ok());
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(2, 1, 2), ring, 9).ok());
  disk_.Abandon();
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(disk_.directory(), &reader).ok());
  EXPECT_EQ(reader->dropped_announced(), 9u);
}

TEST_F(SessionDamageTest, UnreadableFileIsPermissionDeniedAndNamed) {
  MakeSession();
  disk_.Close();
  std::filesystem::permissions(disk_.root(), std::filesystem::perms(0755));
  std::filesystem::permissions(disk_.FilePath(0), std::filesystem::perms::none);
  for (const char* part : {"", "/device_0", "/device_0/data"}) {
    std::filesystem::permissions(disk_.directory() + part, std::filesystem::perms(0755));
  }
  const int child = RunUnprivileged([this] {
    std::unique_ptr<SessionReader> reader;
    const Status opened = SessionReader::Open(disk_.directory(), &reader);
    const bool named = opened.message().find(disk_.FilePath(0)) != std::string::npos;
    return opened.code() == StatusCode::kPermissionDenied && named ? 0 : 1;
  });
  EXPECT_EQ(child, 0);
}

TEST_F(SessionDamageTest, FileThatVanishesWhileItIsReadIsDamage) {
  MakeSession();
  disk_.Close();
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(disk_.directory(), &reader).ok());
  std::filesystem::remove(disk_.FilePath(0));
  RecordView view;
  EXPECT_FALSE(reader->Records({})->Next(&view));
  EXPECT_EQ(reader->damage().size(), 3u);
  EXPECT_FALSE(reader->Records({})->Next(&view));
  EXPECT_EQ(reader->damage().size(), 3u);  // said once
}

TEST_F(SessionDamageTest, OrderHoldsWhenDecodedBlocksMustBeLetGo) {
  const uint32_t ring = disk_.AddRing(0);
  constexpr uint32_t kBlocks = 20, kEach = 10;
  for (uint32_t block = 0; block < kBlocks; ++block) {  // they interleave, record by record
    RingBytes records;
    for (uint32_t i = 0; i < kEach; ++i)
      records.AddTask(1 + block + i * kBlocks, 1, block + i * kBlocks);
    ASSERT_TRUE(disk_.Append(0, records, ring).ok());
  }
  disk_.Close();
  SessionContents contents;
  ASSERT_TRUE(LoadSession(disk_.directory(), ScanDepth::kFooters, &contents).ok());
  ReadHistory history;
  auto cursor = MergeRecords(&contents, {}, &history, {.decoded_bytes = 1});
  RecordView view;
  for (uint32_t i = 0; i < kBlocks * kEach; ++i) {
    ASSERT_TRUE(cursor->Next(&view));
    EXPECT_EQ(Load<aclprofx_task>(view.payload).task_id, i);
  }
  EXPECT_FALSE(cursor->Next(&view));
}

// The standard tool is happy with every file we write.
TEST_F(SessionDamageTest, Lz4ToolAcceptsEveryFile) {
  ASSERT_EQ(RunCommand("lz4 --version", disk_.root()).code, 0)
      << "the program lz4 is missing; scripts/packages names it";
  disk_.max_file_bytes = 1;
  MakeSession();
  disk_.Close();
  std::string all;
  for (int number = 1; number <= 3; ++number) {
    const Outcome one = RunCommand("lz4 -t -q " + disk_.FilePath(0, number), disk_.root());
    EXPECT_EQ(one.code, 0) << one.err;
    all += " " + disk_.FilePath(0, number);
  }
  const std::string joined = disk_.root() + "/joined.trace.lz4";
  const Outcome whole =
      RunCommand("cat" + all + " >" + joined + " && lz4 -t -q " + joined, disk_.root());
  ASSERT_EQ(whole.code, 0) << whole.err;
  const VerifyReport report = Verify(joined);
  EXPECT_EQ(report.records, 3u);
  EXPECT_TRUE(report.damage.empty());
}

TEST_F(SessionDamageTest, NamesOfManyMegabytesAreNoDamage) {
  constexpr uint32_t kNames = 20;
  const uint32_t ring = disk_.AddRing(0);
  RingBytes records;
  for (uint32_t i = 1; i <= kNames; ++i) {
    OpEntry op{};
    op.name = disk_.dictionary().AddString(std::string(kMaxEntryBytes, static_cast<char>('a' + i)));
    records.AddTask(10 * i, 1, i, disk_.dictionary().AddOp(op));
  }
  ASSERT_TRUE(disk_.Append(0, records, ring).ok());
  disk_.Close();
  const VerifyReport report = Verify(disk_.directory());
  EXPECT_TRUE(report.IsWhole());
  EXPECT_EQ(report.records, kNames);
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(disk_.directory(), &reader).ok());
  for (uint32_t id = 1; id <= kNames; ++id)
    EXPECT_EQ(reader->String(id).size(), kMaxEntryBytes) << id;
}

TEST_F(SessionDamageTest, LedgerOfManyMegabytesComesBackToTheUnit) {
  constexpr uint32_t kRings = 7000;  // of rows as long as rows get: 17 MiB
  MakeSession();
  LedgerRow row;
  for (KindCounts& counts : row.dropped) counts.fill(1);
  for (uint32_t ring = 2; ring < kRings + 2; ++ring) disk_.ledger().by_ring[ring] = row;
  disk_.ledger().unattributed.dropped[ACLPROFX_DROP_NO_RING][ACLPROFX_KIND_API] = 4;
  disk_.ledger().loss_markers = 7;
  disk_.ledger().aged_out = 7;  // those markers, so that nothing is missing
  const Ledger written = disk_.ledger();
  disk_.Close();
  EXPECT_TRUE(Verify(disk_.directory()).IsWhole());
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(disk_.directory(), &reader).ok());
  EXPECT_EQ(reader->ledger().by_ring.size(), written.by_ring.size());
  EXPECT_EQ(reader->ledger().Total().stored, written.Total().stored);
  EXPECT_EQ(reader->ledger().Total().dropped, written.Total().dropped);
  EXPECT_EQ(reader->ledger().loss_markers, 7u);
  EXPECT_EQ(reader->ledger().aged_out, 7u);
}

// Without their ends both are walked frame by frame, and what was said twice must not count twice.
TEST_F(SessionDamageTest, LedgersOfJoinedCopiesAreNotAddedUp) {
  MakeSession();
  disk_.ledger().by_ring[1].dropped[ACLPROFX_DROP_RING_FULL][ACLPROFX_KIND_TASK] = 5;
  disk_.Close();
  const std::string whole = TextOfFile(disk_.FilePath(0));
  const std::string joined = disk_.root() + "/joined.trace.lz4";
  WriteFile(joined, whole + whole + "torn");
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(joined, &reader).ok());
  EXPECT_EQ(reader->ledger().Total().Stored(), 3u);
  EXPECT_EQ(reader->ledger().Total().Dropped(), 5u);
}

}  // namespace
}  // namespace aclprof
