// The datasets of acl/acl_mdl.h.

#include "acl/acl_mdl.h"
#include "devices/host/described.h"
#include "devices/host/host_process.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::Created;
using aclprof::HostProcess;
using aclprof::HostStatus;
using aclprof::ModelDataset;
using aclprof::NullArgument;
using aclprof::Traced;
using aclprof::UnknownHandle;

namespace {

// What `get` makes of a dataset, or `failed`, with a text.
template <typename Value, typename Get>
Value OfDataset(const ApiName& name, const aclmdlDataset* dataset, Value failed, Get get) {
  const ApiCall call(name);
  return aclprof::Guarded(
      call,
      [&]() -> Value {
        std::shared_ptr<ModelDataset> found;
        HostStatus status = HostProcess::Get().DatasetOf(dataset, "dataset", &found);
        Value value = failed;
        if (status.ok()) status = get(*found, &value);
        (void)aclprof::Answer(call, status);
        return value;
      },
      [failed](aclError) { return failed; });
}

}  // namespace

extern "C" {

aclmdlDataset* aclmdlCreateDataset() {
  static const ApiName name(__func__);
  return Created(name, [] {
    return static_cast<aclmdlDataset*>(
        HostProcess::Get().datasets().Add(std::make_shared<ModelDataset>()));
  });
}

aclError aclmdlDestroyDataset(const aclmdlDataset* dataset) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (dataset == nullptr) return NullArgument("dataset");
    if (HostProcess::Get().datasets().Take(const_cast<aclmdlDataset*>(dataset)) == nullptr)
      return UnknownHandle("dataset");
    return HostStatus();
  });
}

aclError aclmdlAddDatasetBuffer(aclmdlDataset* dataset, aclDataBuffer* dataBuffer) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    std::shared_ptr<ModelDataset> found;
    HostStatus known = HostProcess::Get().DatasetOf(dataset, "dataset", &found);
    if (!known.ok()) return known;
    if (dataBuffer == nullptr) return NullArgument("dataBuffer");
    found->buffers.push_back(dataBuffer);
    return HostStatus();
  });
}

size_t aclmdlGetDatasetNumBuffers(const aclmdlDataset* dataset) {
  static const ApiName name(__func__);
  return OfDataset<size_t>(name, dataset, 0, [](const ModelDataset& found, size_t* count) {
    *count = found.buffers.size();
    return HostStatus();
  });
}

aclDataBuffer* aclmdlGetDatasetBuffer(const aclmdlDataset* dataset, size_t index) {
  static const ApiName name(__func__);
  return OfDataset<aclDataBuffer*>(
      name, dataset, nullptr, [index](const ModelDataset& found, aclDataBuffer** buffer) {
        if (index >= found.buffers.size())
          return HostStatus(ACL_ERROR_INVALID_PARAM,
                            "the dataset has no buffer " + std::to_string(index));
        *buffer = found.buffers[index];
        return HostStatus();
      });
}

}  // extern "C"
