// xxHash as part of this file: all of it is static, so that nothing compiled for wider registers stands in for what runs
// on every machine.
#define XXH_INLINE_ALL
#include "base/checksum_wide.h"

#include <xxhash.h>

namespace aclprof {

uint64_t WideChecksum(const void* bytes, size_t count, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes, count, seed);
}

}  // namespace aclprof
