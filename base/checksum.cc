#include "base/checksum.h"

#include <xxhash.h>

namespace aclprof {

uint64_t Checksum(const void* bytes, size_t count, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes, count, seed);
}

uint32_t Lz4Checksum(const void* bytes, size_t count) { return XXH32(bytes, count, 0); }

}  // namespace aclprof
