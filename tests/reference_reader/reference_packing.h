// reference_packing.h: packing 2, unpacked value by value.
//
// Shape    the bytes of a block, without LZ4, to its records in the order of their ring.
// Errors   a sentence about the first thing that is wrong, or none; nothing of such a block is given.
// Source   format/trace_format.md, "Packing 2", and nothing else: no code of readers/ or writers/.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/byte_order.h"
#include "format/trace_format.h"

namespace aclprof {

struct ReferenceRecord {
  uint16_t kind;
  uint16_t flags;
  Bytes payload;  // the struct and its tail
  bool operator==(const ReferenceRecord&) const = default;
};

// `counts` is what the announcement says of the block.
std::string UnpackReference(std::span<const unsigned char> packed,
                            const std::vector<KindCount>& counts,
                            std::vector<ReferenceRecord>* records);

}  // namespace aclprof
