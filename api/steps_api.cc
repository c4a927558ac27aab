// The steps of acl_prof.h.

#include <unistd.h>

#include <atomic>
#include <new>
#include <string>

#include "acl/acl_prof.h"
#include "api/c_boundary.h"
#include "api/runtime_registry.h"
#include "api/user_marks.h"

// The vendor's private layout: MindSpore writes the index itself.
struct aclprofStepInfo {
  bool started;
  bool ended;
  uint64_t index;
};
static_assert(sizeof(aclprofStepInfo) == 16);

namespace {

using aclprof::ControlCode;
using aclprof::ControlStatus;
using aclprof::IsNull;

std::atomic<uint64_t> last_index{0};

// Every tag but the start's counts as an end; its number goes into the record.
ControlStatus TakeTag(aclprofStepInfo* step, aclprofStepTag tag) {
  bool& flag = tag == ACL_STEP_START ? step->started : step->ended;
  if (flag)
    return {ControlCode::kBadArgument, "tag " + std::to_string(tag) + " was given for step " +
                                           std::to_string(step->index) + " before"};
  flag = true;
  return {};
}

ControlStatus StampStep(aclprofStepInfo* step, aclprofStepTag tag, aclrtStream stream) {
  if (step == nullptr) return IsNull("stepInfo");
  if (stream == nullptr) return IsNull("stream");
  if (ControlStatus taken = TakeTag(step, tag); !taken.ok()) return taken;
  if (!aclprof::MarksAreCollected(ACLPROFX_KIND_STEP)) return {};
  aclprofx_step record{};
  record.index = step->index;
  record.tag = static_cast<uint32_t>(tag);
  record.model_id = ACLPROFX_NONE;
  record.thread_id = static_cast<uint32_t>(gettid());
  return aclprof::StepOnStream(stream, record);
}

}  // namespace

extern "C" {

aclprofStepInfo* aclprofCreateStepInfo(void) {
  auto* const step = new (std::nothrow) aclprofStepInfo{};
  if (step != nullptr) step->index = last_index.fetch_add(1, std::memory_order_relaxed) + 1;
  return step;
}

void aclprofDestroyStepInfo(aclprofStepInfo* stepinfo) { delete stepinfo; }

aclError aclprofGetStepTimestamp(aclprofStepInfo* stepInfo, aclprofStepTag tag,
                                 aclrtStream stream) {
  return aclprof::Guarded(__func__, [=] { return StampStep(stepInfo, tag, stream); });
}

}  // extern "C"
