#include "format/ledger.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace aclprof {
namespace {

TEST(Ledger, TotalIsTheSumOfRingsAndOfWhatHadNone) {
  Ledger ledger;
  ledger.by_ring[1].stored[ACLPROFX_KIND_TASK] = 5;
  ledger.by_ring[2].stored[ACLPROFX_KIND_API] = 7;
  ledger.by_ring[2].dropped[ACLPROFX_DROP_RING_FULL][ACLPROFX_KIND_API] = 2;
  ledger.unattributed.dropped[ACLPROFX_DROP_NO_RING][ACLPROFX_KIND_MARK] = 1;
  const LedgerRow total = ledger.Total();
  EXPECT_EQ(total.Stored(), 12u);
  EXPECT_EQ(total.Dropped(), 3u);
  EXPECT_EQ(total.DroppedBy(ACLPROFX_DROP_NO_RING), 1u);
  EXPECT_EQ(total.Emitted(), 15u);
}

TEST(Ledger, EveryCauseHasANameOfItsOwn) {
  std::set<std::string> names;
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause) names.insert(DropCauseName(cause));
  EXPECT_EQ(names.size(), static_cast<size_t>(ACLPROFX_DROP_CAUSES));
  EXPECT_STREQ(DropCauseName(ACLPROFX_DROP_CAUSES), "unknown");
  EXPECT_STREQ(DropCauseName(-1), "unknown");
}

TEST(Ledger, KindsBeyondTheKnownAreUnknown) {
  EXPECT_STREQ(KindName(ACLPROFX_KIND_TASK), KindName(ACLPROFX_KIND_TASK_LINKED));
  EXPECT_STREQ(KindName(ACLPROFX_KIND_FRAMEWORK_API), "framework_api");
  EXPECT_STREQ(KindName(ACLPROFX_KIND_FRAMEWORK_API + 1), "unknown");
  EXPECT_STREQ(KindName(-1), "unknown");
}

}  // namespace
}  // namespace aclprof
