// Collection to files: aclprofInit, Finalize, CreateConfig, DestroyConfig, Start, Stop and
// SetConfig.

#include <memory>

#include "acl/acl_prof.h"
#include "api/c_boundary.h"
#include "api/dlsym_api.h"
#include "api/runtime_registry.h"
#include "core/collection_config.h"
#include "core/data_types.h"
#include "core/profile.h"

struct aclprofConfig {
  aclprof::CollectionConfig collection;
};

namespace {

using aclprof::CollectionRequest;
using aclprof::ControlCode;
using aclprof::ControlStatus;
using aclprof::Guarded;
using aclprof::IsNull;
using aclprof::Profile;

ControlStatus CreateConfig(const CollectionRequest& request, aclprofConfig** created) {
  auto config = std::make_unique<aclprofConfig>();
  ControlStatus status =
      MakeCollectionConfig(request, aclprof::RuntimeDeviceCount(), &config->collection);
  if (status.ok()) *created = config.release();
  return status;
}

}  // namespace

extern "C" {

aclError aclprofInit(const char* profilerResultPath, size_t length) {
  return Guarded(__func__, [=] { return Profile::Get().Init(profilerResultPath, length); });
}

aclError aclprofFinalize(void) {
  return Guarded(__func__, [] { return Profile::Get().Finalize(); });
}

aclprofConfig* aclprofCreateConfig(uint32_t* deviceIdList, uint32_t deviceNums,
                                   aclprofAicoreMetrics aicoreMetrics,
                                   const aclprofAicoreEvents* aicoreEvents,
                                   uint64_t dataTypeConfig) {
  aclprofConfig* created = nullptr;
  const CollectionRequest request = {deviceIdList, deviceNums, static_cast<uint32_t>(aicoreMetrics),
                                     aicoreEvents != nullptr, dataTypeConfig};
  Guarded(__func__, [&request, &created] { return CreateConfig(request, &created); });
  return created;
}

aclError aclprofDestroyConfig(const aclprofConfig* profilerConfig) {
  return Guarded(__func__, [profilerConfig] {
    if (profilerConfig == nullptr) return IsNull("profilerConfig");
    delete profilerConfig;
    return ControlStatus();
  });
}

aclError aclprofStart(const aclprofConfig* profilerConfig) {
  return Guarded(__func__, [profilerConfig] {
    if (profilerConfig == nullptr) return Profile::Get().StartDefault(aclprof::RuntimeLimits());
    return Profile::Get().Start(profilerConfig->collection, aclprof::RuntimeLimits());
  });
}

int aclprofWarmup(const aclprofConfig* profilerConfig) {
  return Guarded(__func__, [profilerConfig]() -> ControlStatus {
    if (profilerConfig == nullptr) return IsNull("profilerConfig");
    const uint64_t unknown = aclprof::UnknownDataTypes(profilerConfig->collection.data_types);
    if (unknown != 0)
      return {ControlCode::kUnknownDataTypes,
              "dataTypeConfig has unknown bits: " + aclprof::DataTypeNames(unknown)};
    ControlStatus refused = Profile::Get().Check(aclprof::Call::kWarmup);
    if (!refused.ok()) return refused;
    if (Profile::Get().CollectionOn(aclprof::kHost).sessions == 0) return {};
    return {ControlCode::kApiMode, "a session is running"};
  });
}

aclError aclprofStop(const aclprofConfig* profilerConfig) {
  return Guarded(__func__, [profilerConfig] {
    if (profilerConfig == nullptr) return Profile::Get().StopAll();
    return Profile::Get().Stop(profilerConfig->collection);
  });
}

aclError aclprofSetConfig(aclprofConfigType configType, const char* config, size_t configLength) {
  return Guarded(__func__, [=] {
    return Profile::Get().SetConfig(static_cast<int>(configType), config, configLength,
                                    aclprof::RuntimeLimits());
  });
}

}  // extern "C"
