#include "writers/retention.h"

#include <gtest/gtest.h>

#include "tests/support/memory_file_system.h"

namespace aclprof {
namespace {

class RetentionTest : public testing::Test {
 protected:
  void Write(Retention* retention, const std::string& path, uint64_t bytes, uint64_t records) {
    retention->Reserve(bytes);
    disk_.files[path] = std::make_shared<std::string>(bytes, 'x');
    retention->AddClosed(path, bytes, records);
  }
  MemoryFileSystem disk_;
};

TEST_F(RetentionTest, OldestFileGoesFirst) {
  Retention retention(&disk_, 100);
  Write(&retention, "a", 40, 4);
  Write(&retention, "b", 40, 5);
  Write(&retention, "c", 40, 6);
  EXPECT_EQ(disk_.files.count("a"), 0u);
  EXPECT_EQ(disk_.files.count("b"), 1u);
  EXPECT_EQ(retention.aged_out_records(), 4u);
  EXPECT_EQ(retention.aged_out_files(), 1u);
}

TEST_F(RetentionTest, NoLimitRemovesNothing) {
  Retention retention(&disk_, 0);
  for (int i = 0; i < 100; ++i) Write(&retention, std::to_string(i), 1000000, 1);
  EXPECT_EQ(disk_.files.size(), 100u);
  EXPECT_EQ(retention.CapOfFile(64), 64u);
}

TEST_F(RetentionTest, ReleasedBytesMakeRoomAgain) {
  Retention retention(&disk_, 100);
  Write(&retention, "a", 60, 1);
  retention.Reserve(40);
  retention.Release(40);
  retention.Reserve(40);
  EXPECT_EQ(disk_.files.count("a"), 1u);
}

TEST_F(RetentionTest, FileThatSomebodyElseRemovedCountsAsAgedOut) {
  Retention retention(&disk_, 100);
  Write(&retention, "a", 60, 3);
  disk_.files.clear();
  retention.Reserve(60);
  EXPECT_EQ(retention.aged_out_records(), 3u);
}

TEST_F(RetentionTest, FilesAreKeptSmallUnderASmallLimit) {
  const Retention retention(&disk_, 8u << 20);
  EXPECT_EQ(retention.CapOfFile(64u << 20), 1u << 20);
  EXPECT_EQ(retention.CapOfFile(1000), 1000u);
}

}  // namespace
}  // namespace aclprof
