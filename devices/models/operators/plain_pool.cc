#include "devices/models/operators/plain_pool.h"

#include <algorithm>
#include <limits>

#include "devices/models/operators/sums.h"

namespace aclprof {

// Fewer dimensions than there may be are the last ones.
PlainPool::PlainPool(const Window& window, const Ints& input) {
  sizes_.fill(1);
  steps_.fill(1);
  reaches_.fill({Reach{}});
  const size_t before = kMostSpatial - input.size();
  for (size_t i = 0; i < input.size(); ++i) {
    sizes_[before + i] = input[i];
    steps_[before + i] = window.dilations[i];
    reaches_[before + i] = ReachesOf(window, input, i);
  }
}

std::vector<PlainPool::Reach> PlainPool::ReachesOf(const Window& window, const Ints& input,
                                                   size_t i) {
  const int64_t step = window.dilations[i];
  std::vector<Reach> reaches;
  for (int64_t output = 0; output < window.output[i]; ++output) {
    const int64_t begin = output * window.strides[i] - window.begin[i];
    // How many of the kernel's elements lie before `end`.
    const auto before = [&](int64_t end) {
      return std::clamp<int64_t>((end - begin + step - 1) / step, 0, window.kernel[i]);
    };
    const int64_t skipped = begin < 0 ? before(0) : 0;
    reaches.push_back({begin + skipped * step, before(input[i]) - skipped,
                       before(input[i] + window.padded_end[i])});
  }
  return reaches;
}

template <typename Pool>
void PlainPool::EachOutput(const float* from, int64_t planes, float* to, const Pool& pool) const {
  const int64_t plane = sizes_[0] * sizes_[1] * sizes_[2];
  for (int64_t p = 0; p < planes; ++p, from += plane) {
    for (const Reach& first : reaches_[0]) {
      for (const Reach& second : reaches_[1]) {
        for (const Reach& third : reaches_[2]) *to++ = pool(from, Reaches{&first, &second, &third});
      }
    }
  }
}

template <typename Row>
void PlainPool::EachRow(const float* plane, const Reaches& reaches, const Row& row) const {
  for (int64_t i = 0; i < reaches[0]->inside; ++i) {
    for (int64_t j = 0; j < reaches[1]->inside; ++j) {
      const int64_t line =
          (reaches[0]->first + i * steps_[0]) * sizes_[1] + reaches[1]->first + j * steps_[1];
      row(plane + line * sizes_[2] + reaches[2]->first, reaches[2]->inside);
    }
  }
}

void PlainPool::Average(const float* from, int64_t planes, bool padding, float* to) const {
  EachOutput(from, planes, to, [&](const float* plane, const Reaches& reaches) {
    double sum = 0;
    EachRow(plane, reaches, [&](const float* row, int64_t count) {
      if (steps_[2] == 1) {
        sum += SumOf(row, count);
      } else {
        for (int64_t i = 0; i < count; ++i) sum += row[i * steps_[2]];
      }
    });
    int64_t count = 1;
    for (const Reach* reach : reaches) count *= padding ? reach->counted : reach->inside;
    return static_cast<float>(sum / static_cast<double>(count));
  });
}

void PlainPool::Max(const float* from, int64_t planes, float* to) const {
  EachOutput(from, planes, to, [&](const float* plane, const Reaches& reaches) {
    const bool misses = std::any_of(reaches.begin(), reaches.end(),
                                    [](const Reach* reach) { return reach->inside == 0; });
    if (misses) return std::numeric_limits<float>::lowest();
    float most = -std::numeric_limits<float>::infinity();
    EachRow(plane, reaches, [&](const float* row, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        const float value = row[i * steps_[2]];
        most = value > most || value != value ? value : most;
      }
    });
    return most;
  });
}

}  // namespace aclprof
