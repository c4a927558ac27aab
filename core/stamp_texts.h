// stamp_texts.h: what stands behind the struct in the record of a mark or range.
//
// Threads  free functions.
// Source   format/mark_texts.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/stamp_pool.h"

namespace aclprof {

// The texts behind the message: the name of its category, its tag, its call stack.
std::string TextsBehindMessage(const Stamp& stamp, std::string_view category);

size_t TailBytes(uint32_t message_bytes, std::string_view behind);
// place: of TailBytes.
void PutTail(std::string_view message, std::string_view behind, void* place);

}  // namespace aclprof
