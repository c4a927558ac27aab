#include "devices/host/model_load_record.h"

#include "devices/host/api_call.h"

namespace aclprof {

ModelLoadRecord::ModelLoadRecord()
    : ring_(aclprofx_host_ring(ACLPROFX_KIND_MODEL_LOAD)),
      start_(ring_ != nullptr ? aclprofx_ticks() : 0) {}

void ModelLoadRecord::Emit(const HostModel& model) {
  if (ring_ == nullptr) return;
  const uint32_t name = aclprofx_intern(model.name().data(), model.name().size());
  void* payload = aclprofx_begin(ring_, ACLPROFX_KIND_MODEL_LOAD, sizeof(aclprofx_model_load));
  if (payload == nullptr) return;
  *static_cast<aclprofx_model_load*>(payload) = {
      start_,     aclprofx_ticks() - start_,
      name,       model.id(),
      ThreadId(), static_cast<uint32_t>(model.device_id())};
  aclprofx_commit(ring_);
}

}  // namespace aclprof
