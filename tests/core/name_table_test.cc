// The dictionary: ids that never change, under many threads.

#include "core/name_table.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace aclprof {
namespace {

TEST(NameTableTest, SameBytesHaveTheSameId) {
  NameTable names;
  const uint32_t id = names.Intern(DictionarySpace::kString, "MatMul");
  EXPECT_EQ(names.Intern(DictionarySpace::kString, "MatMul"), id);
  EXPECT_NE(names.Intern(DictionarySpace::kString, "MatMul2"), id);
  EXPECT_EQ(names.Intern(DictionarySpace::kString, ""), 0u);
}

TEST(NameTableTest, BytesOfAnyValueComeBack) {
  NameTable names;
  const std::string odd("a\0b\xff\n", 5);
  const uint32_t id = names.Intern(DictionarySpace::kString, odd);
  std::string_view bytes;
  ASSERT_TRUE(names.Lookup({DictionarySpace::kString, id}, &bytes));
  EXPECT_EQ(bytes, odd);
}

TEST(NameTableTest, UnknownIdsAreNotFound) {
  NameTable names;
  std::string_view bytes;
  EXPECT_FALSE(names.Lookup({DictionarySpace::kString, 0}, &bytes));
  EXPECT_FALSE(names.Lookup({DictionarySpace::kString, 1}, &bytes));
  EXPECT_FALSE(names.Lookup({DictionarySpace::kString, kUnknownId}, &bytes));
}

TEST(NameTableTest, FullSpaceGivesTheUnknownIdAndCounts) {
  NameTable names;
  for (uint32_t i = 0; i < NameTable::kMaxTaskTypes; ++i)
    ASSERT_EQ(names.Intern(DictionarySpace::kTaskType, std::to_string(i)), i + 1);
  EXPECT_EQ(names.Intern(DictionarySpace::kTaskType, "one more"), kUnknownId);
  EXPECT_EQ(names.overflowed(), 1u);
  EXPECT_EQ(names.Intern(DictionarySpace::kTaskType, "7"), 8u);
}

TEST(NameTableTest, ReadersSeeWholeEntriesWhileOthersAdd) {
  NameTable names;
  constexpr uint32_t kNames = 20000;
  std::vector<std::thread> writers;
  for (int w = 0; w < 2; ++w)
    writers.emplace_back([&] {
      for (uint32_t i = 0; i < kNames; ++i)
        names.Intern(DictionarySpace::kString, "name" + std::to_string(i));
    });
  uint32_t known = 0;
  while (known < kNames) {
    std::string_view bytes;
    if (!names.Lookup({DictionarySpace::kString, known + 1}, &bytes)) continue;
    ASSERT_EQ(bytes.substr(0, 4), "name");
    ++known;
  }
  for (std::thread& writer : writers) writer.join();
  std::string_view bytes;
  EXPECT_FALSE(names.Lookup({DictionarySpace::kString, kNames + 1}, &bytes));
}

}  // namespace
}  // namespace aclprof
