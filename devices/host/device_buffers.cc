#include "devices/host/device_buffers.h"

#include <algorithm>

#include "devices/host/acl_data.h"

namespace aclprof {

HostStatus DeviceBuffers::Add(const std::string& what, const TensorType& type,
                              const aclDataBuffer* buffer) {
  if (buffer == nullptr) return NullArgument((what + "'s buffer").c_str());
  if (buffer->data == nullptr) return NullArgument((what + "'s memory").c_str());
  const size_t bytes = type.Bytes();
  if (buffer->size < bytes)
    return {refusal_, what + ": a buffer of " + std::to_string(buffer->size) + " bytes for " +
                          ToString(type) + ", which has " + std::to_string(bytes)};
  if (reinterpret_cast<uintptr_t>(buffer->data) % BytesOf(type.element) != 0)
    return {ACL_ERROR_RT_ADDR_UNALIGNED, what + ": its memory is not aligned to its elements"};
  return Locate(what, buffer->data, bytes);
}

void DeviceBuffers::AddOwn(void* bytes) { pointers_.push_back(bytes); }

HostStatus DeviceBuffers::CheckApart(const DeviceBuffers& inputs) const {
  struct Side {
    Range range;
    bool is_output;
  };
  std::vector<Side> sides;
  for (const Range& range : ranges_) sides.push_back({range, true});
  for (const Range& range : inputs.ranges_) sides.push_back({range, false});
  std::sort(sides.begin(), sides.end(),
            [](const Side& a, const Side& b) { return a.range.begin < b.range.begin; });
  uintptr_t inputs_end = 0;
  uintptr_t outputs_end = 0;
  for (const Side& side : sides) {
    if (side.is_output && side.range.begin < outputs_end) return {refusal_, "two outputs overlap"};
    if (side.range.begin < (side.is_output ? inputs_end : outputs_end))
      return {refusal_, "an output overlaps an input"};
    uintptr_t& end = side.is_output ? outputs_end : inputs_end;
    end = std::max(end, side.range.end);
  }
  return {};
}

HostStatus DeviceBuffers::Locate(const std::string& what, void* data, size_t bytes) {
  std::shared_ptr<MemoryBlock> block = memory_->Find(data);
  if (block == nullptr || block->device_id != device_id_)
    return {ACL_ERROR_RT_INVALID_MEMORY_TYPE,
            what + ": its memory is not of device " + std::to_string(device_id_)};
  if (!block->Holds(data, bytes))
    return BadArgument(what + ": its buffer goes beyond what was allocated");
  const auto begin = reinterpret_cast<uintptr_t>(data);
  pointers_.push_back(data);
  ranges_.push_back({begin, begin + bytes});
  blocks_.push_back(std::move(block));
  return {};
}

}  // namespace aclprof
