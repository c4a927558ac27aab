#include "tests/devices_models/reference.h"

namespace aclprof {
namespace {

using reference::Grid;
using reference::Noise;
using reference::Viewed;

Tensor Transposed(const Tensor& a) {
  const Grid x(a);
  Grid y({x.dims[1], x.dims[0]});
  reference::Each(y.dims, [&](const Ints& at) { y.At(at) = x.At({at[1], at[0]}); });
  return y.Out();
}

Tensor GemmOf(const Tensor& a, const Tensor& b, const Tensor* c, double alpha, double beta) {
  const Dims dims = {a.type.dims[0], b.type.dims[1]};
  const Tensor product = reference::MatMul(a, b, dims);
  if (c == nullptr) return reference::Map(product, [&](double p) { return alpha * p; });
  return reference::Combine(product, *c, dims,
                            [&](double p, double q) { return alpha * p + beta * q; });
}

struct Sizes {
  int64_t rows, inner, columns;
};
const Sizes kSizes[] = {{1, 1, 1}, {3, 4, 5}, {1, 64, 10}, {33, 17, 48}};

TEST(GemmOperator, TransposesEitherMatrix) {
  for (const auto& [m, k, n] : kSizes) {
    const Tensor a = Noise({m, k}, 1), b = Noise({k, n}, 2);
    for (int turned = 0; turned < 4; ++turned) {
      for (const bool known : {false, true}) {
        SCOPED_TRACE(turned);
        OperatorRunner node("Gemm");
        node.Int("transA", turned & 1).Int("transB", turned >> 1);
        node.In(turned & 1 ? Transposed(a) : a);
        const Tensor& right = turned >> 1 ? Transposed(b) : b;
        known ? node.Constant(right) : node.In(right);
        ExpectClose(node.RunOne(), GemmOf(a, b, nullptr, 1, 1));
      }
    }
  }
}

TEST(GemmOperator, ScalesAndAddsWhatIsBroadcast) {
  const Tensor a = Noise({5, 6}, 1), b = Noise({6, 7}, 2);
  for (const Dims& dims : {Dims{5, 7}, Dims{1, 7}, Dims{7}, Dims{5, 1}, Dims{1}, Dims{}}) {
    const Tensor c = Noise(dims, 3);
    SCOPED_TRACE(ToString(c.type));
    ExpectClose(OperatorRunner("Gemm").In(a).In(b).In(c).RunOne(), GemmOf(a, b, &c, 1, 1));
    OperatorRunner scaled("Gemm");
    scaled.Float("alpha", 0.5f).Float("beta", -2).In(a).Constant(b).Constant(c);
    ExpectClose(scaled.RunOne(), GemmOf(a, b, &c, 0.5, -2));
  }
}

TEST(GemmOperator, ScalesToNothing) {
  const Tensor a = Noise({5, 6}, 1), b = Noise({6, 7}, 2), c = Noise({7}, 3);
  ExpectClose(OperatorRunner("Gemm").Float("beta", 0).In(a).In(b).In(c).RunOne(),
              GemmOf(a, b, &c, 1, 0));
  ExpectClose(OperatorRunner("Gemm").Float("alpha", 0).In(a).In(b).In(c).RunOne(),
              GemmOf(a, b, &c, 0, 1));
}

TEST(MatMulOperator, BroadcastsStacks) {
  struct Case {
    Dims a, b, result;
  };
  const Case cases[] = {
      {{3, 4}, {4, 5}, {3, 5}},
      {{1, 64}, {64, 32}, {1, 32}},
      {{2, 3, 4}, {2, 4, 5}, {2, 3, 5}},
      {{2, 3, 4}, {4, 5}, {2, 3, 5}},
      {{3, 4}, {2, 4, 5}, {2, 3, 5}},
      {{2, 1, 3, 4}, {1, 5, 4, 2}, {2, 5, 3, 2}},
      {{5, 3, 4}, {2, 1, 4, 6}, {2, 5, 3, 6}},
      {{2, 6, 7, 8}, {1, 1, 8, 3}, {2, 6, 7, 3}},
      {{2, 4, 16, 8}, {2, 4, 8, 16}, {2, 4, 16, 16}},
      {{1, 2, 1, 2, 3, 2}, {3, 1, 2, 1, 2, 4}, {3, 2, 2, 2, 3, 4}},
  };
  for (const auto& [a_dims, b_dims, result] : cases) {
    const Tensor a = Noise(a_dims, 1), b = Noise(b_dims, 2);
    SCOPED_TRACE(ToString(a.type) + " " + ToString(b.type));
    const Tensor expected = reference::MatMul(a, b, result);
    ExpectClose(OperatorRunner("MatMul").In(a).In(b).RunOne(), expected);
    ExpectClose(OperatorRunner("MatMul").In(a).Constant(b).RunOne(), expected);
  }
}

TEST(MatMulOperator, VectorsAreRowsAndColumnsThatGoAwayAgain) {
  const Tensor vector = Noise({4}, 1), matrix = Noise({4, 5}, 2), stack = Noise({2, 3, 4}, 3);
  const Tensor row = Viewed(vector, {1, 4}), column = Viewed(vector, {4, 1});
  ExpectClose(OperatorRunner("MatMul").In(vector).In(vector).RunOne(),
              Viewed(reference::MatMul(row, column, {1, 1}), {}));
  ExpectClose(OperatorRunner("MatMul").In(vector).In(matrix).RunOne(),
              Viewed(reference::MatMul(row, matrix, {1, 5}), {5}));
  ExpectClose(OperatorRunner("MatMul").In(stack).In(vector).RunOne(),
              Viewed(reference::MatMul(stack, column, {2, 3, 1}), {2, 3}));
  const Tensor wide = Noise({2, 4, 5}, 4);
  ExpectClose(OperatorRunner("MatMul").In(vector).Constant(wide).RunOne(),
              Viewed(reference::MatMul(row, wide, {2, 1, 5}), {2, 5}));
}

}  // namespace
}  // namespace aclprof
