// reference.h: operators as their definitions say them, an element at a time, with no care for speed.
//
// Shape    a Grid is addressed by one index a dimension; nothing here is shared with what is tested.
// Source   Operators.md of ONNX
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "tests/devices_models/operator_runner.h"

namespace aclprof::reference {

struct Grid {
  Dims dims;
  std::vector<double> values;

  explicit Grid(Dims all) : dims(std::move(all)) {
    size_t count = 1;
    for (const int64_t dim : dims) count *= static_cast<size_t>(dim);
    values.assign(count, 0.0);
  }
  explicit Grid(const Tensor& tensor) : Grid(tensor.type.dims) {
    const std::vector<float> floats = tensor.As<float>();
    values.assign(floats.begin(), floats.end());
  }
  bool Holds(const Ints& index) const {
    for (size_t i = 0; i < dims.size(); ++i) {
      if (index[i] < 0 || index[i] >= dims[i]) return false;
    }
    return true;
  }
  double& At(const Ints& index) {
    int64_t at = 0;
    for (size_t i = 0; i < dims.size(); ++i) at = at * dims[i] + index[i];
    return values[static_cast<size_t>(at)];
  }
  double At(const Ints& index) const { return const_cast<Grid*>(this)->At(index); }
  Tensor Out() const { return Floats(dims, std::vector<float>(values.begin(), values.end())); }
};

inline void Each(const Dims& dims, const std::function<void(const Ints&)>& visit) {
  Ints index(dims.size(), 0);
  for (;;) {
    visit(index);
    size_t i = dims.size();
    while (i > 0 && ++index[i - 1] == dims[i - 1]) index[--i] = 0;
    if (i == 0) return;
  }
}

inline Ints Joined(const Ints& a, const Ints& b) {
  Ints both = a;
  both.insert(both.end(), b.begin(), b.end());
  return both;
}

// Numbers between -1 and 1, the same for the same seed.
inline Tensor Noise(const Dims& dims, uint32_t seed = 1) {
  std::minstd_rand engine(seed);
  std::uniform_real_distribution<double> between(-1, 1);
  Grid grid(dims);
  for (double& value : grid.values) value = between(engine);
  return grid.Out();
}

// The index of the element that numpy takes for `index` of a larger result.
inline Ints Repeated(const Ints& index, const Dims& dims) {
  Ints own(index.end() - static_cast<ptrdiff_t>(dims.size()), index.end());
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == 1) own[i] = 0;
  }
  return own;
}

inline Tensor Combine(const Tensor& a, const Tensor& b, const Dims& result,
                      const std::function<double(double, double)>& operation) {
  const Grid x(a), y(b);
  Grid z(result);
  Each(result, [&](const Ints& at) {
    z.At(at) = operation(x.At(Repeated(at, x.dims)), y.At(Repeated(at, y.dims)));
  });
  return z.Out();
}

inline Tensor Map(const Tensor& a, const std::function<double(double)>& function) {
  Grid x(a);
  for (double& value : x.values) value = function(value);
  return x.Out();
}

// Where kernels go: one entry for each spatial dimension.
struct Steps {
  Ints strides;
  Ints dilations;
  Ints begin;  // padding
  int64_t groups = 1;
};

// The place in the input of element `k` of the kernel at `output`.
inline Ints Touched(const Steps& steps, const Ints& output, const Ints& k) {
  Ints place(k.size());
  for (size_t i = 0; i < k.size(); ++i) {
    place[i] = output[i] * steps.strides[i] - steps.begin[i] + k[i] * steps.dilations[i];
  }
  return place;
}

inline Ints Tail(const Dims& dims) { return Ints(dims.begin() + 2, dims.end()); }

inline Tensor Conv(const Tensor& input, const Tensor& weights, const Tensor* bias,
                   const Steps& steps, const Ints& output) {
  const Grid x(input), w(weights);
  Grid y(Joined({x.dims[0], w.dims[0]}, output));
  const int64_t channels = w.dims[1];
  const int64_t outputs_a_group = w.dims[0] / steps.groups;
  Each(y.dims, [&](const Ints& at) {
    double sum = bias == nullptr ? 0 : Grid(*bias).At({at[1]});
    Each(Joined({channels}, Tail(w.dims)), [&](const Ints& k) {
      const Ints place = Touched(steps, Tail(at), Ints(k.begin() + 1, k.end()));
      const Ints from = Joined({at[0], at[1] / outputs_a_group * channels + k[0]}, place);
      if (x.Holds(from)) sum += x.At(from) * w.At(Joined({at[1]}, k));
    });
    y.At(at) = sum;
  });
  return y.Out();
}

inline Tensor ConvTranspose(const Tensor& input, const Tensor& weights, const Tensor* bias,
                            const Steps& steps, const Ints& output) {
  const Grid x(input), w(weights);
  const int64_t a_group = w.dims[1];
  Grid y(Joined({x.dims[0], a_group * steps.groups}, output));
  if (bias != nullptr) Each(y.dims, [&](const Ints& at) { y.At(at) = Grid(*bias).At({at[1]}); });
  Each(x.dims, [&](const Ints& at) {
    const int64_t group = at[1] / (x.dims[1] / steps.groups);
    Each(Joined({a_group}, Tail(w.dims)), [&](const Ints& k) {
      const Ints place = Touched(steps, Tail(at), Ints(k.begin() + 1, k.end()));
      const Ints to = Joined({at[0], group * a_group + k[0]}, place);
      if (y.Holds(to)) y.At(to) += x.At(at) * w.At(Joined({at[1]}, k));
    });
  });
  return y.Out();
}

// Where the gaps of a kernel let it miss the input, the lowest number there is.
inline Tensor MaxPool(const Tensor& input, const Ints& kernel, const Steps& steps,
                      const Ints& output) {
  const Grid x(input);
  Grid y(Joined({x.dims[0], x.dims[1]}, output));
  Each(y.dims, [&](const Ints& at) {
    double most = -std::numeric_limits<double>::infinity();
    bool misses = true;
    Each(kernel, [&](const Ints& k) {
      const Ints from = Joined({at[0], at[1]}, Touched(steps, Tail(at), k));
      if (x.Holds(from)) most = std::max(most, x.At(from));
      misses = misses && !x.Holds(from);
    });
    y.At(at) = misses ? std::numeric_limits<float>::lowest() : most;
  });
  return y.Out();
}

// With `end`, what lies on the padding counts as zeros, but nothing outside of it.
inline Tensor AveragePool(const Tensor& input, const Ints& kernel, const Steps& steps,
                          const Ints& output, const Ints* end) {
  const Grid x(input);
  Grid y(Joined({x.dims[0], x.dims[1]}, output));
  Each(y.dims, [&](const Ints& at) {
    double sum = 0;
    int64_t count = 0;
    Each(kernel, [&](const Ints& k) {
      const Ints place = Touched(steps, Tail(at), k);
      const Ints from = Joined({at[0], at[1]}, place);
      bool padding = end != nullptr;
      for (size_t i = 0; padding && i < k.size(); ++i)
        padding = place[i] < x.dims[i + 2] + (*end)[i];
      if (x.Holds(from)) sum += x.At(from);
      if (x.Holds(from) || padding) ++count;
    });
    y.At(at) = sum / static_cast<double>(count);
  });
  return y.Out();
}

// Stacks of matrices; `result` are the dimensions of the stack and of its matrices.
inline Tensor MatMul(const Tensor& a, const Tensor& b, const Dims& result) {
  const Grid x(a), y(b);
  Grid z(result);
  Each(result, [&](const Ints& at) {
    Ints left = at, right = at;
    double sum = 0;
    for (int64_t k = 0; k < x.dims.back(); ++k) {
      left.back() = k;
      right[right.size() - 2] = k;
      sum += x.At(Repeated(left, x.dims)) * y.At(Repeated(right, y.dims));
    }
    z.At(at) = sum;
  });
  return z.Out();
}

// Replaces each line of elements that differ only in dimension `axis`.
inline Tensor EachLine(const Tensor& a, size_t axis,
                       const std::function<void(std::vector<double>*)>& change) {
  Grid x(a);
  Dims lines = x.dims;
  lines[axis] = 1;
  Each(lines, [&](Ints at) {
    std::vector<double> line;
    for (at[axis] = 0; at[axis] < x.dims[axis]; ++at[axis]) line.push_back(x.At(at));
    change(&line);
    for (at[axis] = 0; at[axis] < x.dims[axis]; ++at[axis]) {
      x.At(at) = line[static_cast<size_t>(at[axis])];
    }
  });
  return x.Out();
}

inline void SoftmaxLine(std::vector<double>* line) {
  double sum = 0;
  for (double& value : *line) sum += value = std::exp(value);
  for (double& value : *line) value /= sum;
}

// The same elements under other dimensions.
inline Tensor Viewed(Tensor tensor, Dims dims) {
  tensor.type.dims = std::move(dims);
  return tensor;
}

}  // namespace aclprof::reference
