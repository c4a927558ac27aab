// record_layout.h: the fields of each kind of record: where they are, how packing 2 stores them, and what they mean
// to code that knows no kind by name.
//
// Shape    the fields of a kind cover every byte of its struct, so that nothing is lost by storing them alone. What
//          follows the struct in a record (a message, counters) is its tail.
// Threads  constant tables.
// Source   producer.h; trace_format.md, "Packing 2".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "aclprof/producer.h"
#include "base/byte_order.h"

namespace aclprof {

enum class Transform : uint8_t {
  kPlain,   // the value itself
  kSigned,  // a signed value
  kDelta,   // the difference from the record before of the same kind, a signed value
};

enum class FieldRole : uint8_t {
  kNone,
  kStart,     // ticks; of a point event its moment
  kDuration,  // ticks
  kEnd,       // ticks
  kString,    // ids, by the name space of the dictionary they point into
  kOp,
  kTaskType,
  kTailBytes,  // how many bytes of the tail are in use
  kTailWords,  // how many u64 of the tail are in use
};

struct Field {
  uint16_t offset;
  uint8_t bytes;  // 2, 4 or 8
  Transform transform;
  FieldRole role;
};

struct RecordLayout {
  size_t fixed_bytes = 0;  // of the struct; 0 for a kind that this version does not know
  std::span<const Field> fields;
};

extern const std::array<RecordLayout, ACLPROFX_KINDS> kRecordLayouts;
inline constexpr RecordLayout kUnknownLayout;
inline constexpr size_t kMostFields = 16;     // of any layout
inline constexpr size_t kMostFixedWords = 7;  // u64, of any layout

// Never fails: an unknown kind has no fields and is all tail.
inline const RecordLayout& LayoutOf(uint16_t kind) {
  return kind < ACLPROFX_KINDS ? kRecordLayouts[kind] : kUnknownLayout;
}

inline bool IsKnownKind(uint16_t kind) { return LayoutOf(kind).fixed_bytes != 0; }

// The field of this role, or NULL.
const Field* FieldWithRole(const RecordLayout& layout, FieldRole role);

// A field's value, widened. The record must be as long as its layout.
inline uint64_t LoadField(const unsigned char* record, const Field& field) {
  if (field.bytes == 8) return Load<uint64_t>(record + field.offset);
  if (field.bytes == 4) return Load<uint32_t>(record + field.offset);
  return Load<uint16_t>(record + field.offset);
}

inline void StoreField(unsigned char* record, const Field& field, uint64_t value) {
  if (field.bytes == 8) return Store(record + field.offset, value);
  if (field.bytes == 4) return Store(record + field.offset, static_cast<uint32_t>(value));
  Store(record + field.offset, static_cast<uint16_t>(value));
}

constexpr uint64_t ZigzagEncode(uint64_t value) { return (value << 1) ^ (0 - (value >> 63)); }
constexpr uint64_t ZigzagDecode(uint64_t code) { return (code >> 1) ^ (0 - (code & 1)); }

}  // namespace aclprof
