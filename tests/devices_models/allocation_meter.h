// allocation_meter.h: how much memory of operator new is in use at most between two points of a test.
//
// Units    bytes.
// Threads  one.
#pragma once

#include <cstddef>

namespace aclprof {

class AllocationMeter {
 public:
  AllocationMeter();  // from here on
  size_t PeakBytes() const;

 private:
  const size_t at_start_;
};

// Of the process so far.
size_t AllocationCount();

}  // namespace aclprof
