// stamp_pool.h: the stamps of user marks: what aclprofCreateStamp hands out, as many as are asked for.
//
// Shape    slabs that double in size and are never given back, so that a pointer is known to be a live stamp or not
//          without being followed.
// Threads  any; Take and GiveBack take a lock for a moment, Find takes none. One stamp's message is set by one thread at a
//          time, and not while another marks it.
// Orders   [M1] AddSlab stores a slab, release -> Find loads it, acquire: its stamps are there.
//          [M2] Take stores alive, release -> Find loads it, acquire: the stamp is empty.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace aclprof {

struct Stamp {
  static constexpr uint32_t kMessageBytes = 127;
  static constexpr uint32_t kTagBytes = 127;
  static constexpr uint32_t kCallStackBytes = 1023;

  std::atomic<bool> alive{false};
  uint8_t message_bytes = 0;
  uint8_t tag_bytes = 0;
  uint16_t call_stack_bytes = 0;
  uint16_t payload_type = 0;
  uint32_t category = 0;
  uint64_t payload_value = 0;
  std::array<char, kMessageBytes> message{};
  std::array<char, kTagBytes> tag{};
  std::array<char, kCallStackBytes> call_stack{};
};

class StampPool {
 public:
  // An empty stamp; NULL without memory.
  Stamp* Take();
  // The live stamp that the pointer is, or NULL.
  Stamp* Find(const void* pointer) const;
  // False when it is none.
  bool GiveBack(void* pointer);

 private:
  static constexpr size_t kFirstSlab = 128;
  static constexpr size_t kSlabs = 20;  // a hundred million stamps

  static size_t SlabStamps(size_t slab) { return kFirstSlab << slab; }
  bool AddSlab();  // under mutex_

  std::array<std::atomic<Stamp*>, kSlabs> slabs_{};
  std::array<std::unique_ptr<Stamp[]>, kSlabs> owned_;
  std::mutex mutex_;
  size_t count_ = 0;          // of slabs
  std::vector<Stamp*> free_;  // with room for all stamps
};

}  // namespace aclprof
