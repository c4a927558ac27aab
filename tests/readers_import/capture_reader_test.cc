#include <gtest/gtest.h>

#include "tests/readers_import/capture_transcript.h"
#include "tests/support/child_process.h"

namespace aclprof {
namespace {

constexpr char kTable[] = "Name,Start Time(us),Duration(us)\na,1,2\nb,2,2\n";

class CaptureDetection : public ::testing::Test {
 protected:
  CaptureFolder folder_;
  CaptureTranscript told_;
};

TEST_F(CaptureDetection, ContentsDecideAndNotTheName) {
  EXPECT_TRUE(ReadCapture(folder_.Write("table.json", kTable), &told_).ok());
  EXPECT_TRUE(ReadCapture(folder_.WriteGzip("gzip.csv", kTable), &told_).ok());
  EXPECT_EQ(told_.tasks.size(), 4u);
}

TEST_F(CaptureDetection, MissingFileIsNotFound) {
  const Status status = ReadCapture(folder_.Path("none.csv"), &told_);
  EXPECT_EQ(status.code(), StatusCode::kNotFound);
  EXPECT_NE(status.message().find("none.csv"), std::string::npos);
}

TEST_F(CaptureDetection, ForeignFilesAreUnsupported) {
  for (const char* text :
       {"hello\n", "{\"a\": 1}", "[1, 2, 3]", "\x89PNG\r\n\x1A\n", "a,b\n1,2\n"}) {
    EXPECT_EQ(ReadCapture(folder_.Write("x", text), &told_).code(), StatusCode::kUnsupported)
        << text;
  }
}

TEST_F(CaptureDetection, EmptyFileIsUnsupported) {
  EXPECT_EQ(ReadCapture(folder_.Write("x", ""), &told_).code(), StatusCode::kUnsupported);
}

TEST_F(CaptureDetection, DirectoryIsNoFile) {
  EXPECT_FALSE(ReadCapture(folder_.Path("."), &told_).ok());
}

TEST_F(CaptureDetection, UnreadableFileIsPermissionDenied) {
  const std::string path = folder_.Write("secret.csv", kTable);
  std::filesystem::permissions(path, std::filesystem::perms::none);
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
  EXPECT_EQ(RunUnprivileged([&] {
              const StatusCode code = ReadCapture(path, &told_).code();
              return code == StatusCode::kPermissionDenied ? 0 : 1;
            }),
            0);
}

TEST_F(CaptureDetection, TruncatedGzipTellsWhatWasWhole) {
  std::string table = "Name,Start Time(us),Duration(us)\n";
  for (int i = 0; i < 20000; ++i) {
    table += "op" + std::to_string(i * 7919) + "," + std::to_string(i) + ".125,0.5\n";
  }
  folder_.WriteGzip("t.csv.gz", table);
  const std::string bytes = folder_.Bytes("t.csv.gz");
  const Status status =
      ReadCapture(folder_.Write("cut.csv.gz", bytes.substr(0, bytes.size() / 2)), &told_);
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("cut.csv.gz: gzip stream damaged near byte"), std::string::npos)
      << status.message();
  EXPECT_GT(told_.tasks.size(), 1000u);
  EXPECT_LT(told_.tasks.size(), 20000u);
}

TEST_F(CaptureDetection, FlippedByteInGzipIsDamage) {
  folder_.WriteGzip("t.csv.gz", kTable);
  std::string bytes = folder_.Bytes("t.csv.gz");
  bytes[bytes.size() - 6] ^= 1;  // in the checksum
  EXPECT_EQ(ReadCapture(folder_.Write("bad.csv.gz", bytes), &told_).code(), StatusCode::kDataLoss);
}

}  // namespace
}  // namespace aclprof
