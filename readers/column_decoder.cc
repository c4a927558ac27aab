#include "readers/column_decoder.h"

#include <algorithm>
#include <cstring>

#include "format/bit_packing.h"

namespace aclprof {

template <typename Word>
ColumnDecoder<Word>::ColumnDecoder(const ChunkKernels& kernels)
    : kernels_(kernels), word_kernels_(KernelsOf<Word>(kernels)) {}

template <typename Word>
bool ColumnDecoder<Word>::Take(ByteReader* bytes, Transform transform, Word* previous, size_t count,
                               Values* values) {
  if (!TakeHead(bytes, transform) || !TakePatches(bytes, count) || !TakeBits(bytes, count, values))
    return false;
  for (size_t i = 0; i < patches_; ++i)
    (*values)[places_[i]] |= static_cast<Word>(high_[i] << width_);
  if (transform == Transform::kDelta) {
    word_kernels_.sum_up(values->data(), least_, *previous);
    *previous = (*values)[count - 1];
  } else if (least_ != 0) {
    word_kernels_.add(values->data(), least_);
  }
  return true;
}

template <typename Word>
bool ColumnDecoder<Word>::TakeHead(ByteReader* bytes, Transform transform) {
  uint8_t width, least_bytes;
  const unsigned char* least;
  if (!bytes->Read(&width) || !bytes->Read(&least_bytes) || !bytes->Take(least_bytes, &least))
    return false;
  patched_ = (width & kColumnPatched) != 0;
  width_ = width & ~kColumnPatched;
  if (width_ > 8 * sizeof(Word) || least_bytes > sizeof(uint64_t)) return false;
  uint64_t code = 0;
  std::memcpy(&code, least, least_bytes);
  least_ = static_cast<Word>(transform == Transform::kPlain ? code : ZigzagDecode(code));
  return true;
}

template <typename Word>
bool ColumnDecoder<Word>::TakePatches(ByteReader* bytes, size_t count) {
  patches_ = 0;
  if (!patched_) return true;
  uint8_t patches, high_width;
  const unsigned char* high_bits;
  if (!bytes->Read(&patches) || !bytes->Read(&high_width) || !bytes->Take(patches, &places_) ||
      high_width == 0 || width_ + high_width > 8 * sizeof(Word) ||
      !bytes->Take(PackedBytes(patches, high_width), &high_bits)) {
    return false;
  }
  if (std::any_of(places_, places_ + patches, [count](size_t place) { return place >= count; }))
    return false;
  patches_ = patches;
  UnpackStream(high_bits, patches_, high_width, high_.data());
  return true;
}

template <typename Word>
bool ColumnDecoder<Word>::TakeBits(ByteReader* bytes, size_t count, Values* values) {
  if (width_ == 0) {
    values->fill(0);
    return true;
  }
  return count < kLeastLaneRecords ? TakeStream(bytes, count, values)
                                   : TakeLanes(bytes, count, values);
}

template <typename Word>
bool ColumnDecoder<Word>::TakeStream(ByteReader* bytes, size_t count, Values* values) {
  const unsigned char* packed;
  if (!bytes->Take(PackedBytes(count, width_), &packed)) return false;
  UnpackStream(packed, count, width_, stream_.data());
  for (size_t i = 0; i < count; ++i) (*values)[i] = static_cast<Word>(stream_[i]);
  return true;
}

// Up to 32 bits a value lie in lanes of 32 bits, whatever the field.
template <typename Word>
bool ColumnDecoder<Word>::TakeLanes(ByteReader* bytes, size_t count, Values* values) {
  const unsigned char* packed;
  if constexpr (sizeof(Word) == sizeof(uint64_t)) {
    if (width_ <= 32) {
      if (!bytes->Take(LaneBytes<uint32_t>(count, width_), &packed)) return false;
      kernels_.narrow.unpack(packed, count, width_, narrow_.data());
      kernels_.widen(narrow_.data(), values->data());
      return true;
    }
  }
  if (!bytes->Take(LaneBytes<Word>(count, width_), &packed)) return false;
  word_kernels_.unpack(packed, count, width_, values->data());
  return true;
}

template class ColumnDecoder<uint32_t>;
template class ColumnDecoder<uint64_t>;

}  // namespace aclprof
