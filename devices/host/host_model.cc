#include "devices/host/host_model.h"

#include <atomic>
#include <utility>

#include "base/utf8.h"
#include "devices/models/aligned_memory.h"

namespace aclprof {
namespace {

// Never used twice in a process, forked children included.
uint32_t NextModelId() {
  static std::atomic<uint32_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

aclError CodeOf(StatusCode code) {
  switch (code) {
    case StatusCode::kInvalidArgument:
    case StatusCode::kUnsupported:
      return static_cast<aclError>(ACL_ERROR_GE_PARAM_INVALID);
    case StatusCode::kDataLoss:
      return static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_DATA_SIZE_INVALID);
    case StatusCode::kResourceExhausted:
      return static_cast<aclError>(ACL_ERROR_GE_MEMORY_ALLOCATION);
    default:
      return static_cast<aclError>(ACL_ERROR_GE_LOAD_MODEL);
  }
}

HostStatus CheckRegion(const HostModel::Region& region, const char* what, size_t needed) {
  if (region.size < needed)
    return {static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_DATA_SIZE_INVALID),
            std::string(what) + " has " + std::to_string(region.size) + " bytes, the model needs " +
                std::to_string(needed)};
  if (reinterpret_cast<uintptr_t>(region.bytes) % kTensorAlignment != 0)
    return {
        static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_ADDR_INVALID),
        std::string(what) + " is not aligned to " + std::to_string(kTensorAlignment) + " bytes"};
  return {};
}

// The block that the caller's memory lies in.
HostStatus FindRegion(const HostModel::Region& region, const char* what, size_t needed,
                      int32_t device_id, const MemoryTable& memory,
                      std::shared_ptr<MemoryBlock>* block) {
  if (HostStatus good = CheckRegion(region, what, needed); !good.ok()) return good;
  *block = memory.Find(region.bytes);
  if (*block == nullptr || (*block)->device_id != device_id)
    return {ACL_ERROR_RT_INVALID_MEMORY_TYPE,
            std::string(what) + " is not memory of device " + std::to_string(device_id)};
  if ((*block)->Holds(region.bytes, region.size)) return {};
  return BadArgument(std::string(what) + " goes beyond what was allocated");
}

HostStatus AsEngineMemory(HostStatus status) {
  if (status.code() != ACL_ERROR_RT_MEMORY_ALLOCATION) return status;
  return {static_cast<aclError>(ACL_ERROR_GE_MEMORY_ALLOCATION), status.sentence()};
}

}  // namespace

HostStatus ToHostStatus(const Status& status) {
  return status.ok() ? HostStatus() : HostStatus(CodeOf(status.code()), status.message());
}

HostModel::HostModel(std::unique_ptr<Model> model, std::string name, int32_t device_id)
    : id_(NextModelId()), device_id_(device_id), name_(std::move(name)), model_(std::move(model)) {
  for (const ModelStep& step : model_->steps()) steps_.push_back(IdentityOf(DescriptionOf(step)));
}

HostStatus HostModel::Load(const Request& request, const std::shared_ptr<HostDevice>& device,
                           const MemoryTable& memory, std::shared_ptr<HostModel>* model) {
  std::unique_ptr<Model> engine;
  if (Status loaded = Model::Load(request.bytes, &engine); !loaded.ok())
    return ToHostStatus(loaded);
  std::string name = VisibleText(engine->name().empty() ? request.name : engine->name());
  std::shared_ptr<HostModel> made(new HostModel(std::move(engine), std::move(name), device->id()));
  if (HostStatus placed = made->TakePlaces(request, device, memory); !placed.ok()) return placed;
  if (made->weights_.bytes != nullptr) made->model_->PlaceWeights(made->weights_.bytes);
  *model = std::move(made);
  return {};
}

HostStatus HostModel::TakePlaces(const Request& request, const std::shared_ptr<HostDevice>& device,
                                 const MemoryTable& memory) {
  const auto take = [&](const Region& region, const char* what, size_t needed, Place* place) {
    if (region.bytes != nullptr) {
      place->bytes = region.bytes;
      return FindRegion(region, what, needed, device_id_, memory, &place->callers);
    }
    HostStatus status = DeviceMemory::Allocate(device, needed, EngineMemoryOf(name_), &place->own);
    if (place->own != nullptr) place->bytes = place->own->bytes();
    return AsEngineMemory(std::move(status));
  };
  HostStatus taken = take(request.weights, "weightPtr", model_->weight_bytes(), &weights_);
  if (!taken.ok()) return taken;
  return take(request.work, "workPtr", model_->workspace_bytes(), &work_);
}

bool HostModel::Enter() {
  const std::lock_guard lock(mutex_);
  if (!retired_) ++runs_;
  return !retired_;
}

void HostModel::Leave() {
  const std::lock_guard lock(mutex_);
  --runs_;
  left_.notify_all();
}

HostStatus HostModel::RunStep(size_t step, std::span<const void* const> inputs,
                              std::span<void* const> outputs) {
  const Status ran = model_->RunStep(step, {inputs, outputs, work_.bytes});
  if (ran.ok()) return {};
  return {ACL_ERROR_RT_MODEL_EXECUTE, "model " + std::to_string(id_) + ": " + ran.message()};
}

void HostModel::Retire() {
  std::unique_lock lock(mutex_);
  retired_ = true;
  left_.wait(lock, [this] { return runs_ == 0; });
  work_ = {};
  weights_ = {};
}

}  // namespace aclprof
