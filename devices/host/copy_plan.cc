#include "devices/host/copy_plan.h"

#include <cstring>
#include <optional>

namespace aclprof {
namespace {

// On which side a kind of copy expects its two ends; nullopt: on any.
struct Sides {
  std::optional<bool> to_device;
  std::optional<bool> from_device;
};

std::optional<Sides> SidesOf(aclrtMemcpyKind kind) {
  switch (kind) {
    case ACL_MEMCPY_HOST_TO_HOST:
      return Sides{false, false};
    case ACL_MEMCPY_HOST_TO_DEVICE:
    case ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE:
      return Sides{true, false};
    case ACL_MEMCPY_DEVICE_TO_HOST:
      return Sides{false, true};
    case ACL_MEMCPY_DEVICE_TO_DEVICE:
    case ACL_MEMCPY_INNER_DEVICE_TO_DEVICE:
    case ACL_MEMCPY_INTER_DEVICE_TO_DEVICE:
      return Sides{true, true};
    case ACL_MEMCPY_DEFAULT:
      return Sides{};
  }
  return std::nullopt;
}

HostStatus CheckBounds(const MemoryBlock* block, const void* from, size_t count, const char* end) {
  if (block == nullptr || block->Holds(from, count)) return {};
  return BadArgument(std::string(end) + " ends " + std::to_string(count) +
                     " bytes later, outside of its allocation of " + std::to_string(block->size));
}

HostStatus CheckSide(std::optional<bool> wants_device, bool on_device, const char* end) {
  if (!wants_device.has_value() || *wants_device == on_device) return {};
  return {ACL_ERROR_RT_INVALID_MEMORY_TYPE,
          std::string(end) + (on_device ? " is memory of a device" : " is not memory of a device") +
              ", which this kind of copy does not take there"};
}

}  // namespace

HostStatus CopyPlan::Make(const CopyRequest& request, const MemoryTable& memory, CopyPlan* plan) {
  if (request.to == nullptr) return NullArgument("dst");
  if (request.from == nullptr) return NullArgument("src");
  if (request.count > request.to_max)
    return BadArgument("count " + std::to_string(request.count) + " is above destMax " +
                       std::to_string(request.to_max));
  plan->request_ = request;
  plan->to_block_ = memory.Find(request.to);
  plan->from_block_ = memory.Find(request.from);
  if (HostStatus sides = plan->CheckSides(); !sides.ok()) return sides;
  if (HostStatus to = CheckBounds(plan->to_block_.get(), request.to, request.count, "dst");
      !to.ok())
    return to;
  return CheckBounds(plan->from_block_.get(), request.from, request.count, "src");
}

HostStatus CopyPlan::CheckSides() const {
  const std::optional<Sides> sides = SidesOf(request_.kind);
  if (!sides.has_value())
    return {ACL_ERROR_INVALID_PARAM,
            "kind " + std::to_string(request_.kind) + " is not an aclrtMemcpyKind"};
  if (HostStatus to = CheckSide(sides->to_device, OnDevice(to_block_), "dst"); !to.ok()) return to;
  return CheckSide(sides->from_device, OnDevice(from_block_), "src");
}

void CopyPlan::CarryOut() const { std::memmove(request_.to, request_.from, request_.count); }

HostStatus FillPlan::Make(void* to, size_t to_max, int32_t value, size_t count,
                          const MemoryTable& memory, FillPlan* plan) {
  if (to == nullptr) return NullArgument("devPtr");
  if (count > to_max)
    return BadArgument("count " + std::to_string(count) + " is above maxCount " +
                       std::to_string(to_max));
  plan->to_ = to;
  plan->value_ = value;
  plan->count_ = count;
  plan->block_ = memory.Find(to);
  return CheckBounds(plan->block_.get(), to, count, "devPtr");
}

void FillPlan::CarryOut() const { std::memset(to_, value_, count_); }

}  // namespace aclprof
