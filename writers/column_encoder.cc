#include "writers/column_encoder.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "format/bit_packing.h"

namespace aclprof {
namespace {

constexpr size_t kPatchPlaceBits = 8;
constexpr size_t kMostPatches = UINT8_MAX;

}  // namespace

template <typename Word>
ColumnEncoder<Word>::ColumnEncoder(const ChunkKernels& kernels)
    : kernels_(kernels), word_kernels_(KernelsOf<Word>(kernels)) {}

template <typename Word>
void ColumnEncoder<Word>::Append(const Values& values, size_t count, Transform transform,
                                 Word* previous, Bytes* packed) {
  if (transform == Transform::kDelta) {
    word_kernels_.differences(values.data(), *previous, distances_.data());
    *previous = values[count - 1];
  } else {
    distances_ = values;
  }
  TakeLeast(count, transform);
  ChooseWidth(count);
  AppendHead(transform, packed);
  if (patches_ > 0) AppendPatches(packed);
  if (width_ > 0) AppendBits(count, packed);
}

// The kernels take whole chunks: behind the values stands what is neither less nor more than they, and then 0.
template <typename Word>
void ColumnEncoder<Word>::TakeLeast(size_t count, Transform transform) {
  std::fill(distances_.begin() + count, distances_.end(), distances_[0]);
  const auto range =
      transform == Transform::kPlain ? word_kernels_.range : word_kernels_.signed_range;
  Word most;
  range(distances_.data(), &least_, &most);
  most_ = most - least_;
  if (least_ != 0) word_kernels_.add(distances_.data(), Word{0} - least_);
  std::fill(distances_.begin() + count, distances_.end(), Word{0});
}

// A bit less for all costs those above it the byte of their place, and each bit that they need beyond. Widths are
// tried downwards for as long as they gain.
template <typename Word>
void ColumnEncoder<Word>::ChooseWidth(size_t count) {
  width_ = full_width_ = static_cast<unsigned>(std::bit_width(most_));
  patches_ = 0;
  size_t least_bits = width_ * count;
  for (unsigned width = width_; width-- > 0;) {
    const size_t above = word_kernels_.count_above(distances_.data(), LowBits<Word>(width));
    const size_t bits = width * count + above * (kPatchPlaceBits + full_width_ - width);
    if (bits >= least_bits || above > kMostPatches) return;
    least_bits = bits;
    width_ = width;
    patches_ = above;
  }
}

template <typename Word>
void ColumnEncoder<Word>::AppendHead(Transform transform, Bytes* packed) const {
  uint64_t code = least_;
  if (transform != Transform::kPlain)
    code =
        ZigzagEncode(static_cast<uint64_t>(int64_t{static_cast<std::make_signed_t<Word>>(least_)}));
  const auto bytes = static_cast<unsigned char>((std::bit_width(code) + 7) / 8);
  packed->push_back(static_cast<unsigned char>(width_ | (patches_ > 0 ? kColumnPatched : 0)));
  packed->push_back(bytes);
  AppendBytes(packed, &code, bytes);
}

template <typename Word>
void ColumnEncoder<Word>::AppendPatches(Bytes* packed) {
  const unsigned high_width = full_width_ - width_;
  word_kernels_.find_above(distances_.data(), LowBits<Word>(width_), places_.data());
  for (size_t i = 0; i < patches_; ++i) stream_[i] = uint64_t{distances_[places_[i]]} >> width_;
  PackStream(stream_.data(), patches_, high_width, bits_.data());
  packed->push_back(static_cast<unsigned char>(patches_));
  packed->push_back(static_cast<unsigned char>(high_width));
  AppendBytes(packed, places_.data(), patches_);
  AppendBytes(packed, bits_.data(), PackedBytes(patches_, high_width));
  word_kernels_.cut(distances_.data(), LowBits<Word>(width_));
}

template <typename Word>
void ColumnEncoder<Word>::AppendBits(size_t count, Bytes* packed) {
  size_t bytes = PackedBytes(count, width_);
  if (count >= kLeastLaneRecords) {
    bytes = PackInLanes(count);
  } else {
    std::copy_n(distances_.begin(), count, stream_.begin());
    PackStream(stream_.data(), count, width_, bits_.data());
  }
  AppendBytes(packed, bits_.data(), bytes);
}

// Up to 32 bits a value go into lanes of 32 bits, whatever the field.
template <typename Word>
size_t ColumnEncoder<Word>::PackInLanes(size_t count) {
  if constexpr (sizeof(Word) == sizeof(uint64_t)) {
    if (width_ <= 32) {
      kernels_.narrow_down(distances_.data(), narrow_.data());
      kernels_.narrow.pack(narrow_.data(), count, width_, bits_.data());
      return LaneBytes<uint32_t>(count, width_);
    }
  }
  word_kernels_.pack(distances_.data(), count, width_, bits_.data());
  return LaneBytes<Word>(count, width_);
}

template class ColumnEncoder<uint32_t>;
template class ColumnEncoder<uint64_t>;

}  // namespace aclprof
