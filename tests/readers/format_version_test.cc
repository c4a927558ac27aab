// Files of other versions, built by hand.
#include <gtest/gtest.h>

#include "readers/session_reader.h"
#include "readers/session_verify.h"
#include "tests/support/session_on_disk.h"
#include "writers/frame_builder.h"

namespace aclprof {
namespace {

constexpr uint16_t kFutureKind = 20;
constexpr uint16_t kKindWithoutCounter = 200;

class FormatVersionTest : public testing::Test {
 protected:
  FileHeader Header(uint16_t major, uint16_t minor) {
    FileHeader header{};
    header.major = major;
    header.minor = minor;
    header.head_bytes = sizeof(FileHeader);
    header.ticks_per_second = 1000000000;
    return header;
  }

  void AppendHeader(const FileHeader& header) {
    const std::string_view texts[kHeaderTexts] = {"PROF_1", "box",   "train",
                                                  "",       "fixed", "aclprof 9"};
    AppendHeaderFrame(header, texts, 0, &file_);
  }

  void AppendBlock(const RingBytes& records) {
    EncodedBlock block;
    ASSERT_TRUE(EncodeBlock(records.Source(1, sequence_++), &block).ok());
    AppendBytes(&file_, block.bytes.data(), block.bytes.size());
  }

  std::string Path() {
    const std::string path = disk_.root() + "/x.trace.lz4";
    WriteFile(path, std::string(file_.begin(), file_.end()));
    return path;
  }

  size_t RecordsRead(SessionReader* reader) {
    size_t records = 0;
    RecordView view;
    for (auto cursor = reader->Records({}); cursor->Next(&view);) ++records;
    return records;
  }

  SessionOnDisk disk_;
  Bytes file_;
  uint64_t sequence_ = 0;
};

TEST_F(FormatVersionTest, NewerMajorIsRefusedNamingBoth) {
  AppendHeader(Header(kFormatMajor + 1, 3));
  std::unique_ptr<SessionReader> reader;
  const Status opened = SessionReader::Open(Path(), &reader);
  EXPECT_EQ(opened.code(), StatusCode::kUnsupported);
  EXPECT_NE(opened.message().find("format 2.3"), std::string::npos) << opened.message();
  EXPECT_NE(opened.message().find("up to 1.x"), std::string::npos) << opened.message();
}

TEST_F(FormatVersionTest, UnknownKindsOfANewerMinorAreCounted) {
  AppendHeader(Header(kFormatMajor, kFormatMinor + 1));
  RingBytes records;
  records.AddTask(1, 1, 1).AddPayload(kFutureKind, "what a later version says").AddTask(2, 1, 2);
  AppendBlock(records);
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(Path(), &reader).ok());
  EXPECT_EQ(RecordsRead(reader.get()), 2u);
  EXPECT_EQ(reader->unknown_records(), 1u);
  EXPECT_TRUE(reader->damage().empty());
}

TEST_F(FormatVersionTest, KindsBeyondEveryCounterAreCounted) {
  AppendHeader(Header(kFormatMajor, kFormatMinor + 1));
  AppendBlock(RingBytes().AddTask(1, 1, 1));
  // The announcement of a block that this version could not unpack anyway.
  const size_t start = BeginFrame(&file_);
  BlockAnnouncement announcement{};
  announcement.head_bytes = sizeof(BlockAnnouncement);
  announcement.packing = 9;
  announcement.kinds = 1;
  announcement.sequence = 1;
  AppendValue(&file_, announcement);
  AppendValue(&file_, KindCount{kKindWithoutCounter, 0, 12});
  EndFrame(&file_, start, FrameType::kBlock);
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(Path(), &reader).ok());
  EXPECT_EQ(reader->unknown_records(), 12u);
  EXPECT_EQ(RecordsRead(reader.get()), 1u);
}

TEST_F(FormatVersionTest, UnknownFramesOfANewerMinorAreSteppedOver) {
  AppendHeader(Header(kFormatMajor, kFormatMinor + 1));
  const size_t start = BeginFrame(&file_);
  AppendValue(&file_, uint64_t{42});
  EndFrame(&file_, start, static_cast<FrameType>(99));
  AppendBlock(RingBytes().AddTask(1, 1, 1));
  VerifyReport report;
  ASSERT_TRUE(VerifySession(Path(), &report).ok());
  EXPECT_EQ(report.unknown_frames, 1u);
  EXPECT_EQ(report.records, 1u);
  EXPECT_TRUE(report.damage.empty());
}

TEST_F(FormatVersionTest, FieldsAddedToTheHeaderAreSkipped) {
  FileHeader header = Header(kFormatMajor, kFormatMinor + 1);
  header.head_bytes += 16;
  const size_t start = BeginFrame(&file_);
  AppendValue(&file_, header);
  AppendBytes(&file_, "sixteen new byte", 16);
  for (int i = 0; i < kHeaderTexts; ++i) {
    AppendValue(&file_, uint16_t{3});
    AppendBytes(&file_, "box", 3);
  }
  EndFrame(&file_, start, FrameType::kHeader);
  AppendBlock(RingBytes().AddTask(1, 1, 1));
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(Path(), &reader).ok());
  EXPECT_EQ(reader->info().host_name, "box");
  EXPECT_EQ(RecordsRead(reader.get()), 1u);
}

TEST_F(FormatVersionTest, ForeignSkippableFramesAreSteppedOver) {
  AppendHeader(Header(kFormatMajor, kFormatMinor));
  AppendValue(&file_, uint32_t{0x184D2A50});
  AppendValue(&file_, uint32_t{5});
  AppendBytes(&file_, "hello", 5);
  AppendBlock(RingBytes().AddTask(1, 1, 1));
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(Path(), &reader).ok());
  EXPECT_EQ(RecordsRead(reader.get()), 1u);
  EXPECT_TRUE(reader->damage().empty());
}

TEST_F(FormatVersionTest, UnknownPackingCostsItsBlockAlone) {
  AppendHeader(Header(kFormatMajor, kFormatMinor));
  EncodedBlock block;
  ASSERT_TRUE(EncodeBlock(RingBytes().AddTask(1, 1, 1).Source(1, 0), &block).ok());
  const size_t head_end = Load<FrameHead>(block.bytes.data()).size_bytes + kLz4HeadBytes;
  auto announcement = Load<BlockAnnouncement>(block.bytes.data() + sizeof(FrameHead));
  announcement.packing = 7;
  const size_t start = BeginFrame(&file_);
  AppendValue(&file_, announcement);
  AppendValue(&file_, KindCount{ACLPROFX_KIND_TASK, 0, 1});
  EndFrame(&file_, start, FrameType::kBlock);
  AppendBytes(&file_, block.bytes.data() + head_end, block.bytes.size() - head_end);
  sequence_ = 1;
  AppendBlock(RingBytes().AddTask(2, 1, 2));
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(Path(), &reader).ok());
  EXPECT_EQ(RecordsRead(reader.get()), 1u);
  ASSERT_EQ(reader->damage().size(), 1u);
  EXPECT_EQ(reader->damage()[0].what, "block 0: packing 7");
}

}  // namespace
}  // namespace aclprof
