// What acl_prof.h declares and the library does not do yet: subscription. Each call
// leaves a text and returns its failure value; docs/not_yet.md lists them.

#include <cstdint>

#include "acl/acl_prof.h"
#include "api/c_boundary.h"
#include "core/profile.h"

namespace {

using aclprof::Call;
using aclprof::ControlCode;
using aclprof::ControlStatus;

aclError NotYet(const char* call) {
  return aclprof::AnswerOf(call, ControlCode::kNotYet, "not implemented yet");
}

// The same with a failure value of its own.
template <typename Value>
Value NotYet(const char* call, Value value) {
  NotYet(call);
  return value;
}

// A subscription call: what the mode says of it, else not yet.
aclError NotYetIn(Call subscription_call, const char* call) {
  return aclprof::Guarded(call, [subscription_call] {
    ControlStatus refused = aclprof::Profile::Get().Check(subscription_call);
    return refused.ok() ? ControlStatus(ControlCode::kNotYet, "not implemented yet") : refused;
  });
}

}  // namespace

extern "C" {

aclprofSubscribeConfig* aclprofCreateSubscribeConfig(int8_t, aclprofAicoreMetrics, void*) {
  return NotYet<aclprofSubscribeConfig*>(__func__, nullptr);
}
aclError aclprofDestroySubscribeConfig(const aclprofSubscribeConfig*) { return NotYet(__func__); }
aclError aclprofModelSubscribe(uint32_t, const aclprofSubscribeConfig*) {
  return NotYetIn(Call::kModelSubscribe, __func__);
}
aclError aclprofModelUnSubscribe(uint32_t) { return NotYetIn(Call::kModelUnSubscribe, __func__); }
aclError aclprofGetOpDescSize(size_t*) { return NotYet(__func__); }
aclError aclprofGetOpNum(const void*, size_t, uint32_t*) {
  return NotYetIn(Call::kReadSubscription, __func__);
}
aclError aclprofGetOpTypeLen(const void*, size_t, uint32_t, size_t*) {
  return NotYetIn(Call::kReadSubscription, __func__);
}
aclError aclprofGetOpType(const void*, size_t, uint32_t, char*, size_t) {
  return NotYetIn(Call::kReadSubscription, __func__);
}
aclError aclprofGetOpNameLen(const void*, size_t, uint32_t, size_t*) {
  return NotYetIn(Call::kReadSubscription, __func__);
}
aclError aclprofGetOpName(const void*, size_t, uint32_t, char*, size_t) {
  return NotYetIn(Call::kReadSubscription, __func__);
}
uint64_t aclprofGetOpStart(const void*, size_t, uint32_t) { return NotYet<uint64_t>(__func__, 0); }
uint64_t aclprofGetOpEnd(const void*, size_t, uint32_t) { return NotYet<uint64_t>(__func__, 0); }
uint64_t aclprofGetOpDuration(const void*, size_t, uint32_t) {
  return NotYet<uint64_t>(__func__, 0);
}
size_t aclprofGetModelId(const void*, size_t, uint32_t) {
  return static_cast<size_t>(NotYet(__func__));
}
aclprofSubscribeOpFlag aclprofGetOpFlag(const void*, size_t, uint32_t) {
  return NotYet(__func__, ACL_SUBSCRIBE_NONE);
}
const char* aclprofGetOpAttriValue(const void*, size_t, uint32_t, aclprofSubscribeOpAttri) {
  return NotYet<const char*>(__func__, nullptr);
}

}  // extern "C"
