// checksum.h: the 64-bit checksum of trace files: XXH3 with a seed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace aclprof {

uint64_t Checksum(const void* bytes, size_t count, uint64_t seed = 0);

}  // namespace aclprof
