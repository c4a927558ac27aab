// What a tap gets of a device's ring, and what it is told of losses.

#include "core/task_tap.h"

#include <vector>

#include "core/process.h"
#include "tests/support/pipeline_fixture.h"

namespace aclprof {
namespace {

class NotingTap final : public TaskTap {
 public:
  void Take(const TappedTask& task) override { models.push_back(task.model_id); }
  void Lost(uint64_t records) override { lost += records; }

  std::vector<uint32_t> models;
  uint64_t lost = 0;
};

bool EmitOf(uint32_t model, const SyntheticDevice& device) {
  aclprofx_task_linked task{};
  task.model_id = model;
  return aclprofx_emit(device.ring(), ACLPROFX_KIND_TASK_LINKED, &task, sizeof(task)) == 1;
}

// A record that is too big for any ring.
bool EmitTooMuch(const SyntheticDevice& device) {
  return aclprofx_begin(device.ring(), ACLPROFX_KIND_TASK_LINKED, ACLPROFX_MAX_PAYLOAD_BYTES + 8) !=
         nullptr;
}

class TaskTapTest : public PipelineTest {
 protected:
  void Begin() { ASSERT_TRUE(Pipeline::Get().BeginTap(0, &tap_).ok()); }
  void End() { Pipeline::Get().EndTap(0); }

  NotingTap tap_;
};

TEST_F(TaskTapTest, GetsWhatIsEmittedBetweenBeginAndEnd) {
  const SyntheticDevice device(0);
  EXPECT_FALSE(EmitOf(1, device)) << "nobody wants it";
  Begin();
  EXPECT_TRUE(EmitOf(2, device));
  EXPECT_TRUE(EmitOf(3, device));
  EXPECT_FALSE(EmitTooMuch(device));
  End();
  EXPECT_FALSE(EmitOf(4, device));
  EXPECT_EQ(tap_.models, (std::vector<uint32_t>{2, 3}));
  EXPECT_EQ(tap_.lost, 1u);
}

TEST_F(TaskTapTest, IsToldOfTheLossesOfAProducerThatHasGone) {
  Begin();
  {
    const SyntheticDevice device(0);
    EXPECT_TRUE(EmitOf(2, device));
    EXPECT_FALSE(EmitTooMuch(device));
    Process::Get().registry.Collect(/*flush=*/false);  // and nothing is left of its records
  }
  Process::Get().registry.Adopt();
  End();
  EXPECT_EQ(tap_.models, (std::vector<uint32_t>{2}));
  EXPECT_EQ(tap_.lost, 1u);
}

}  // namespace
}  // namespace aclprof
