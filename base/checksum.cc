#include "base/checksum.h"

#include <xxhash.h>

#include "base/checksum_wide.h"

namespace aclprof {

// The library is compiled for every machine of the architecture; with wider registers it is twice as quick.
uint64_t Checksum(const void* bytes, size_t count, uint64_t seed) {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  if (has_avx2) return WideChecksum(bytes, count, seed);
#endif
  return XXH3_64bits_withSeed(bytes, count, seed);
}

uint32_t Lz4Checksum(const void* bytes, size_t count) { return XXH32(bytes, count, 0); }

}  // namespace aclprof
