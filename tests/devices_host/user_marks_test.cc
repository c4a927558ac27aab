// User marks as a program makes them, read back from the session on disk.

#include <unistd.h>

#include <map>
#include <set>
#include <thread>

#include "aclprof/runtime.h"
#include "api/dlsym_api.h"
#include "format/mark_texts.h"
#include "tests/devices_host/host_fixture.h"
#include "tests/devices_host/host_session.h"

namespace aclprof {
namespace {

constexpr uint64_t kMarks = ACL_PROF_MSPROFTX;

template <typename Payload>
struct Said {
  Payload payload;
  std::string message;
};

// What stands behind the message, each text after a `|`.
template <typename Payload>
std::vector<std::string> TextsOf(SessionReader& session, uint16_t kind) {
  std::vector<std::string> all;
  const auto cursor = session.Records({uint64_t{1} << kind, -1});
  for (RecordView record; cursor->Next(&record);) {
    const auto* payload = static_cast<const Payload*>(record.payload);
    const std::string_view tail(reinterpret_cast<const char*>(payload + 1),
                                record.payload_bytes - sizeof(Payload));
    const MarkTexts texts = MarkTextsOf(tail, payload->message_bytes);
    all.emplace_back(texts.message).append("|").append(texts.category);
    all.back().append("|").append(texts.tag).append("|").append(texts.call_stack);
  }
  return all;
}

template <typename Payload>
std::vector<Said<Payload>> MessagesOf(SessionReader& session, uint16_t kind, int32_t device_id) {
  std::vector<Said<Payload>> all;
  const auto cursor = session.Records({uint64_t{1} << kind, device_id});
  for (RecordView record; cursor->Next(&record);) {
    const auto* payload = static_cast<const Payload*>(record.payload);
    all.push_back({*payload, std::string(reinterpret_cast<const char*>(payload + 1),
                                         payload->message_bytes)});
  }
  return all;
}

void* StampOf(std::string_view message) {
  void* const stamp = aclprofCreateStamp();
  EXPECT_NE(stamp, nullptr);
  EXPECT_EQ(
      aclprofSetStampTraceMessage(stamp, message.data(), static_cast<uint32_t>(message.size())),
      ACL_SUCCESS);
  return stamp;
}

uint32_t ThisThread() { return static_cast<uint32_t>(gettid()); }

class UserMarksTest : public HostFixture {
 protected:
  static auto Ranges(SessionReader& session) {
    return MessagesOf<aclprofx_range>(session, ACLPROFX_KIND_RANGE, -1);
  }
  static auto Marks(SessionReader& session, int32_t device = -1) {
    return MessagesOf<aclprofx_mark>(session, ACLPROFX_KIND_MARK, device);
  }
};

TEST_F(UserMarksTest, R10_AStampCanBeMarkedManyTimesAndKeepsEveryByte) {
  RunningSession running({0}, kMarks);
  const std::string message("a,b\n\"c\"\0d\xff", 10);
  void* const stamp = StampOf(message);
  ASSERT_EQ(aclprofSetStampCategory(stamp, 7), 0);
  uint64_t value = uint64_t{1} << 60;
  ASSERT_EQ(aclprofSetStampPayload(stamp, 2, &value), 0);
  EXPECT_EQ(aclprofSetStampPayload(stamp, 2, nullptr), -1);
  EXPECT_EQ(aclprofSetStampPayload(stamp, -1, &value), -1);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(aclprofMark(stamp), ACL_SUCCESS);
  aclprofDestroyStamp(stamp);
  const auto session = running.Stop();
  const auto marks = Marks(*session);
  ASSERT_EQ(marks.size(), 3u);
  for (const auto& mark : marks) {
    EXPECT_EQ(mark.message, message);
    EXPECT_EQ(mark.payload.category, 7u);
    EXPECT_EQ(mark.payload.payload_type, 2u);
    EXPECT_EQ(mark.payload.payload_value, value);
    EXPECT_EQ(mark.payload.event_type, 0u);
    EXPECT_EQ(mark.payload.thread_id, ThisThread());
  }
  EXPECT_LT(marks[0].payload.time, marks[2].payload.time);
  ExpectNothingLost(*session);
}

TEST_F(UserMarksTest, R10_TheMessageIsCopiedWhenItIsSet) {
  RunningSession running({0}, kMarks);
  std::string message = "before";
  void* const stamp = StampOf(message);
  message = "behind";
  ASSERT_EQ(aclprofMark(stamp), ACL_SUCCESS);
  const auto session = running.Stop();
  ASSERT_EQ(Marks(*session).size(), 1u);
  EXPECT_EQ(Marks(*session)[0].message, "before");
}

TEST_F(UserMarksTest, R10_ARangeHoldsTheMessageOfItsBeginning) {
  RunningSession running({0}, kMarks);
  void* const stamp = StampOf("first");
  uint32_t range = 0;
  ASSERT_EQ(aclprofRangeStart(stamp, &range), ACL_SUCCESS);
  ASSERT_EQ(aclprofPush(stamp), ACL_SUCCESS);
  ASSERT_EQ(aclprofSetStampTraceMessage(stamp, "second", 6), ACL_SUCCESS);
  ASSERT_EQ(aclprofPush(stamp), ACL_SUCCESS);
  ASSERT_EQ(aclprofPop(), ACL_SUCCESS);
  ASSERT_EQ(aclprofPop(), ACL_SUCCESS);
  EXPECT_EQ(aclprofPop(), -1);
  ASSERT_EQ(aclprofRangeStop(range), ACL_SUCCESS);
  EXPECT_EQ(aclprofRangeStop(range), -1);
  const auto session = running.Stop();
  const auto ranges = Ranges(*session);
  ASSERT_EQ(ranges.size(), 3u);
  EXPECT_EQ(ranges[0].message + ranges[1].message + ranges[2].message, "firstfirstsecond");
  const auto& outer = ranges[1].payload;
  const auto& inner = ranges[2].payload;
  EXPECT_LE(outer.start, inner.start);
  EXPECT_GE(outer.start + outer.duration, inner.start + inner.duration);
  EXPECT_EQ(outer.event_type, 1u);
  EXPECT_EQ(ranges[0].payload.event_type, 2u);
  ExpectNothingLost(*session);
}

TEST_F(UserMarksTest, R10_ARangeMayEndOnAnotherThreadAndIdsOfRunningOnesDiffer) {
  RunningSession running({0}, kMarks);
  void* const stamp = StampOf("crossing");
  std::set<uint32_t> ids;
  for (int i = 0; i < 500; ++i) {
    uint32_t id = 0;
    ASSERT_EQ(aclprofRangeStart(stamp, &id), ACL_SUCCESS);
    EXPECT_TRUE(ids.insert(id).second);
  }
  uint32_t other = 0;
  std::thread([&] {
    other = ThisThread();
    for (const uint32_t id : ids) EXPECT_EQ(aclprofRangeStop(id), ACL_SUCCESS);
  }).join();
  const auto session = running.Stop();
  const auto ranges = Ranges(*session);
  ASSERT_EQ(ranges.size(), ids.size());
  for (const auto& range : ranges) {
    EXPECT_EQ(range.payload.thread_id, ThisThread());
    EXPECT_EQ(range.payload.end_thread_id, other);
  }
  ExpectNothingLost(*session);
}

TEST_F(UserMarksTest, R10_RangesOpenAtStopAreOpenEndedAndForgotten) {
  RunningSession running({0}, kMarks);
  void* const stamp = StampOf("open");
  uint32_t range = 0;
  std::thread([&] {  // its ring is gone when the session stops
    EXPECT_EQ(aclprofRangeStart(stamp, &range), ACL_SUCCESS);
    EXPECT_EQ(aclprofPush(stamp), ACL_SUCCESS);
  })
      .join();
  ASSERT_EQ(aclprofPush(stamp), ACL_SUCCESS);
  const auto session = running.Stop();
  const auto ranges = Ranges(*session);
  ASSERT_EQ(ranges.size(), 3u);
  for (const auto& open : ranges) {
    EXPECT_EQ(open.payload.flags, ACLPROFX_TASK_OPEN_ENDED);
    EXPECT_EQ(open.message, "open");
  }
  EXPECT_EQ(session->ledger().open_ended, 3u);
  ExpectNothingLost(*session);

  RunningSession next({0}, kMarks);
  EXPECT_EQ(aclprofPop(), -1);
  EXPECT_EQ(aclprofRangeStop(range), -1);
  EXPECT_TRUE(Ranges(*next.Stop()).empty());
}

TEST_F(UserMarksTest, OfTwoSessionsOnlyTheOneThatStopsGetsTheOpenRange) {
  TemporaryDirectory directory;
  ASSERT_EQ(aclprofInit(directory.path().c_str(), directory.path().size()), ACL_SUCCESS);
  uint32_t devices[] = {0, 1};
  aclprofConfig* const first =
      aclprofCreateConfig(&devices[0], 1, ACL_AICORE_NONE, nullptr, kMarks);
  aclprofConfig* const second =
      aclprofCreateConfig(&devices[1], 1, ACL_AICORE_NONE, nullptr, kMarks);
  ASSERT_EQ(aclprofStart(first), ACL_SUCCESS);
  ASSERT_EQ(aclprofStart(second), ACL_SUCCESS);
  void* const stamp = StampOf("shared");
  ASSERT_EQ(aclprofPush(stamp), ACL_SUCCESS);
  ASSERT_EQ(aclprofStop(first), ACL_SUCCESS);
  ASSERT_EQ(aclprofPop(), ACL_SUCCESS);
  ASSERT_EQ(aclprofStop(second), ACL_SUCCESS);
  ASSERT_EQ(aclprofDestroyConfig(first), ACL_SUCCESS);
  ASSERT_EQ(aclprofDestroyConfig(second), ACL_SUCCESS);
  ASSERT_EQ(aclprofFinalize(), ACL_SUCCESS);
  const auto sessions = SessionsBelow(directory.path());
  ASSERT_EQ(sessions.size(), 2u);
  const auto stopped = Ranges(*OpenSession(sessions[0]));
  const auto went_on = Ranges(*OpenSession(sessions[1]));
  ASSERT_EQ(stopped.size(), 1u);
  ASSERT_EQ(went_on.size(), 1u);
  EXPECT_EQ(stopped[0].payload.flags, ACLPROFX_TASK_OPEN_ENDED);
  EXPECT_EQ(went_on[0].payload.flags, 0u);
  EXPECT_EQ(went_on[0].payload.start, stopped[0].payload.start);
}

TEST_F(UserMarksTest, R10_EverythingIsANoOpWhenOffAndLeavesNoText) {
  int nothing = 0;
  uint32_t range = 77;
  while (aclprofx_last_error() != nullptr) {
  }
  EXPECT_EQ(aclprofCreateStamp(), nullptr);
  aclprofDestroyStamp(nullptr);
  aclprofDestroyStamp(&nothing);
  EXPECT_EQ(aclprofSetStampTraceMessage(&nothing, "m", 1), -1);
  EXPECT_EQ(aclprofMark(&nothing), -1);
  EXPECT_EQ(aclprofMarkEx("m", 1, stream), -1);
  EXPECT_EQ(aclprofPush(&nothing), -1);
  EXPECT_EQ(aclprofPop(), -1);
  EXPECT_EQ(aclprofRangeStart(&nothing, &range), -1);
  EXPECT_EQ(range, 77u);
  EXPECT_EQ(aclprofRangeStop(range), -1);
  EXPECT_EQ(aclprofRangePushEx(nullptr), -1);
  EXPECT_EQ(aclprofRangePop(), -1);
  EXPECT_EQ(aclprofx_last_error(), nullptr);
}

TEST_F(UserMarksTest, ASessionWithoutMsproftxTakesNoMarks) {
  RunningSession running({0}, ACL_PROF_TASK_TIME);
  EXPECT_EQ(aclprofCreateStamp(), nullptr);
  EXPECT_EQ(aclprofPop(), -1);
  EXPECT_TRUE(Marks(*running.Stop()).empty());
}

TEST_F(UserMarksTest, StampsThatAreNoneAreRefused) {
  RunningSession running({0}, kMarks);
  void* const stamp = StampOf("once");
  char* const inside = static_cast<char*>(stamp) + 8;
  int elsewhere = 0;
  EXPECT_EQ(aclprofMark(inside), -1);
  EXPECT_EQ(aclprofMark(&elsewhere), -1);
  EXPECT_EQ(aclprofMark(nullptr), -1);
  EXPECT_EQ(aclprofPush(nullptr), -1);
  EXPECT_EQ(aclprofRangeStart(stamp, nullptr), -1);
  EXPECT_EQ(aclprofSetStampTraceMessage(stamp, nullptr, 1), -1);
  EXPECT_EQ(aclprofSetStampTraceMessage(stamp, std::string(128, 'x').c_str(), 128), -1);
  aclprofDestroyStamp(stamp);
  aclprofDestroyStamp(stamp);
  EXPECT_EQ(aclprofMark(stamp), -1);
  EXPECT_TRUE(Marks(*running.Stop()).empty());
}

TEST_F(UserMarksTest, ExtrasOfOldClientsAreTakenOnALiveStampAndRefusedElsewhere) {
  RunningSession running({0}, kMarks);
  void* const stamp = StampOf("old");
  EXPECT_EQ(aclprofSetCategoryName(7, "loading"), 0);
  EXPECT_EQ(aclprofSetStampTagName(stamp, "tag", 3), 0);
  EXPECT_EQ(aclprofSetStampCallStack(stamp, "main", 4), 0);
  EXPECT_EQ(aclprofSetCategoryName(7, nullptr), -1);
  EXPECT_EQ(aclprofSetStampTagName(stamp, nullptr, 0), -1);
  EXPECT_EQ(aclprofSetStampCallStack(nullptr, "main", 4), -1);
  EXPECT_EQ(aclprofMark(stamp), 0);
  aclprofDestroyStamp(stamp);
  EXPECT_EQ(aclprofSetStampTagName(stamp, "tag", 3), -1);
  EXPECT_EQ(Marks(*running.Stop()).size(), 1u);
  EXPECT_EQ(aclprofSetCategoryName(7, "loading"), -1);
}

TEST_F(UserMarksTest, NamesOfCategoriesTagsAndCallStacksStandBehindTheMessage) {
  RunningSession running({0}, kMarks);
  const std::string stack(1023, 's');
  const std::string tag("a\0\xff", 3);
  void* const stamp = StampOf("marked");
  ASSERT_EQ(aclprofMark(stamp), ACL_SUCCESS);
  ASSERT_EQ(aclprofSetStampCategory(stamp, 4000000000u), 0);
  ASSERT_EQ(aclprofSetCategoryName(4000000000u, "loading, \xff"), 0);
  ASSERT_EQ(aclprofMark(stamp), ACL_SUCCESS);
  ASSERT_EQ(aclprofSetStampTagName(stamp, tag.data(), 3), 0);
  ASSERT_EQ(aclprofSetStampCallStack(stamp, stack.data(), 1023), 0);
  ASSERT_EQ(aclprofMark(stamp), ACL_SUCCESS);
  ASSERT_EQ(aclprofSetCategoryName(0, "everything else"), 0);
  ASSERT_EQ(aclprofSetStampCategory(stamp, 0), 0);
  ASSERT_EQ(aclprofPush(stamp), ACL_SUCCESS);
  uint32_t open = 0;
  ASSERT_EQ(aclprofRangeStart(stamp, &open), ACL_SUCCESS);
  ASSERT_EQ(aclprofSetCategoryName(0, "later"), 0);
  ASSERT_EQ(aclprofPop(), ACL_SUCCESS);
  aclprofDestroyStamp(stamp);
  ASSERT_EQ(aclprofMark(StampOf("")), ACL_SUCCESS);  // the same stamp, empty again
  const auto session = running.Stop();
  EXPECT_EQ(TextsOf<aclprofx_mark>(*session, ACLPROFX_KIND_MARK),
            (std::vector<std::string>{"marked|||", "marked|loading, \xff||",
                                      "marked|loading, \xff|" + tag + "|" + stack, "|later||"}));
  const std::string range = "marked|everything else|" + tag + "|" + stack;
  EXPECT_EQ(TextsOf<aclprofx_range>(*session, ACLPROFX_KIND_RANGE),
            (std::vector<std::string>{range, range}));
  ExpectNothingLost(*session);
}

// Old clients give a mark up when its stack is refused.
TEST_F(UserMarksTest, OfATagOrCallStackThatIsTooLongTheBeginIsKept) {
  RunningSession running({0}, kMarks);
  std::string text = "x";
  while (text.size() < 2000) text += "\u00e9";
  void* const stamp = StampOf("m");
  ASSERT_EQ(aclprofSetStampCategory(stamp, 99), 0);  // which has no name
  ASSERT_EQ(aclprofSetStampTagName(stamp, text.data(), 128), 0);
  ASSERT_EQ(aclprofSetStampCallStack(stamp, text.data(), 2000), 0);
  ASSERT_EQ(aclprofMark(stamp), ACL_SUCCESS);
  EXPECT_EQ(TextsOf<aclprofx_mark>(*running.Stop(), ACLPROFX_KIND_MARK),
            (std::vector<std::string>{"m||" + text.substr(0, 109) + "...(of 128 bytes)|" +
                                      text.substr(0, 1005) + "...(of 2000 bytes)"}));
}

TEST_F(UserMarksTest, ANameOfACategoryThatIsTooLongIsRefused) {
  RunningSession running({0}, kMarks);
  const std::string text(1024, 'x');
  void* const stamp = StampOf("m");
  ASSERT_EQ(aclprofSetStampCategory(stamp, 12), 0);
  EXPECT_EQ(aclprofSetCategoryName(12, text.c_str()), -1);
  ASSERT_EQ(aclprofMark(stamp), ACL_SUCCESS);
  EXPECT_EQ(TextsOf<aclprofx_mark>(*running.Stop(), ACLPROFX_KIND_MARK),
            (std::vector<std::string>{"m|||"}));
}

TEST_F(UserMarksTest, AMarkOnAStreamIsAPointOfTheHostAndOneOfTheDevice) {
  RunningSession running({0}, kMarks);
  EXPECT_EQ(aclprofMarkEx("point", 4, stream), -1);
  EXPECT_EQ(aclprofMarkEx("point", 5, nullptr), -1);
  EXPECT_EQ(aclprofMarkEx(nullptr, 5, stream), -1);
  EXPECT_EQ(aclprofMarkEx("", 0, stream), -1);
  ASSERT_EQ(aclprofMarkEx("point", 5, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const auto session = running.Stop();
  const auto host = Marks(*session);
  const auto device = Marks(*session, 0);
  ASSERT_EQ(host.size(), 1u);
  ASSERT_EQ(device.size(), 1u);
  EXPECT_EQ(host[0].message, "point");
  EXPECT_EQ(device[0].message, "point");
  int32_t stream_id = -1;
  ASSERT_EQ(aclrtStreamGetId(stream, &stream_id), ACL_SUCCESS);
  EXPECT_EQ(device[0].payload.thread_id, static_cast<uint32_t>(stream_id));
  EXPECT_NE(host[0].payload.connection_id, 0u);
  EXPECT_EQ(host[0].payload.connection_id, device[0].payload.connection_id);
  ExpectNothingLost(*session);
}

TEST_F(UserMarksTest, OperatorRangesNestApartFromStamps) {
  RunningSession running({0}, kMarks);
  aclprofTensorInfo tensor{};
  tensor.opNameId = aclprofStr2Id("conv1");
  aclprofEventAttributes attributes{};
  attributes.message.tensorInfo = &tensor;
  EXPECT_EQ(aclprofRangePop(), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclprofRangePushEx(nullptr), ACL_ERROR_INVALID_PARAM);
  ASSERT_EQ(aclprofRangePushEx(&attributes), ACL_SUCCESS);
  EXPECT_EQ(aclprofPop(), -1);
  ASSERT_EQ(aclprofRangePop(), ACL_SUCCESS);
  attributes.messageType = 1;
  EXPECT_EQ(aclprofRangePushEx(&attributes), -1);
  const auto ranges = Ranges(*running.Stop());
  ASSERT_EQ(ranges.size(), 1u);
  EXPECT_EQ(ranges[0].message, "conv1");
}

// P9: created and destroyed per operator, by many threads, more than the vendor's hundred alive.
TEST_F(UserMarksTest, ManyThreadsWithManyStampsLoseNothing) {
  constexpr int kThreads = 8;
  constexpr int kRounds = 200;
  constexpr int kAlive = 30;
  NeverDrop();
  RunningSession running({0}, kMarks);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([t] {
      const std::string message = "thread " + std::to_string(t);
      for (int round = 0; round < kRounds; ++round) {
        std::vector<void*> stamps;
        for (int i = 0; i < kAlive; ++i) stamps.push_back(StampOf(message));
        for (void* const stamp : stamps) {
          uint32_t id = 0;
          EXPECT_EQ(aclprofRangeStart(stamp, &id), ACL_SUCCESS);
          EXPECT_EQ(aclprofMark(stamp), ACL_SUCCESS);
          EXPECT_EQ(aclprofRangeStop(id), ACL_SUCCESS);
          aclprofDestroyStamp(stamp);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto session = running.Stop();
  std::map<std::string, int> marks, ranges;
  for (const auto& mark : Marks(*session)) ++marks[mark.message];
  for (const auto& range : Ranges(*session)) ++ranges[range.message];
  ASSERT_EQ(marks.size(), size_t{kThreads});
  for (const auto& [message, count] : marks) EXPECT_EQ(count, kRounds * kAlive) << message;
  EXPECT_EQ(marks, ranges);
  ExpectNothingLost(*session);
}

}  // namespace
}  // namespace aclprof
