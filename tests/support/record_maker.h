// record_maker.h: records of every kind that there is, with fields of every size, as a ring holds them.
//
// Shape    the same records at every run; starts grow, so that order in the ring is order in time.
#pragma once

#include <cstring>
#include <random>
#include <string>

#include "format/record_layout.h"
#include "tests/support/ring_bytes.h"

namespace aclprof {

class RecordMaker {
 public:
  explicit RecordMaker(uint32_t seed = 1) : random_(seed) {}

  // The payload of a record: its struct, filled field by field, and a tail where the kind has one. `name` is the id of
  // every name in it.
  std::string Payload(uint16_t kind, uint32_t name) {
    const RecordLayout& layout = LayoutOf(kind);
    std::string payload(layout.fixed_bytes, '\0');
    std::string tail;
    for (const Field& field : layout.fields)
      StoreField(reinterpret_cast<unsigned char*>(payload.data()), field,
                 Value(field, name, &tail));
    return payload + tail;
  }

  // `count` records, of the known kinds in turn.
  RingBytes Records(size_t count, uint32_t name = 0) {
    RingBytes records;
    for (size_t i = 0; i < count; ++i) {
      const uint16_t kind = NextKind();
      records.AddPayload(kind, Payload(kind, name), static_cast<uint16_t>(i % 3));
    }
    return records;
  }

 private:
  uint16_t NextKind() {
    do {
      kind_ = static_cast<uint16_t>((kind_ + 1) % ACLPROFX_KINDS);
    } while (!IsKnownKind(kind_));
    return kind_;
  }

  uint64_t Value(const Field& field, uint32_t name, std::string* tail) {
    switch (field.role) {
      case FieldRole::kStart:
        return start_ += 1 + random_() % 1000;
      case FieldRole::kEnd:
        return start_;
      case FieldRole::kDuration:
        return random_() % 100;
      case FieldRole::kString:
      case FieldRole::kOp:
      case FieldRole::kTaskType:
        return name;
      case FieldRole::kTailBytes:
        tail->assign(random_() % 40, 'm');
        return tail->size();
      case FieldRole::kTailWords:
        tail->assign(random_() % 9 * 8, 'c');
        return tail->size() / 8;
      case FieldRole::kNone:
        return (uint64_t{random_()} << (random_() % 33)) + 1;
    }
    return 0;
  }

  std::mt19937 random_;
  uint16_t kind_ = 0;
  uint64_t start_ = 1'000'000'000;
};

}  // namespace aclprof
