// Text arrives whole and in order, whoever writes it, and the first failure is the last write.
#include "export/text_sink.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <set>
#include <string>
#include <thread>

namespace aclprof {
namespace {

// What a file was asked to do, and by whom; looked at once its sink has finished or is gone.
struct FileDiary {
  std::string text;
  std::set<std::thread::id> threads;
  int appends = 0;
  int failing_append = -1;
  bool closed = false;
};

class DiaryFile final : public WritableFile {
 public:
  explicit DiaryFile(FileDiary* diary) : diary_(diary) {}
  Status Append(const void* bytes, size_t count) override {
    diary_->threads.insert(std::this_thread::get_id());
    if (diary_->appends++ == diary_->failing_append) return Status::FromErrno(ENOSPC, "the file");
    diary_->text.append(static_cast<const char*>(bytes), count);
    return Status();
  }
  Status Truncate(uint64_t) override { return Status(); }
  Status Sync() override { return Status(); }
  Status Close() override {
    diary_->closed = true;
    return Status();
  }
  bool StillAtPath() const override { return true; }

 private:
  FileDiary* diary_;
};

class TextSinkTest : public testing::Test {
 protected:
  void AppendRows(int rows) {
    for (int i = 0; i < rows; ++i) {
      const std::string row = "row " + std::to_string(i) + std::string(i % 97, '.') + "\n";
      sink_->Append(row);
      expected_ += row;
    }
  }

  FileDiary diary_;
  std::unique_ptr<TextSink> sink_ =
      std::make_unique<TextSink>(std::make_unique<DiaryFile>(&diary_));
  std::string expected_;
};

TEST_F(TextSinkTest, LongTextIsWrittenInOrderByAThreadOfItsOwn) {
  AppendRows(100000);
  EXPECT_EQ(sink_->bytes(), expected_.size());
  EXPECT_TRUE(sink_->Finish().ok());
  EXPECT_TRUE(diary_.text == expected_);
  EXPECT_EQ(diary_.threads.size(), 2u);  // the last buffer is the caller's
  EXPECT_TRUE(diary_.closed);
}

TEST_F(TextSinkTest, ShortTextNeedsNoThread) {
  AppendRows(100);
  EXPECT_TRUE(sink_->Finish().ok());
  EXPECT_EQ(diary_.text, expected_);
  EXPECT_EQ(diary_.threads, std::set{std::this_thread::get_id()});
}

TEST_F(TextSinkTest, ATextAboveTheBufferStandsBehindWhatCameBefore) {
  for (int i = 0; i < 3; ++i) {
    AppendRows(20000);
    const std::string large(1 << 20, static_cast<char>('a' + i));
    sink_->Append(large);
    expected_ += large;
  }
  EXPECT_TRUE(sink_->Finish().ok());
  EXPECT_TRUE(diary_.text == expected_);
}

TEST_F(TextSinkTest, NothingIsWrittenAfterAFailure) {
  diary_.failing_append = 2;
  AppendRows(100000);
  EXPECT_EQ(sink_->status().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(sink_->Finish().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(diary_.appends, 3);
  EXPECT_TRUE(expected_.starts_with(diary_.text));
  EXPECT_TRUE(diary_.closed);
}

TEST_F(TextSinkTest, AFailureOfTheLastBufferHandedOverIsToldAtTheEnd) {
  diary_.failing_append = 0;
  while (sink_->bytes() <= 256 * 1024) AppendRows(1);
  EXPECT_EQ(sink_->Finish().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(diary_.appends, 1);
}

TEST_F(TextSinkTest, WhatWasHandedOverIsWrittenEvenIfNobodyFinishes) {
  AppendRows(20000);
  sink_.reset();
  EXPECT_GT(diary_.appends, 0);
  EXPECT_TRUE(expected_.starts_with(diary_.text));
}

}  // namespace
}  // namespace aclprof
