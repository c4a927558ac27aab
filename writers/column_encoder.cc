#include "writers/column_encoder.h"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace aclprof {

template <typename Word>
ColumnEncoder<Word>::ColumnEncoder(const ChunkKernels& kernels)
    : kernels_(kernels),
      word_kernels_(KernelsOf<Word>(kernels)),
      narrow_(kernels),
      wide_(kernels) {}

template <typename Word>
void ColumnEncoder<Word>::Append(const Word* values, size_t count, Transform transform,
                                 Word* previous, Bytes* packed) {
  const Word* const column = Transformed(values, count, transform, previous);
  const auto range =
      transform == Transform::kPlain ? word_kernels_.range : word_kernels_.signed_range;
  range(column, &least_, &most_);
  unsigned char* end;
  if (least_ == most_) {
    end = PutHead(transform, 0, false);
  } else if constexpr (sizeof(Word) == sizeof(uint32_t)) {
    word_kernels_.offsets(column, least_, narrow_.offsets());
    end = PutOffsets(count, transform, &narrow_);
  } else if (most_ - least_ <= UINT32_MAX) {
    kernels_.narrow_offsets(column, least_, narrow_.offsets());
    end = PutOffsets(count, transform, &narrow_);
  } else {
    word_kernels_.offsets(column, least_, wide_.offsets());
    end = PutOffsets(count, transform, &wide_);
  }
  AppendBytes(packed, column_.data(), static_cast<size_t>(end - column_.data()));
}

template <typename Word>
void ColumnEncoder<Word>::AppendSame(Word value, Bytes* packed) {
  least_ = most_ = value;
  const unsigned char* const end = PutHead(Transform::kPlain, 0, false);
  AppendBytes(packed, column_.data(), static_cast<size_t>(end - column_.data()));
}

// The kernels take whole chunks: behind the values stands what is neither less nor more than they.
template <typename Word>
const Word* ColumnEncoder<Word>::Transformed(const Word* values, size_t count, Transform transform,
                                             Word* previous) {
  if (transform == Transform::kDelta) {
    word_kernels_.differences(values, *previous, transformed_.data());
    *previous = values[count - 1];
  } else if (count == kChunkRecords) {
    return values;
  } else {
    std::copy_n(values, count, transformed_.begin());
  }
  std::fill(transformed_.begin() + static_cast<ptrdiff_t>(count), transformed_.end(),
            transformed_[0]);
  return transformed_.data();
}

template <typename Word>
unsigned char* ColumnEncoder<Word>::PutHead(Transform transform, unsigned width, bool patched) {
  uint64_t code = least_;
  if (transform != Transform::kPlain)
    code =
        ZigzagEncode(static_cast<uint64_t>(int64_t{static_cast<std::make_signed_t<Word>>(least_)}));
  const auto bytes = static_cast<unsigned char>((std::bit_width(code) + 7) / 8);
  column_[0] = static_cast<unsigned char>(width | (patched ? kColumnPatched : 0));
  column_[1] = bytes;
  Store(&column_[2], code);
  return &column_[2] + bytes;
}

template <typename Word>
template <typename Offset>
unsigned char* ColumnEncoder<Word>::PutOffsets(size_t count, Transform transform,
                                               OffsetPacker<Offset>* packer) {
  std::fill(packer->offsets() + count, packer->offsets() + kChunkRecords, Offset{0});
  packer->Choose(count, static_cast<Offset>(most_ - least_));
  return packer->Put(count, PutHead(transform, packer->width(), packer->patched()));
}

template class ColumnEncoder<uint32_t>;
template class ColumnEncoder<uint64_t>;

}  // namespace aclprof
