// Run with ACLPROF_CLOCK=sundial.
#include <gtest/gtest.h>

#include <string_view>

#include "base/counter_trust.h"
#include "base/tick_clock.h"

namespace aclprof {
namespace {

TEST(TickClockName, UnknownOneIsSaidAndAutoIsTaken) {
  const char* const why = WhyCounterIsNotTrusted();
  EXPECT_EQ(ClockIsCounter(), why == nullptr);
  const std::string_view note = ClockNote();
  EXPECT_EQ(note, why != nullptr
                      ? why
                      : "ACLPROF_CLOCK is none of auto, tsc, monotonic and fixed: auto was taken");
}

}  // namespace
}  // namespace aclprof
