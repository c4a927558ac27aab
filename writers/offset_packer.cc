#include "writers/offset_packer.h"

#include <algorithm>
#include <bit>

#include "format/bit_packing.h"

namespace aclprof {
namespace {

constexpr size_t kPatchPlaceBits = 8;
constexpr size_t kMostPatches = UINT8_MAX;

}  // namespace

// A bit less for all costs those above it the byte of their place, and each bit that they need beyond. Widths are
// tried downwards for as long as they gain, which takes fewer patches than there are bits to be gained for.
template <typename Word>
void OffsetPacker<Word>::Choose(size_t count, Word most) {
  width_ = full_width_ = static_cast<unsigned>(std::bit_width(most));
  patches_ = 0;
  size_t least_bits = width_ * count;
  for (unsigned width = width_; width-- > 0;) {
    const size_t patch_bits = kPatchPlaceBits + full_width_ - width;
    const size_t affordable = std::min(kMostPatches, (least_bits - width * count - 1) / patch_bits);
    const size_t above =
        word_kernels_.count_above(offsets_.data(), LowBits<Word>(width), affordable);
    if (above > affordable) return;
    least_bits = width * count + above * patch_bits;
    width_ = width;
    patches_ = above;
  }
}

template <typename Word>
unsigned char* OffsetPacker<Word>::Put(size_t count, unsigned char* at) {
  if (patches_ > 0) at = PutPatches(at);
  if (width_ == 0) return at;
  return count >= kLeastLaneRecords ? PutLanes(count, at) : PutStream(count, at);
}

// The places are found straight into the column, before it is known where they end.
template <typename Word>
unsigned char* OffsetPacker<Word>::PutPatches(unsigned char* at) {
  const unsigned high_width = full_width_ - width_;
  *at++ = static_cast<unsigned char>(patches_);
  *at++ = static_cast<unsigned char>(high_width);
  word_kernels_.find_above(offsets_.data(), LowBits<Word>(width_), at);
  for (size_t i = 0; i < patches_; ++i) stream_[i] = uint64_t{offsets_[at[i]]} >> width_;
  at += patches_;
  PackStream(stream_.data(), patches_, high_width, at);
  word_kernels_.cut(offsets_.data(), LowBits<Word>(width_));
  return at + PackedBytes(patches_, high_width);
}

template <typename Word>
unsigned char* OffsetPacker<Word>::PutStream(size_t count, unsigned char* at) {
  std::copy_n(offsets_.begin(), count, stream_.begin());
  PackStream(stream_.data(), count, width_, at);
  return at + PackedBytes(count, width_);
}

// Up to 32 bits a value go into lanes of 32 bits, whatever the field.
template <typename Word>
unsigned char* OffsetPacker<Word>::PutLanes(size_t count, unsigned char* at) {
  if constexpr (sizeof(Word) == sizeof(uint64_t)) {
    if (width_ <= 32) {
      kernels_.narrow_down(offsets_.data(), narrow_.data());
      kernels_.narrow.pack(narrow_.data(), count, width_, at);
      return at + LaneBytes<uint32_t>(count, width_);
    }
  }
  word_kernels_.pack(offsets_.data(), count, width_, at);
  return at + LaneBytes<Word>(count, width_);
}

template class OffsetPacker<uint32_t>;
template class OffsetPacker<uint64_t>;

}  // namespace aclprof
