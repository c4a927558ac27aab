// Statistics, flows and overlap, each alone.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "export/duration_statistics.h"
#include "export/flow_joiner.h"
#include "export/overlap_analysis.h"

namespace aclprof {
namespace {

uint64_t Low(unsigned __int128 value) { return static_cast<uint64_t>(value); }

TEST(DurationStatistics, VendorRowOfTwoEvents) {
  DurationStatistics statistics;
  statistics.Add({890, 0});
  statistics.Add({5780, 0});
  EXPECT_EQ(Low(statistics.TotalThousandths()), 6670u);
  EXPECT_EQ(Low(statistics.AverageThousandths()), 3335u);
  EXPECT_EQ(Low(statistics.VarianceThousandths()), 5978u);
  EXPECT_EQ(statistics.least, (Span{890, 0}));
  EXPECT_EQ(statistics.most, (Span{5780, 0}));
}

TEST(DurationStatistics, AHalfRoundsUp) {
  DurationStatistics statistics;
  for (const int64_t ns : {350, 1160, 370, 370}) statistics.Add({ns, 0});
  EXPECT_EQ(Low(statistics.AverageThousandths()), 563u);  // 562.5
}

TEST(DurationStatistics, FemtosecondsAddUp) {
  DurationStatistics statistics;
  for (int i = 0; i < 1000; ++i) statistics.Add({0, 1500});
  EXPECT_EQ(Low(statistics.total_as), 1500000000u);
  EXPECT_EQ(Low(statistics.TotalThousandths()), 2u);  // 1.5 ns
}

TEST(DurationStatistics, LongDurationsKeepTheirSpread) {
  DurationStatistics statistics;
  const int64_t hour = 3600000000000;
  for (int i = 0; i < 1000; ++i) {
    statistics.Add({hour, 0});
    statistics.Add({hour + 2000, 0});
  }
  EXPECT_EQ(Low(statistics.VarianceThousandths()), 1000u);  // 1 us^2
}

TEST(DurationStatistics, MergedIsAsIfAddedTogether) {
  DurationStatistics all, left, right;
  for (int64_t ns = 1; ns <= 1000; ++ns) {
    all.Add({ns * ns, 0});
    (ns % 3 == 0 ? left : right).Add({ns * ns, 0});
  }
  left.Merge(right);
  left.Merge(DurationStatistics());
  EXPECT_EQ(left.count, all.count);
  EXPECT_TRUE(left.total_as == all.total_as);
  EXPECT_EQ(left.least, all.least);
  EXPECT_EQ(left.most, all.most);
  EXPECT_EQ(Low(left.VarianceThousandths()), Low(all.VarianceThousandths()));
}

struct Pair {
  uint64_t id_high, id_low;
  int64_t call_ns, task_ns;
  bool operator==(const Pair&) const = default;
};

class FlowJoinerTest : public testing::Test {
 protected:
  std::vector<Pair> pairs_;
  FlowJoiner joiner_{
      [this](unsigned __int128 id, const FlowEnd& call, const FlowEnd& task) {
        pairs_.push_back({Low(id >> 32), Low(id) & 0xFFFFFFFF, call.time_ns, task.time_ns});
      },
      4};
};

TEST_F(FlowJoinerTest, CallThenTask) {
  joiner_.AddCall(14, {{}, 100}, 3);
  joiner_.AddTask(14, {{}, 200});
  EXPECT_EQ(pairs_, (std::vector<Pair>{{14, 0, 100, 200}}));
}

TEST_F(FlowJoinerTest, TaskThenCall) {
  joiner_.AddTask(14, {{}, 90});
  EXPECT_TRUE(pairs_.empty());
  joiner_.AddCall(14, {{}, 100}, 3);
  joiner_.Finish();
  EXPECT_EQ(pairs_, (std::vector<Pair>{{14, 0, 100, 90}}));
  EXPECT_EQ(joiner_.orphans(), 0u);
}

TEST_F(FlowJoinerTest, NodeLaunchesBeforeItsCaller) {
  joiner_.AddCall(14, {{}, 100}, 3);
  joiner_.AddCall(14, {{}, 110}, 4);
  joiner_.AddCall(14, {{}, 120}, 2);
  joiner_.AddTask(14, {{}, 200});
  EXPECT_EQ(pairs_, (std::vector<Pair>{{14, 0, 110, 200}}));
}

TEST_F(FlowJoinerTest, EveryTaskOfOneCallHasItsOwnPair) {
  joiner_.AddTask(14, {{}, 90});
  joiner_.AddCall(14, {{}, 100}, 3);
  joiner_.AddTask(14, {{}, 200});
  joiner_.AddTask(14, {{}, 300});
  EXPECT_EQ(pairs_, (std::vector<Pair>{{14, 0, 100, 90}, {14, 1, 100, 200}, {14, 2, 100, 300}}));
}

TEST_F(FlowJoinerTest, TaskWithoutCallIsAnOrphan) {
  joiner_.AddTask(14, {{}, 200});
  joiner_.AddCall(15, {{}, 300}, 3);
  joiner_.Finish();
  EXPECT_TRUE(pairs_.empty());
  EXPECT_EQ(joiner_.orphans(), 1u);
}

TEST_F(FlowJoinerTest, AtLeastTheGivenNumberIsRemembered) {
  for (uint64_t id = 1; id <= 12; ++id) joiner_.AddCall(id, {{}, 1}, 3);
  for (uint64_t id = 9; id <= 12; ++id) joiner_.AddTask(id, {{}, 2});
  EXPECT_EQ(joiner_.pairs(), 4u);
  joiner_.AddTask(1, {{}, 2});
  joiner_.Finish();
  EXPECT_EQ(joiner_.orphans(), 1u);
}

TEST_F(FlowJoinerTest, ForgottenTasksAreCounted) {
  for (uint64_t id = 1; id <= 20; ++id) joiner_.AddTask(id, {{}, 1});
  joiner_.Finish();
  EXPECT_EQ(joiner_.orphans(), 20u);
}

using Spans = std::vector<std::tuple<std::string, int64_t, int64_t>>;

class OverlapAnalysisTest : public testing::Test {
 protected:
  Spans spans_;
  OverlapAnalysis analysis_{[this](OverlapRow row, int64_t start_ns, int64_t stop_ns) {
    spans_.emplace_back(OverlapRowName(row), start_ns, stop_ns);
  }};
};

TEST_F(OverlapAnalysisTest, GapsAreFree) {
  analysis_.AddComputing(10, 20);
  analysis_.AddComputing(25, 30);
  analysis_.Finish();
  EXPECT_EQ(spans_, (Spans{{"Computing", 10, 20}, {"Free", 20, 25}, {"Computing", 25, 30}}));
}

TEST_F(OverlapAnalysisTest, OverlappingOperatorsAreOneSpan) {
  analysis_.AddComputing(10, 20);
  analysis_.AddComputing(12, 15);
  analysis_.AddComputing(18, 40);
  analysis_.Finish();
  EXPECT_EQ(spans_, (Spans{{"Computing", 10, 40}}));
}

TEST_F(OverlapAnalysisTest, CommunicationIsCutWhereItIsHidden) {
  analysis_.AddCommunication(0, 100);
  analysis_.AddComputing(20, 50);
  analysis_.Finish();
  EXPECT_EQ(spans_, (Spans{{"Communication(Not Overlapped)", 0, 20},
                           {"Computing", 20, 50},
                           {"Communication", 0, 100},
                           {"Communication(Not Overlapped)", 50, 100}}));
}

TEST_F(OverlapAnalysisTest, OtherTasksBoundWhatIsFree) {
  analysis_.AddOther(0, 1);
  analysis_.AddComputing(10, 20);
  analysis_.AddOther(30, 35);
  analysis_.Finish();
  EXPECT_EQ(spans_, (Spans{{"Free", 0, 10}, {"Computing", 10, 20}, {"Free", 20, 35}}));
}

TEST_F(OverlapAnalysisTest, NothingGivesNothing) {
  analysis_.Finish();
  EXPECT_TRUE(spans_.empty());
}

}  // namespace
}  // namespace aclprof
