// The log's queue has an end, and says what it did not keep.

#include "core/event_log.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aclprof {
namespace {

TEST(EventLogTest, LinesBeyondTheMostAreCounted) {
  EventLog log;
  std::vector<std::string> lines;
  log.SetSink(
      [](void* context, int, const char* text) {
        static_cast<std::vector<std::string>*>(context)->push_back(text);
      },
      &lines);
  for (size_t i = 0; i < EventLog::kMostWaiting + 7; ++i) log.Write(LogLevel::kInfo, "line");
  log.Flush();
  ASSERT_EQ(lines.size(), EventLog::kMostWaiting + 1);
  EXPECT_EQ(lines.back(), "7 lines of this log were lost");
  log.Write(LogLevel::kInfo, "next");
  log.Flush();
  EXPECT_EQ(lines.back(), "next");
}

}  // namespace
}  // namespace aclprof
