#include "tests/devices_models/reference.h"

namespace aclprof {
namespace {

using reference::Grid;
using reference::Noise;
using reference::Viewed;

// Between 0.5 and 1.5.
Tensor Variances(int64_t channels) {
  return reference::Map(Noise({channels}, 9), [](double x) { return 1 + x / 2; });
}

TEST(BatchNormalizationOperator, ScalesEachChannel) {
  for (const Dims& dims : {Dims{2, 3, 4, 5}, Dims{1, 17, 7, 7}, Dims{4, 6}, Dims{2, 3, 5},
                           Dims{1, 2, 3, 4, 5}, Dims{1, 64, 1, 1}}) {
    const int64_t channels = dims[1];
    const Tensor x = Noise(dims, 1), scale = Noise({channels}, 2), shift = Noise({channels}, 3);
    const Tensor mean = Noise({channels}, 4), variance = Variances(channels);
    Grid y(x);
    reference::Each(dims, [&](const Ints& at) {
      const Ints c = {at[1]};
      y.At(at) = (y.At(at) - Grid(mean).At(c)) / std::sqrt(Grid(variance).At(c) + 1e-3) *
                     Grid(scale).At(c) +
                 Grid(shift).At(c);
    });
    OperatorRunner node("BatchNormalization", 15);
    node.Float("epsilon", 1e-3f).In(x);
    node.Constant(scale).Constant(shift).Constant(mean).Constant(variance);
    ExpectClose(node.RunOne(), y.Out());
  }
}

struct Layer {
  Tensor result, means, inverses;
};

// `rows` of elements that are normalized together.
Layer LayerOf(const Tensor& x, int64_t rows, const Tensor& scale, const Tensor* shift) {
  const int64_t columns = x.type.Elements() / rows;
  Grid means({rows}), inverses({rows}), y(Viewed(x, {rows, columns}));
  const Grid scales(Viewed(scale, {columns}));
  for (int64_t r = 0; r < rows; ++r) {
    double mean = 0, variance = 0;
    for (int64_t c = 0; c < columns; ++c) mean += y.At({r, c}) / columns;
    for (int64_t c = 0; c < columns; ++c) variance += std::pow(y.At({r, c}) - mean, 2) / columns;
    means.At({r}) = mean;
    inverses.At({r}) = 1 / std::sqrt(variance + 1e-5);
    for (int64_t c = 0; c < columns; ++c) {
      const double added = shift == nullptr ? 0 : Grid(Viewed(*shift, {columns})).At({c});
      y.At({r, c}) = (y.At({r, c}) - mean) * inverses.At({r}) * scales.At({c}) + added;
    }
  }
  return {Viewed(y.Out(), x.type.dims), means.Out(), inverses.Out()};
}

TEST(LayerNormalizationOperator, NormalizesTheLastDimensions) {
  struct Case {
    Dims dims;
    int64_t axis, rows;
    Dims normalized;
  };
  const Case cases[] = {{{2, 3, 8}, -1, 6, {8}},
                        {{4, 17}, 1, 4, {17}},
                        {{2, 3, 4, 5}, 2, 6, {4, 5}},
                        {{2, 3, 4}, -3, 1, {2, 3, 4}},
                        {{1, 16, 64}, -1, 16, {64}}};
  for (const Case& c : cases) {
    const Tensor x = Noise(c.dims, 1), scale = Noise(c.normalized, 2);
    const Tensor shift = Noise(c.normalized, 3);
    OperatorRunner with("LayerNormalization"), without("LayerNormalization");
    ExpectClose(with.Int("axis", c.axis).In(x).Constant(scale).Constant(shift).RunOne(),
                LayerOf(x, c.rows, scale, &shift).result);
    ExpectClose(without.Int("axis", c.axis).In(x).In(scale).RunOne(),
                LayerOf(x, c.rows, scale, nullptr).result);
  }
}

TEST(LayerNormalizationOperator, GivesItsStatistics) {
  const Tensor x = Noise({2, 3, 4, 5}, 1), scale = Noise({4, 5}, 2);
  OperatorRunner node("LayerNormalization");
  const std::vector<Tensor> all = node.Int("axis", 2).In(x).In(scale).Outputs(3).Run();
  const Layer expected = LayerOf(x, 6, scale, nullptr);
  ASSERT_EQ(all.size(), 3u);
  ExpectClose(all[0], expected.result);
  ExpectClose(all[1], Viewed(expected.means, {2, 3, 1, 1}));
  ExpectClose(all[2], Viewed(expected.inverses, {2, 3, 1, 1}));
}

TEST(SoftmaxOperator, IsOfOneDimensionSinceOpset13) {
  for (const Dims& dims : {Dims{5}, Dims{3, 10}, Dims{2, 3, 17}, Dims{2, 4, 5, 6}}) {
    const Tensor x = Noise(dims);
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      OperatorRunner node("Softmax", 13);
      ExpectClose(node.Int("axis", static_cast<int64_t>(axis)).In(x).RunOne(),
                  reference::EachLine(x, axis, reference::SoftmaxLine));
    }
    ExpectClose(OperatorRunner("Softmax", 13).In(x).RunOne(),
                reference::EachLine(x, dims.size() - 1, reference::SoftmaxLine));
  }
}

TEST(SoftmaxOperator, IsOfAllThatFollowsBeforeOpset13) {
  const Tensor x = Noise({2, 3, 4});
  const auto folded = [&](int64_t rows, int64_t columns) {
    return Viewed(reference::EachLine(Viewed(x, {rows, columns}), 1, reference::SoftmaxLine),
                  {2, 3, 4});
  };
  ExpectClose(OperatorRunner("Softmax", 12).In(x).RunOne(), folded(2, 12));
  ExpectClose(OperatorRunner("Softmax", 11).Int("axis", 2).In(x).RunOne(), folded(6, 4));
  ExpectClose(OperatorRunner("Softmax", 7).Int("axis", 0).In(x).RunOne(), folded(1, 24));
}

TEST(SoftmaxOperator, LargeNumbersDontOverflow) {
  const Tensor x = Floats({1, 3}, {1000, 1000, -1000});
  ExpectClose(OperatorRunner("Softmax").In(x).RunOne(), Floats({1, 3}, {0.5f, 0.5f, 0}));
}

TEST(ReduceMeanOperator, TakesTheMeanAlongAnyDimensions) {
  struct Case {
    Dims dims;
    Ints axes;
    std::vector<size_t> lines;
    Dims result;
  };
  const Case cases[] = {
      {{2, 3, 4}, {2}, {2}, {2, 3}},          {{2, 3, 4}, {-2}, {1}, {2, 4}},
      {{2, 3, 4}, {0, 2}, {0, 2}, {3}},       {{2, 3, 4, 5}, {2, 3}, {2, 3}, {2, 3}},
      {{2, 3, 4, 5}, {1, 3}, {1, 3}, {2, 4}}, {{2, 3, 4}, {}, {0, 1, 2}, {}},
      {{2, 1, 4}, {1}, {1}, {2, 4}},          {{1, 512, 7, 7}, {2, 3}, {2, 3}, {1, 512}}};
  for (const Case& c : cases) {
    const Tensor x = Noise(c.dims);
    Tensor means = x;
    Dims kept = c.dims;
    for (const size_t axis : c.lines) {
      means = reference::EachLine(means, axis, [](std::vector<double>* line) {
        double sum = 0;
        for (const double value : *line) sum += value;
        line->front() = sum / static_cast<double>(line->size());
      });
      kept[axis] = 1;
    }
    const Grid all(means);
    Grid first(kept);
    reference::Each(kept, [&](const Ints& at) { first.At(at) = all.At(at); });
    OperatorRunner keeps("ReduceMean", 17), drops("ReduceMean", 17), by_input("ReduceMean", 18);
    if (!c.axes.empty()) {
      keeps.List("axes", c.axes);
      drops.List("axes", c.axes);
    }
    ExpectClose(keeps.In(x).RunOne(), first.Out());
    ExpectClose(drops.Int("keepdims", 0).In(x).RunOne(), Viewed(first.Out(), c.result));
    by_input.In(x);
    if (!c.axes.empty()) by_input.Constant(List(c.axes));
    ExpectClose(by_input.RunOne(), first.Out());
  }
}

TEST(ReduceMeanOperator, MayDoNothingWithoutAxes) {
  const Tensor x = Noise({2, 3});
  ExpectSame(OperatorRunner("ReduceMean", 18).Int("noop_with_empty_axes", 1).In(x).RunOne(), x);
}

}  // namespace
}  // namespace aclprof
