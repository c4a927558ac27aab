// checksum_wide.h: Checksum with the instructions of AVX2, where the architecture has them; only for machines with them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace aclprof {

uint64_t WideChecksum(const void* bytes, size_t count, uint64_t seed);

}  // namespace aclprof
