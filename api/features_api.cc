// What the vendor's library exports beside its header and frameworks look up by name: features, device callbacks, graphs.

#include "api/c_boundary.h"
#include "api/dlsym_api.h"
#include "core/op_record.h"
#include "core/profile.h"

namespace {

using aclprof::ControlCode;
using aclprof::ControlStatus;
using aclprof::Guarded;

// None of the features that frameworks ask for is there; they take 200007 for "not offered", and do without.
aclError TellFeatures(const char* call, const size_t* size, void* const* data) {
  return Guarded(call, [=]() -> ControlStatus {
    if (size == nullptr || data == nullptr)
      return {ControlCode::kNullArgument, "featuresSize or featuresData is NULL"};
    if (*data != nullptr) return {ControlCode::kBadArgument, "*featuresData is not NULL"};
    return {ControlCode::kUnknownDataTypes, "no optional feature is offered"};
  });
}

}  // namespace

extern "C" {

aclError aclprofGetSupportedFeatures(size_t* featuresSize, void** featuresData) {
  return TellFeatures(__func__, featuresSize, featuresData);
}

aclError aclprofGetSupportedFeaturesV2(size_t* featuresSize, void** featuresData) {
  return TellFeatures(__func__, featuresSize, featuresData);
}

// Devices tell of themselves through aclprof/runtime.h; there is nothing to register.
int aclprofRegisterDeviceCallback(void) { return ACL_SUCCESS; }

// No graph is known: 0 for a good record, else the error's number.
size_t aclprofGetGraphId(const void* opInfo, size_t opInfoLen, uint32_t index) {
  return static_cast<size_t>(Guarded(__func__, [=] {
    aclprof::OpRecord record;
    ControlStatus refused = aclprof::Profile::Get().Check(aclprof::Call::kReadSubscription);
    return refused.ok() ? aclprof::FindOpRecord(opInfo, opInfoLen, index, &record) : refused;
  }));
}

}  // extern "C"
