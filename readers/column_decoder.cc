#include "readers/column_decoder.h"

#include <algorithm>
#include <cstring>

#include "format/bit_packing.h"

namespace aclprof {
namespace {

// The first `count` bytes, at most 8, as a number.
uint64_t LoadNumber(const unsigned char* bytes, size_t count, size_t readable) {
  if (readable >= sizeof(uint64_t))
    return Load<uint64_t>(bytes) & LowBits<uint64_t>(static_cast<unsigned>(8 * count));
  uint64_t number = 0;
  std::memcpy(&number, bytes, count);
  return number;
}

}  // namespace

template <typename Word>
bool ColumnDecoder<Word>::Take(ByteReader* bytes, Transform transform, Word* previous, size_t count,
                               Values* values) {
  if constexpr (WideWord<Word>) {
    bool is_narrow = false;
    uint32_t high = 0;
    if (!TakeEither(bytes, transform, previous, count, values, &narrow_, &high, &is_narrow))
      return false;
    if (!is_narrow) return true;
    kernels_.chunk->widen(narrow_.data(), values->data());
    kernels_.chunk->wide.add(values->data(), uint64_t{high} << 32);
    return true;
  } else {
    if (!TakeHead(bytes, transform) || !TakePatches(bytes, count)) return false;
    const bool is_delta = transform == Transform::kDelta;
    if (is_delta && full_width_ == 0) {
      kernels_.record->count_up(*previous + least_, least_, values->data());
    } else {
      if (!TakeNarrow(bytes, count, least_, values)) return false;
      Patch(values);
      if (is_delta) kernels_.record->sum_up(values->data(), *previous);
    }
    if (is_delta) *previous = (*values)[count - 1];
    return true;
  }
}

template <typename Word>
bool ColumnDecoder<Word>::TakeEither(ByteReader* bytes, Transform transform, Word* previous,
                                     size_t count, Values* values, NarrowValues* narrow,
                                     uint32_t* high, bool* is_narrow) requires WideWord<Word> {
  if (!TakeHead(bytes, transform) || !TakePatches(bytes, count)) return false;
  const bool is_delta = transform == Transform::kDelta;
  const uint64_t first = is_delta ? *previous : 0;
  *is_narrow = SumsAreNarrow(first, is_delta ? count : 1);
  *high = static_cast<uint32_t>(first >> 32);
  if (*is_narrow) {
    if (!TakeNarrow(bytes, count, static_cast<uint32_t>(least_), narrow)) return false;
    Patch(narrow);
    if (is_delta) kernels_.record->sum_up(narrow->data(), static_cast<uint32_t>(first));
  } else {
    if (!TakeWide(bytes, count, values)) return false;
    Patch(values);
    if (is_delta) kernels_.chunk->wide.sum_up(values->data(), 0, *previous);
  }
  if (is_delta)
    *previous = *is_narrow ? uint64_t{*high} << 32 | (*narrow)[count - 1] : (*values)[count - 1];
  return true;
}

// Whether the sums of `count` values, from `previous` on, leave its high 32 bits as they are.
template <typename Word>
bool ColumnDecoder<Word>::SumsAreNarrow(Word previous, size_t count) const {
  const uint64_t most = LowBits<uint64_t>(full_width_);
  if (most > UINT32_MAX || least_ > UINT32_MAX) return false;
  return static_cast<uint32_t>(previous) + (most + least_) * count <= UINT32_MAX;
}

template <typename Word>
bool ColumnDecoder<Word>::TakeConstant(ByteReader* bytes, Word* value) {
  if (bytes->left() == 0 || *bytes->at() != 0 || !TakeHead(bytes, Transform::kPlain)) return false;
  *value = least_;
  return true;
}

template <typename Word>
bool ColumnDecoder<Word>::TakeHead(ByteReader* bytes, Transform transform) {
  uint8_t width, least_bytes;
  if (!bytes->Read(&width) || !bytes->Read(&least_bytes)) return false;
  const size_t readable = bytes->left();
  const unsigned char* least;
  if (least_bytes > sizeof(uint64_t) || !bytes->Take(least_bytes, &least)) return false;
  const uint64_t code = LoadNumber(least, least_bytes, readable);
  least_ = static_cast<Word>(transform == Transform::kPlain ? code : ZigzagDecode(code));
  patches_ = width & kColumnPatched ? 1 : 0;
  width_ = full_width_ = width & ~unsigned{kColumnPatched};
  return width_ <= 8 * sizeof(Word);
}

template <typename Word>
bool ColumnDecoder<Word>::TakePatches(ByteReader* bytes, size_t count) {
  if (patches_ == 0) return true;
  uint8_t patches, high_width;
  const unsigned char* high_bits;
  if (!bytes->Read(&patches) || !bytes->Read(&high_width) || !bytes->Take(patches, &places_) ||
      high_width == 0 || width_ + high_width > 8 * sizeof(Word) ||
      !bytes->Take(PackedBytes(patches, high_width), &high_bits)) {
    return false;
  }
  // Every place is in a whole chunk.
  if (count < kChunkRecords &&
      std::any_of(places_, places_ + patches, [count](size_t place) { return place >= count; })) {
    return false;
  }
  patches_ = patches;
  full_width_ = width_ + high_width;
  const size_t readable = PackedBytes(patches, high_width) + bytes->left();
  UnpackStream(high_bits, readable, patches_, high_width, high_.data());
  return true;
}

// What was packed is below 2^width, so adding the high bits sets them.
template <typename Word>
template <typename To>
void ColumnDecoder<Word>::Patch(std::array<To, kChunkRecords>* values) const {
  for (size_t i = 0; i < patches_; ++i)
    (*values)[places_[i]] += static_cast<To>(high_[i] << width_);
}

template <typename Word>
template <typename To>
bool ColumnDecoder<Word>::TakeStream(ByteReader* bytes, size_t count, To least,
                                     std::array<To, kChunkRecords>* values) {
  const unsigned char* packed;
  if (!bytes->Take(PackedBytes(count, width_), &packed)) return false;
  const size_t readable = PackedBytes(count, width_) + bytes->left();
  UnpackStream(packed, readable, count, width_, stream_.data());
  for (size_t i = 0; i < count; ++i) (*values)[i] = static_cast<To>(stream_[i]) + least;
  return true;
}

template <typename Word>
bool ColumnDecoder<Word>::TakeNarrow(ByteReader* bytes, size_t count, uint32_t least,
                                     NarrowValues* values) {
  if (count < kLeastLaneRecords && width_ > 0) return TakeStream(bytes, count, least, values);
  const unsigned char* packed;
  if (!bytes->Take(LaneBytes<uint32_t>(count, width_), &packed)) return false;
  if (count == kChunkRecords || width_ == 0) {
    kernels_.record->unpack[width_](packed, least, values->data());
  } else {
    kernels_.chunk->narrow.unpack(packed, count, width_, values->data());
    kernels_.chunk->narrow.add(values->data(), least);
  }
  return true;
}

// Up to 32 bits a value lie in lanes of 32 bits, whatever the field.
template <typename Word>
bool ColumnDecoder<Word>::TakeWide(ByteReader* bytes, size_t count,
                                   Values* values) requires WideWord<Word> {
  if (count < kLeastLaneRecords && width_ > 0) return TakeStream(bytes, count, least_, values);
  if (width_ <= 32) {
    if (!TakeNarrow(bytes, count, 0, &narrow_)) return false;
    kernels_.chunk->widen(narrow_.data(), values->data());
  } else {
    const unsigned char* packed;
    if (!bytes->Take(LaneBytes<Word>(count, width_), &packed)) return false;
    kernels_.chunk->wide.unpack(packed, count, width_, values->data());
  }
  kernels_.chunk->wide.add(values->data(), least_);
  return true;
}

// Member by member: the whole class would take those along that are for wide words only.
template bool ColumnDecoder<uint32_t>::Take(ByteReader*, Transform, uint32_t*, size_t, Values*);
template bool ColumnDecoder<uint32_t>::TakeConstant(ByteReader*, uint32_t*);
template class ColumnDecoder<uint64_t>;

}  // namespace aclprof
