// The page of the format, the golden file and the code say the same.
#include "format/trace_format.h"

#include <gtest/gtest.h>
#include <lz4.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>

#include "readers/session_reader.h"
#include "tests/support/file_text.h"
#include "tests/support/golden_session.h"

namespace aclprof {
namespace {

constexpr char kGoldenPath[] = ACLPROF_SOURCE "/tests/golden/trace_v1_0.trace.lz4";
constexpr char kPagePath[] = ACLPROF_SOURCE "/format/trace_format.md";
constexpr int kGoldenLz4Version =
    10904;  // compressed bytes may differ from release to release of LZ4

// The bytes of the page's dump: lines of an offset and bytes, in hexadecimal.
std::string DumpedBytes(const std::string& page) {
  static const std::regex kLine("^    ([0-9a-f]{6})  ((?:[0-9a-f]{2} ?)+)");
  std::string bytes;
  std::istringstream lines(page);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_search(line, match, kLine)) continue;
    EXPECT_EQ(std::stoul(match[1], nullptr, 16), bytes.size()) << line;
    std::istringstream pairs(match[2]);
    for (std::string pair; pairs >> pair;) bytes += static_cast<char>(std::stoi(pair, nullptr, 16));
  }
  return bytes;
}

std::string TestsOfReaders() {
  std::string text;
  for (const auto& file : std::filesystem::directory_iterator(ACLPROF_SOURCE "/tests/readers"))
    text += TextOfFile(file.path());
  return text;
}

void ExpectOnPage(const std::string& page, const std::string& text) {
  EXPECT_NE(page.find(text), std::string::npos) << "the page does not say: " << text;
}

// ACLPROF_ACCEPT_GOLDEN=1 writes the file anew; only a new version of the format may want that.
TEST(TraceFormat, WriterStillWritesTheGoldenFile) {
  const std::string written = GoldenSession().Write();
  if (std::getenv("ACLPROF_ACCEPT_GOLDEN") != nullptr) WriteFile(kGoldenPath, written);
  if (LZ4_versionNumber() != kGoldenLz4Version)
    GTEST_SKIP() << "another LZ4 may compress otherwise";
  EXPECT_EQ(written, TextOfFile(kGoldenPath));
}

TEST(TraceFormat, GoldenFileReads) {
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(kGoldenPath, &reader).ok());
  auto cursor = reader->Records({});
  RecordView view;
  ASSERT_TRUE(cursor->Next(&view));
  const auto task = Load<aclprofx_task>(view.payload);
  EXPECT_EQ(task.task_id, 1u);
  EXPECT_EQ(view.start.ns, GoldenSession::kRealtimeNs + 1000);
  EXPECT_EQ(view.duration.ns, 250);
  EXPECT_EQ(reader->String(reader->Op(task.op)->name), "MatMul_1");
  EXPECT_EQ(reader->TaskType(task.type), "AI_CORE");
  ASSERT_TRUE(cursor->Next(&view));
  ASSERT_TRUE(cursor->Next(&view));
  EXPECT_EQ(view.kind, ACLPROFX_KIND_MARK);
  ASSERT_TRUE(cursor->Next(&view));
  EXPECT_EQ(view.kind, ACLPROFX_KIND_LOSS);
  EXPECT_EQ(view.duration.ns, 50);
  EXPECT_FALSE(cursor->Next(&view));
  EXPECT_EQ(reader->ledger().Total().Emitted(), 5u);
  EXPECT_EQ(reader->missing_records(), 0);
}

TEST(TraceFormat, DumpOnThePageIsTheGoldenFile) {
  const std::string page = TextOfFile(kPagePath);
  ASSERT_FALSE(page.empty());
  EXPECT_EQ(DumpedBytes(page), TextOfFile(kGoldenPath));
}

TEST(TraceFormat, NumbersOnThePageAreTheCodes) {
  const std::string page = TextOfFile(kPagePath);
  ExpectOnPage(page,
               "version " + std::to_string(kFormatMajor) + "." + std::to_string(kFormatMinor));
  char magic[16];
  std::snprintf(magic, sizeof(magic), "0x%08X", kSkippableMagic);
  ExpectOnPage(page, magic);
  ExpectOnPage(page, "| FrameHead | " + std::to_string(sizeof(FrameHead)) + " |");
  ExpectOnPage(page, "| FileHeader | " + std::to_string(sizeof(FileHeader)) + " |");
  ExpectOnPage(page, "| BlockAnnouncement | " + std::to_string(sizeof(BlockAnnouncement)) + " |");
  ExpectOnPage(page, "| LedgerHead | " + std::to_string(sizeof(LedgerHead)) + " |");
  ExpectOnPage(page, "| ClockStamp | " + std::to_string(sizeof(ClockStamp)) + " |");
  ExpectOnPage(page,
               "| DictionaryEntryHead | " + std::to_string(sizeof(DictionaryEntryHead)) + " |");
  ExpectOnPage(page, "| KindCount | " + std::to_string(sizeof(KindCount)) + " |");
  ExpectOnPage(page, "| IndexEntryHead | " + std::to_string(sizeof(IndexEntryHead)) + " |");
  ExpectOnPage(page, "| LedgerRowHead | " + std::to_string(sizeof(LedgerRowHead)) + " |");
  ExpectOnPage(page, "| LedgerCell | " + std::to_string(sizeof(LedgerCell)) + " |");
  ExpectOnPage(page, "| FileEnd | " + std::to_string(sizeof(FileEnd)) + " |");
  ExpectOnPage(page, "A chunk is the next " + std::to_string(kChunkRecords) + " records");
  ExpectOnPage(page, "Fewer than " + std::to_string(kLeastLaneRecords) + " values");
  ExpectOnPage(page, std::to_string(kMaxBlockBytes >> 20) + " MiB of a ring in one block");
  ExpectOnPage(page, std::to_string(kMaxBlockRecords) + " records");
  ExpectOnPage(page, std::to_string(kMaxBlockGroups) + " kinds");
  ExpectOnPage(page, std::to_string(kMaxEntryBytes >> 20) + " MiB in one dictionary entry");
  ExpectOnPage(page, std::to_string(kMaxUnpackedBytes >> 20) + " MiB of records in one block");
  ExpectOnPage(page, std::to_string(kMaxBodyBytes >> 20) + " MiB in the body of a skippable frame");
}

// Every row of the table of damage names the test that guards it.
TEST(TraceFormat, EveryDamageOnThePageHasATest) {
  const std::string page = TextOfFile(kPagePath);
  const size_t begin = page.find("## Damage");
  std::istringstream lines(page.substr(begin, page.find("## Limits") - begin));
  static const std::regex kRow(R"(^\| (?!damage|---).*\| (\w+)\.(\w+) \|$)");
  const std::string tests = TestsOfReaders();
  int rows = 0;
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || line.starts_with("| damage")) continue;
    ASSERT_TRUE(std::regex_match(line, match, kRow)) << line;
    const std::string test = "(" + match[1].str() + ", " + match[2].str() + ")";
    EXPECT_NE(tests.find(test), std::string::npos) << "there is no test " << test;
    ++rows;
  }
  EXPECT_GE(rows, 20);
}

}  // namespace
}  // namespace aclprof
