// checksum.h: the 64-bit checksum of trace files, XXH3 with a seed, and the 32-bit one of LZ4 frames, XXH32.
#pragma once

#include <cstddef>
#include <cstdint>

namespace aclprof {

uint64_t Checksum(const void* bytes, size_t count, uint64_t seed = 0);
uint32_t Lz4Checksum(const void* bytes, size_t count);

}  // namespace aclprof
