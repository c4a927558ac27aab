#include "devices/host/model_table.h"

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "aclprof/runtime.h"

namespace aclprof {
namespace {

HostStatus UnknownModel(uint32_t id) {
  return {static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_ID_INVALID),
          "no model " + std::to_string(id) + " is loaded"};
}

}  // namespace

HostStatus ModelTable::Add(std::shared_ptr<HostModel> model, const HostDevice& device) {
  const uint32_t id = model->id();
  const std::unique_lock lock(mutex_);
  if (device.closed()) return WasReset(device);
  models_.emplace(id, std::move(model));
  return {};
}

HostStatus ModelTable::Find(uint32_t id, std::shared_ptr<HostModel>* model) const {
  const std::shared_lock lock(mutex_);
  const auto found = models_.find(id);
  if (found == models_.end()) return UnknownModel(id);
  *model = found->second;
  return {};
}

HostStatus ModelTable::Unload(uint32_t id) {
  const std::shared_ptr<HostModel> model = Take(id);
  if (model == nullptr) return UnknownModel(id);
  model->Retire();
  aclprofx_runtime_model_unloaded(id);
  return {};
}

void ModelTable::UnloadAllOf(int32_t device_id) {
  std::vector<uint32_t> left;
  {
    const std::shared_lock lock(mutex_);
    for (const auto& [id, model] : models_)
      if (model->device_id() == device_id) left.push_back(id);
  }
  for (const uint32_t id : left) (void)Unload(id);
}

std::shared_ptr<HostModel> ModelTable::Take(uint32_t id) {
  const std::unique_lock lock(mutex_);
  auto node = models_.extract(id);
  return node.empty() ? nullptr : std::move(node.mapped());
}

}  // namespace aclprof
