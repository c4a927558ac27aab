// device_buffers.h: the memory that tensors of one run lie in: checked against the tensors and against what aclrtMalloc
// gave out, and kept alive.
//
// Units    bytes.
// Threads  a value type; its memory stays until it goes, freed or not.
// Errors   100000 a NULL; the refusal for a buffer that is smaller than its tensor or overlaps another; 107000 out of
//          the bounds of an allocation; 107008 not aligned to the elements; 107016 not memory of the device.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "devices/host/memory_table.h"
#include "devices/models/tensor_type.h"

namespace aclprof {

class DeviceBuffers {
 public:
  DeviceBuffers(const MemoryTable* memory, int32_t device_id, aclError refusal)
      : memory_(memory), device_id_(device_id), refusal_(refusal) {}

  // `what` is for the message: "input 0".
  HostStatus Add(const std::string& what, const TensorType& type, const aclDataBuffer* buffer);
  // Memory of the runtime's, or NULL where an optional input is left out.
  void AddOwn(void* bytes);

  // Whether none of these, which a run writes, overlaps another of them or one of `inputs`.
  HostStatus CheckApart(const DeviceBuffers& inputs) const;

  std::span<void* const> pointers() const { return pointers_; }
  std::span<const void* const> const_pointers() const {
    return {pointers_.data(), pointers_.size()};
  }

 private:
  struct Range {
    uintptr_t begin;
    uintptr_t end;
  };

  HostStatus Locate(const std::string& what, void* data, size_t bytes);

  const MemoryTable* memory_;
  int32_t device_id_;
  aclError refusal_;
  std::vector<void*> pointers_;
  std::vector<Range> ranges_;  // of the application's memory
  std::vector<std::shared_ptr<MemoryBlock>> blocks_;
};

}  // namespace aclprof
