// Subscription: the records of a model through a pipe, and what stands in them.

#include <cstring>
#include <limits>
#include <memory>
#include <string>

#include "acl/acl_prof.h"
#include "api/c_boundary.h"
#include "api/runtime_registry.h"
#include "core/op_record.h"
#include "core/profile.h"

struct aclprofSubscribeConfig {
  aclprof::SubscribeConfig config;
};

namespace {

using aclprof::Call;
using aclprof::ControlCode;
using aclprof::ControlStatus;
using aclprof::Guarded;
using aclprof::IsNull;
using aclprof::OpNames;
using aclprof::OpRecord;
using aclprof::Profile;

constexpr uint64_t kNanosPerMicro = 1000;

// What was read from a pipe.
struct OpInfo {
  const void* bytes;
  size_t length;
  uint32_t index;
};

ControlStatus Find(const OpInfo& info, OpRecord* record) {
  ControlStatus refused = Profile::Get().Check(Call::kReadSubscription);
  return refused.ok() ? aclprof::FindOpRecord(info.bytes, info.length, info.index, record)
                      : refused;
}

// What the exports call an operator that the dictionary had no room for.
ControlStatus FindNames(const OpInfo& info, OpNames* names) {
  OpRecord record;
  if (ControlStatus bad = Find(info, &record); !bad.ok()) return bad;
  const std::string unknown = "unknown(" + std::to_string(record.op) + ")";
  *names = {unknown, unknown};
  if (record.op <= std::numeric_limits<uint32_t>::max())
    (void)Profile::Get().FindOp(static_cast<uint32_t>(record.op), names);
  return {};
}

using Text = std::string OpNames::*;

aclError TellLength(const char* call, const OpInfo& info, Text text, size_t* length) {
  return Guarded(call, [&] {
    if (length == nullptr) return IsNull("the place for the length");
    OpNames names;
    ControlStatus found = FindNames(info, &names);
    if (found.ok()) *length = (names.*text).size() + 1;
    return found;
  });
}

aclError CopyName(const char* call, const OpInfo& info, Text text, char* out, size_t capacity) {
  return Guarded(call, [&] {
    if (out == nullptr) return IsNull("the place for the text");
    OpNames names;
    if (ControlStatus bad = FindNames(info, &names); !bad.ok()) return bad;
    const std::string& name = names.*text;
    if (name.size() >= capacity) {
      return ControlStatus(ControlCode::kBadArgument,
                           "the text needs " + std::to_string(name.size() + 1) + " bytes, not " +
                               std::to_string(capacity));
    }
    std::memcpy(out, name.c_str(), name.size() + 1);
    return ControlStatus();
  });
}

// A value of the record, or the failure value.
template <typename Value, typename Of>
Value ValueOf(const char* call, const OpInfo& info, Value failure, Of of) {
  OpRecord record;
  const aclError found = Guarded(call, [&] { return Find(info, &record); });
  return found == ACL_SUCCESS ? of(record) : failure;
}

}  // namespace

extern "C" {

aclprofSubscribeConfig* aclprofCreateSubscribeConfig(int8_t timeInfoSwitch,
                                                     aclprofAicoreMetrics aicoreMetrics, void* fd) {
  aclprofSubscribeConfig* created = nullptr;
  Guarded(__func__, [&] {
    if (fd == nullptr) return IsNull("fd");
    if (timeInfoSwitch != 0 && timeInfoSwitch != 1)
      return ControlStatus(ControlCode::kBadArgument, "timeInfoSwitch is neither 0 nor 1");
    auto config = std::make_unique<aclprofSubscribeConfig>();
    config->config = {timeInfoSwitch == 1, static_cast<uint32_t>(aicoreMetrics),
                      std::make_shared<aclprof::PipeEnd>(static_cast<int*>(fd))};
    created = config.release();
    return ControlStatus();
  });
  return created;
}

aclError aclprofDestroySubscribeConfig(const aclprofSubscribeConfig* profSubscribeConfig) {
  return Guarded(__func__, [profSubscribeConfig] {
    if (profSubscribeConfig == nullptr) return IsNull("profSubscribeConfig");
    profSubscribeConfig->config.end->Forget();
    delete profSubscribeConfig;
    return ControlStatus();
  });
}

aclError aclprofModelSubscribe(uint32_t modelId,
                               const aclprofSubscribeConfig* profSubscribeConfig) {
  return Guarded(__func__, [=] {
    const auto* config = profSubscribeConfig != nullptr ? &profSubscribeConfig->config : nullptr;
    const int32_t device = aclprof::RuntimeModelDevice(modelId);
    ControlStatus done = Profile::Get().Subscribe(modelId, device, config);
    // Unloaded meanwhile, when nobody subscribed it yet.
    if (done.ok() && aclprof::RuntimeModelDevice(modelId) < 0)
      (void)Profile::Get().Unsubscribe(modelId);
    return done;
  });
}

aclError aclprofModelUnSubscribe(uint32_t modelId) {
  return Guarded(__func__, [modelId] { return Profile::Get().Unsubscribe(modelId); });
}

aclError aclprofGetOpDescSize(size_t* opDescSize) {
  return Guarded(__func__, [opDescSize] {
    if (opDescSize == nullptr) return IsNull("opDescSize");
    *opDescSize = sizeof(OpRecord);
    return ControlStatus();
  });
}

aclError aclprofGetOpNum(const void* opInfo, size_t opInfoLen, uint32_t* opNumber) {
  return Guarded(__func__, [=] {
    ControlStatus refused = Profile::Get().Check(Call::kReadSubscription);
    if (!refused.ok()) return refused;
    if (opNumber == nullptr) return IsNull("opNumber");
    return aclprof::CountOpRecords(opInfo, opInfoLen, opNumber);
  });
}

aclError aclprofGetOpTypeLen(const void* opInfo, size_t opInfoLen, uint32_t index,
                             size_t* opTypeLen) {
  return TellLength(__func__, {opInfo, opInfoLen, index}, &OpNames::type, opTypeLen);
}

aclError aclprofGetOpType(const void* opInfo, size_t opInfoLen, uint32_t index, char* opType,
                          size_t opTypeLen) {
  return CopyName(__func__, {opInfo, opInfoLen, index}, &OpNames::type, opType, opTypeLen);
}

aclError aclprofGetOpNameLen(const void* opInfo, size_t opInfoLen, uint32_t index,
                             size_t* opNameLen) {
  return TellLength(__func__, {opInfo, opInfoLen, index}, &OpNames::name, opNameLen);
}

aclError aclprofGetOpName(const void* opInfo, size_t opInfoLen, uint32_t index, char* opName,
                          size_t opNameLen) {
  return CopyName(__func__, {opInfo, opInfoLen, index}, &OpNames::name, opName, opNameLen);
}

uint64_t aclprofGetOpStart(const void* opInfo, size_t opInfoLen, uint32_t index) {
  return ValueOf(__func__, {opInfo, opInfoLen, index}, uint64_t{0},
                 [](const OpRecord& record) { return record.start_ns / kNanosPerMicro; });
}

uint64_t aclprofGetOpEnd(const void* opInfo, size_t opInfoLen, uint32_t index) {
  return ValueOf(__func__, {opInfo, opInfoLen, index}, uint64_t{0},
                 [](const OpRecord& record) { return record.end_ns / kNanosPerMicro; });
}

// The end less the start, as those are told.
uint64_t aclprofGetOpDuration(const void* opInfo, size_t opInfoLen, uint32_t index) {
  return ValueOf(__func__, {opInfo, opInfoLen, index}, uint64_t{0}, [](const OpRecord& record) {
    return record.end_ns / kNanosPerMicro - record.start_ns / kNanosPerMicro;
  });
}

// The failure value is the error's number, as the vendor's.
size_t aclprofGetModelId(const void* opInfo, size_t opInfoLen, uint32_t index) {
  OpRecord record;
  const aclError found = Guarded(__func__, [&] {
    return Find({opInfo, opInfoLen, index}, &record);
  });
  return found == ACL_SUCCESS ? record.model_id : static_cast<size_t>(found);
}

aclprofSubscribeOpFlag aclprofGetOpFlag(const void* opInfo, size_t opInfoLen, uint32_t index) {
  return ValueOf(
      __func__, {opInfo, opInfoLen, index}, ACL_SUBSCRIBE_NONE,
      [](const OpRecord& record) { return static_cast<aclprofSubscribeOpFlag>(record.flag); });
}

const char* aclprofGetOpAttriValue(const void* opInfo, size_t opInfoLen, uint32_t index,
                                   aclprofSubscribeOpAttri attri) {
  thread_local char text[12];
  const aclError found = Guarded(__func__, [&]() -> ControlStatus {
    OpRecord record;
    if (ControlStatus bad = Find({opInfo, opInfoLen, index}, &record); !bad.ok()) return bad;
    if (attri != ACL_SUBSCRIBE_ATTRI_THREADID || record.flag != ACL_SUBSCRIBE_OP_THREAD)
      return {ControlCode::kBadArgument, "the record has no such attribute"};
    const std::string thread = std::to_string(record.thread_id);
    text[thread.copy(text, sizeof(text) - 1)] = '\0';
    return {};
  });
  return found == ACL_SUCCESS ? text : nullptr;
}

}  // extern "C"
