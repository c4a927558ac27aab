// copy_plan.h: a copy or fill that was checked against the memory that was given out, ready to be carried out now or
// later.
//
// Units    bytes.
// Threads  a value type; it keeps alive the blocks that it reads and writes.
// Errors   100000 a NULL or a kind that is not known; 107000 out of bounds; 107016 memory of the wrong side; 207000
//          an asynchronous copy from host to host.
#pragma once

#include <memory>

#include "acl/acl_rt.h"
#include "devices/host/host_status.h"
#include "devices/host/memory_table.h"

namespace aclprof {

struct CopyRequest {
  void* to;
  size_t to_max;
  const void* from;
  size_t count;
  aclrtMemcpyKind kind;
};

class CopyPlan {
 public:
  static HostStatus Make(const CopyRequest& request, const MemoryTable& memory, CopyPlan* plan);

  void CarryOut() const;
  // Memory that the application may move or free at once: neither a device's nor pinned.
  bool touches_pageable_memory() const { return to_block_ == nullptr || from_block_ == nullptr; }
  bool host_to_host() const { return !OnDevice(to_block_) && !OnDevice(from_block_); }
  const CopyRequest& request() const { return request_; }

 private:
  static bool OnDevice(const std::shared_ptr<MemoryBlock>& block) {
    return block != nullptr && block->on_device();
  }
  HostStatus CheckSides() const;

  CopyRequest request_{};
  std::shared_ptr<MemoryBlock> to_block_;
  std::shared_ptr<MemoryBlock> from_block_;
};

class FillPlan {
 public:
  static HostStatus Make(void* to, size_t to_max, int32_t value, size_t count,
                         const MemoryTable& memory, FillPlan* plan);

  void CarryOut() const;
  bool touches_pageable_memory() const { return block_ == nullptr; }

 private:
  void* to_ = nullptr;
  int32_t value_ = 0;
  size_t count_ = 0;
  std::shared_ptr<MemoryBlock> block_;
};

}  // namespace aclprof
