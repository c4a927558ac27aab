// The reader and the reference reader, which was written from the page of the format alone, read the same.
#include <gtest/gtest.h>

#include "readers/session_reader.h"
#include "tests/support/reader_comparison.h"
#include "tests/support/record_maker.h"
#include "tests/support/session_on_disk.h"

namespace aclprof {
namespace {

class SecondReaderTest : public testing::Test {
 protected:
  // Blocks of records of all kinds, of every length around a chunk and a row of lanes.
  void MakeSession() {
    const uint32_t device_ring = disk_.AddRing(0);
    const uint32_t host_ring = disk_.AddRing(-1, "");
    const uint32_t name = disk_.dictionary().AddString("aclrtMalloc");
    OpEntry op{};
    op.name = name;
    disk_.dictionary().AddOp(op);
    disk_.dictionary().AddTaskType("AI_CORE");
    for (const size_t count : {1, 31, 400, 433, 3600})
      ASSERT_TRUE(disk_.Append(0, maker_.Records(count, name), device_ring, count).ok());
    ASSERT_TRUE(disk_.Append(-1, maker_.Records(50, name), host_ring).ok());
  }

  // What the ring of one stream gave, as both readers have it.
  void ExpectSameOrder(const std::string& path) {
    std::unique_ptr<SessionReader> reader;
    ASSERT_TRUE(SessionReader::Open(path, &reader).ok());
    EXPECT_EQ(RecordsOf(reader->Records({}).get()), RecordsOf(ReadReferenceFile(path)));
  }

  static bool HasKinds(const ReferenceFile& file) {
    std::set<uint16_t> kinds;
    for (const auto& record : RecordsOf(file)) kinds.insert(std::get<1>(record));
    return kinds.size() == 14;
  }

  SessionOnDisk disk_;
  RecordMaker maker_;
};

TEST_F(SecondReaderTest, GoldenFilesReadTheSame) {
  const std::filesystem::path folder = ACLPROF_SOURCE "/tests/golden";
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.path().string().ends_with(kTraceSuffix)) continue;
    EXPECT_EQ(CompareReaders(entry.path()), "") << entry.path();
    ExpectSameOrder(entry.path());
    ++files;
  }
  EXPECT_GE(files, 4);
}

TEST_F(SecondReaderTest, GoldenFileIsWhatThePageSays) {
  const ReferenceFile file = ReadReferenceFile(ACLPROF_SOURCE "/tests/golden/trace_v1_0.trace.lz4");
  EXPECT_TRUE(file.damage.empty());
  EXPECT_EQ(file.ends, 1u);
  ASSERT_EQ(file.headers.size(), 1u);
  EXPECT_EQ(file.headers[0].texts[1], "fixed");
  EXPECT_EQ(file.dictionary.at({DictionarySpace::kString, 1}), "MatMul_1");
  EXPECT_EQ(file.stamps.size(), 4u);
  ASSERT_EQ(file.blocks.size(), 1u);
  const auto& records = file.blocks[0].records;
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(Load<aclprofx_task>(records[1].payload.data()).duration, 260u);
  EXPECT_EQ(TextOfBytes(records[2].payload.data() + sizeof(aclprofx_mark), 4), "step");
  EXPECT_EQ(file.file_ledger.Total().Stored(), 4u);
  EXPECT_EQ(file.session_ledger->Total().Emitted(), 5u);
}

TEST_F(SecondReaderTest, EveryKindInBlocksOfEveryLengthReadsTheSame) {
  MakeSession();
  disk_.Close();
  for (const int device : {0, -1}) {
    EXPECT_EQ(CompareReaders(disk_.FilePath(device)), "") << device;
    ExpectSameOrder(disk_.FilePath(device));
  }
  EXPECT_TRUE(HasKinds(ReadReferenceFile(disk_.FilePath(0))));
}

TEST_F(SecondReaderTest, RotatedFilesReadTheSameOneByOneAndJoined) {
  disk_.max_file_bytes = 1;
  MakeSession();
  disk_.Close();
  std::string all;
  for (int number = 1; number <= 5; ++number) {
    EXPECT_EQ(CompareReaders(disk_.FilePath(0, number)), "") << number;
    all += TextOfFile(disk_.FilePath(0, number));
  }
  const std::string joined = disk_.root() + "/joined.trace.lz4";
  WriteFile(joined, all + TextOfFile(disk_.FilePath(-1)));
  EXPECT_EQ(CompareReaders(joined), "");
  EXPECT_EQ(RecordsOf(ReadReferenceFile(joined)).size(), 4515u);
}

TEST_F(SecondReaderTest, FileOfAKilledProcessReadsTheSame) {
  MakeSession();
  disk_.Abandon();
  EXPECT_EQ(CompareReaders(disk_.FilePath(0)), "");
  EXPECT_EQ(ReadReferenceFile(disk_.FilePath(0)).ends, 0u);
  EXPECT_EQ(RecordsOf(ReadReferenceFile(disk_.FilePath(0))).size(), 4465u);
}

TEST_F(SecondReaderTest, RemovedAndInsertedBytesCostTheSame) {
  const uint32_t ring = disk_.AddRing(0);
  for (int block = 0; block < 3; ++block)
    ASSERT_TRUE(disk_.Append(0, maker_.Records(14), ring).ok());
  disk_.Close();
  const std::string whole = TextOfFile(disk_.FilePath(0));
  const std::string path = disk_.root() + "/changed.trace.lz4";
  for (size_t offset = 0; offset < whole.size(); offset += 17) {
    WriteFile(path, whole.substr(0, offset) + whole.substr(std::min(offset + 5, whole.size())));
    EXPECT_EQ(CompareReaders(path), "") << "removed at " << offset;
    WriteFile(path, whole.substr(0, offset) + "surprise" + whole.substr(offset));
    EXPECT_EQ(CompareReaders(path), "") << "inserted at " << offset;
  }
}

// Each of two copies lost another block: together they have all.
TEST_F(SecondReaderTest, DamagedCopiesMakeUpForEachOther) {
  const uint32_t ring = disk_.AddRing(0);
  for (int block = 0; block < 2; ++block)
    ASSERT_TRUE(disk_.Append(0, maker_.Records(14), ring).ok());
  disk_.Abandon();
  const std::string whole = TextOfFile(disk_.FilePath(0));
  std::string first = whole;
  first[whole.find("\x04\x22\x4d\x18") + 20] ^= 1;
  const std::string path = disk_.root() + "/joined.trace.lz4";
  WriteFile(path, first + whole.substr(0, whole.size() - 20));
  EXPECT_EQ(CompareReaders(path), "");
  EXPECT_EQ(RecordsOf(ReadReferenceFile(path)).size(), 28u);
}

TEST_F(SecondReaderTest, NothingIsTakenFromAJoinedFileOfAnotherSession) {
  MakeSession();
  disk_.Close();
  SessionOnDisk other;
  other.identity().session_id = "PROF_000002";
  const uint32_t ring = other.AddRing(0);
  const uint32_t name = other.dictionary().AddString("of another session");
  other.dictionary().AddString("and a name that this one lacks");
  ASSERT_TRUE(other.Append(0, maker_.Records(14, name + 1), ring).ok());
  other.Close();
  const std::string path = disk_.root() + "/joined.trace.lz4";
  for (const char* tail : {"", "torn"}) {  // read from the footers, and frame by frame
    WriteFile(path, TextOfFile(disk_.FilePath(0)) + TextOfFile(other.FilePath(0)) + tail);
    EXPECT_EQ(CompareReaders(path), "");
    std::unique_ptr<SessionReader> reader;
    ASSERT_TRUE(SessionReader::Open(path, &reader).ok());
    EXPECT_EQ(RecordsOf(reader->Records({}).get()).size(), 4465u);
    EXPECT_EQ(reader->String(name + 1), "unknown(2)");
    EXPECT_EQ(reader->foreign_files(), std::vector<std::string>{path});
  }
}

}  // namespace
}  // namespace aclprof
