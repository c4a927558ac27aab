// aligned_memory.h: one block of memory at an address that vectors like.
//
// Shape    kTensorAlignment-byte aligned; its contents are whatever was there.
// Errors   std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace aclprof {

inline constexpr size_t kTensorAlignment = 64;

constexpr uint64_t AlignedUp(uint64_t bytes) {
  return (bytes + kTensorAlignment - 1) / kTensorAlignment * kTensorAlignment;
}

class AlignedMemory {
 public:
  AlignedMemory() = default;
  explicit AlignedMemory(size_t bytes)
      : bytes_(static_cast<unsigned char*>(
            ::operator new (bytes, std::align_val_t{kTensorAlignment}))) {}

  unsigned char* get() const { return bytes_.get(); }

 private:
  struct Free {
    void operator()(unsigned char* bytes) const {
      ::operator delete (bytes, std::align_val_t{kTensorAlignment});
    }
  };
  std::unique_ptr<unsigned char, Free> bytes_;
};

}  // namespace aclprof
