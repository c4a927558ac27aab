#include "devices/host/device_slots.h"

#include <string>
#include <utility>

namespace aclprof {
namespace {

void WaitForever(HostStream& stream) {
  (void)stream.executor().WaitFor(stream, Deadline(Deadline::kForever));
}

// Nobody can ask for it later.
HostStatus TakeFailure(HostStream& stream) {
  HostStatus failure = stream.executor().failures().Take(stream.id());
  if (failure.ok()) return failure;
  return {failure.code(), "it is done, and what ran there before failed: " + failure.sentence()};
}

HostStatus FirstOf(HostStatus one, HostStatus other) { return one.ok() ? other : one; }

}  // namespace

HostStatus DeviceSlots::Set(int32_t id, void** context) {
  if (HostStatus known = Check(id); !known.ok()) return known;
  Slot& slot = slots_[id];
  const std::lock_guard lock(slot.lifecycle);
  if (HostStatus up = EnsureUp(id, slot); !up.ok()) return up;
  if (slot.default_context == nullptr) slot.default_context = AddContext(slot, true);
  ++slot.references;
  *context = slot.default_context->handle();
  return {};
}

HostStatus DeviceSlots::Reset(int32_t id) {
  if (HostStatus known = Check(id); !known.ok()) return known;
  Slot& slot = slots_[id];
  const std::lock_guard lock(slot.lifecycle);
  if (slot.references == 0)
    return {ACL_ERROR_RT_CONTEXT_NULL, "device " + std::to_string(id) + " is not set"};
  HostStatus failure;
  if (slot.references == 1) {
    if (slot.device->OnOwnThread()) return CantWaitForOwnDevice();
    failure = Close(*std::exchange(slot.default_context, nullptr));
  }
  --slot.references;
  TakeDownIfUnused(id, slot);
  return failure;
}

HostStatus DeviceSlots::ResetForce(int32_t id) {
  if (HostStatus known = Check(id); !known.ok()) return known;
  Slot& slot = slots_[id];
  const std::lock_guard lock(slot.lifecycle);
  if (slot.device == nullptr)
    return {ACL_ERROR_RT_CONTEXT_NULL, "device " + std::to_string(id) + " is not set"};
  if (slot.device->OnOwnThread()) return CantWaitForOwnDevice();
  slot.device->executor()->DropAllQueued();
  CloseAllContexts(slot);
  TakeDownIfUnused(id, slot);
  return {};
}

HostStatus DeviceSlots::CreateContext(int32_t id, void** context) {
  if (HostStatus known = Check(id); !known.ok()) return known;
  Slot& slot = slots_[id];
  const std::lock_guard lock(slot.lifecycle);
  if (HostStatus up = EnsureUp(id, slot); !up.ok()) return up;
  slot.contexts.push_back(AddContext(slot, false));
  *context = slot.contexts.back()->handle();
  return {};
}

HostStatus DeviceSlots::DestroyContext(void* context) {
  const std::shared_ptr<HostContext> found = contexts_->Find(context);
  if (found == nullptr) return UnknownHandle("context");
  if (found->is_default())
    return BadArgument("the default context of a device goes with aclrtResetDevice");
  if (found->device()->OnOwnThread()) return CantWaitForOwnDevice();
  const int32_t id = found->device()->id();
  Slot& slot = slots_[id];
  const std::lock_guard lock(slot.lifecycle);
  if (std::erase(slot.contexts, found) == 0) return UnknownHandle("context");
  HostStatus failure = Close(*found);
  TakeDownIfUnused(id, slot);
  return failure;
}

HostStatus DeviceSlots::CreateStream(HostContext& context, void** stream) {
  *stream = streams_->Add(context.NewStream());
  context.AddHandle(*stream);
  return {};
}

HostStatus DeviceSlots::DestroyStream(HostContext& context, void* stream, bool force) {
  const std::shared_ptr<HostStream> found = streams_->Find(stream);
  if (found == nullptr) return UnknownHandle("stream");
  if (found->context() != context.handle())
    return {ACL_ERROR_RT_STREAM_CONTEXT, "the stream is not of the current context"};
  if (!force && context.device()->OnOwnThread()) return CantWaitForOwnDevice();
  if (streams_->Take(stream) == nullptr) return UnknownHandle("stream");
  if (force) found->executor().DropQueued(*found);
  if (!force) WaitForever(*found);
  HostStatus failure = TakeFailure(*found);
  reports_->Forget(*found);
  context.RemoveHandle(stream);
  return force ? HostStatus() : failure;
}

HostStatus DeviceSlots::TakeAllDown() {
  if (HostDevice::OnSomeOwnThread()) return CantWaitForOwnDevice();
  for (Slot& slot : slots_) {
    const std::lock_guard lock(slot.lifecycle);
    if (slot.device != nullptr) slot.device->executor()->DropWhatNeedsApplication();
  }
  for (int32_t id = 0; id < count_; ++id) {
    Slot& slot = slots_[id];
    const std::lock_guard lock(slot.lifecycle);
    if (slot.device == nullptr) continue;
    CloseAllContexts(slot);
    TakeDownIfUnused(id, slot);
  }
  return {};
}

HostStatus DeviceSlots::Check(int32_t id) const {
  if (id >= 0 && id < count_) return {};
  return {ACL_ERROR_RT_INVALID_DEVICEID,
          "device " + std::to_string(id) + " is not one of 0.." + std::to_string(count_ - 1)};
}

HostStatus DeviceSlots::EnsureUp(int32_t id, Slot& slot) {
  return slot.device == nullptr ? HostDevice::BringUp(id, &slot.device) : HostStatus();
}

std::shared_ptr<HostContext> DeviceSlots::AddContext(const Slot& slot, bool is_default) {
  void* handle = NextHandle();
  auto context = std::make_shared<HostContext>(slot.device, handle, is_default);
  contexts_->AddAs(handle, context);
  return context;
}

HostStatus DeviceSlots::Close(HostContext& context) {
  contexts_->Take(context.handle());
  HostStatus failure;
  for (void* handle : context.handles())
    if (const auto stream = streams_->Take(handle)) failure = FirstOf(failure, Retire(*stream));
  return FirstOf(failure, Retire(*context.default_stream()));
}

HostStatus DeviceSlots::Retire(HostStream& stream) {
  WaitForever(stream);
  reports_->Forget(stream);
  return TakeFailure(stream);
}

void DeviceSlots::CloseAllContexts(Slot& slot) {
  if (slot.default_context != nullptr) (void)Close(*std::exchange(slot.default_context, nullptr));
  for (const auto& context : std::exchange(slot.contexts, {})) (void)Close(*context);
  slot.references = 0;
}

void DeviceSlots::TakeDownIfUnused(int32_t id, Slot& slot) {
  if (slot.references != 0 || !slot.contexts.empty()) return;
  // Of streams that were destroyed by force, too, whose begun task nobody has waited for yet.
  (void)slot.device->executor()->WaitForAll(Deadline(Deadline::kForever));
  slot.device->Close();
  models_->UnloadAllOf(id);
  operators_->ForgetAllOf(id);
  memory_->FreeAllOf(id);
  slot.device->TakeDown();
  slot.device.reset();
}

}  // namespace aclprof
