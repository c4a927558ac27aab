#include "devices/models/operators/strided_walk.h"

#include <algorithm>

namespace aclprof {

int64_t Product(const Dims& dims, size_t from, size_t to) {
  int64_t product = 1;
  for (size_t i = from; i < to; ++i) product *= dims[i];
  return product;
}

Dims StridesOf(const Dims& dims) {
  Dims strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
  return strides;
}

Dims BroadcastStrides(const Dims& dims, const Dims& onto) {
  const Dims dense = StridesOf(dims);
  const size_t added = onto.size() - dims.size();
  Dims strides(onto.size(), 0);
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] != 1) strides[added + i] = dense[i];
  }
  return strides;
}

bool Broadcast(const Dims& a, const Dims& b, Dims* result) {
  Dims dims(std::max(a.size(), b.size()), 1);
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t of_a = i < a.size() ? a[a.size() - 1 - i] : 1;
    const int64_t of_b = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (of_a != of_b && of_a != 1 && of_b != 1) return false;
    dims[dims.size() - 1 - i] = std::max(of_a, of_b);
  }
  *result = std::move(dims);
  return true;
}

StridedWalk::StridedWalk(const Dims& dims, const Dims& first, const Dims& second) {
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == 1) continue;
    Append({dims[i], {first[i], second.empty() ? 0 : second[i]}});
  }
  if (!outer_.empty()) {
    count_ = outer_.back().size;
    rows_ = outer_.back().strides;
    outer_.pop_back();
  }
  position_.resize(outer_.size());
}

// The dimension before can be walked as one with the new one when its steps are as long as all of the new one's.
void StridedWalk::Append(const Dimension& dimension) {
  bool one = !outer_.empty();
  for (size_t t = 0; one && t < kTensors; ++t) {
    one = outer_.back().strides[t] == dimension.strides[t] * dimension.size;
  }
  if (!one) {
    outer_.push_back(dimension);
    return;
  }
  outer_.back().size *= dimension.size;
  outer_.back().strides = dimension.strides;
}

bool StridedWalk::Advance(Offsets* at) {
  for (size_t i = outer_.size(); i-- > 0;) {
    const Dimension& dimension = outer_[i];
    if (++position_[i] < dimension.size) {
      for (size_t t = 0; t < kTensors; ++t) (*at)[t] += dimension.strides[t];
      return true;
    }
    position_[i] = 0;
    for (size_t t = 0; t < kTensors; ++t) (*at)[t] -= dimension.strides[t] * (dimension.size - 1);
  }
  return false;
}

namespace {

template <typename T>
void Copy(StridedWalk* walk, const void* from, void* to) {
  const auto* source = static_cast<const T*>(from);
  auto* target = static_cast<T*>(to);
  const int64_t stride = walk->row_strides()[0];
  walk->Rows([&](int64_t dense, const StridedWalk::Offsets& at, int64_t count) {
    const T* row = source + at[0];
    if (stride == 1) {
      std::copy_n(row, count, target + dense);
    } else {
      for (int64_t i = 0; i < count; ++i) target[dense + i] = row[i * stride];
    }
  });
}

}  // namespace

void CopyStrided(size_t bytes, StridedWalk* walk, const void* from, void* to) {
  switch (bytes) {
    case 1:
      return Copy<uint8_t>(walk, from, to);
    case 2:
      return Copy<uint16_t>(walk, from, to);
    case 4:
      return Copy<uint32_t>(walk, from, to);
    default:
      return Copy<uint64_t>(walk, from, to);
  }
}

}  // namespace aclprof
