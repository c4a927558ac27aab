#include <filesystem>

#include "tests/devices_models/reference.h"

namespace aclprof {
namespace {

using reference::Noise;
using reference::Steps;

struct Case {
  const char* what;
  Dims input;
  Dims weights;
  Steps steps;
  Ints output;
  Ints end = {};              // padding; none where empty
  const char* auto_pad = "";  // then begin and end are for the reference alone
  Ints added = {};            // output_padding
  Ints shape = {};            // output_shape
};

OperatorRunner NodeOf(const char* type, const Case& c) {
  OperatorRunner node(type);
  node.List("strides", c.steps.strides).List("dilations", c.steps.dilations);
  node.Int("group", c.steps.groups);
  if (*c.auto_pad != '\0') node.Text("auto_pad", c.auto_pad);
  if (!c.end.empty()) node.List("pads", reference::Joined(c.steps.begin, c.end));
  if (!c.added.empty()) node.List("output_padding", c.added);
  if (!c.shape.empty()) node.List("output_shape", c.shape);
  return node;
}

using Reference = Tensor (*)(const Tensor&, const Tensor&, const Tensor*, const Steps&,
                             const Ints&);

// With and without bias, with weights that are known at load and that are not.
void Check(const char* type, const Case& c, int64_t channels, Reference expected) {
  const Tensor x = Noise(c.input, 1), w = Noise(c.weights, 2), b = Noise({channels}, 3);
  for (const bool known : {false, true}) {
    for (const bool with_bias : {false, true}) {
      SCOPED_TRACE(std::string(c.what) + (known ? ", known weights" : "") +
                   (with_bias ? ", bias" : ""));
      OperatorRunner node = NodeOf(type, c);
      node.In(x);
      known ? node.Constant(w) : node.In(w);
      if (with_bias) known ? node.Constant(b) : node.In(b);
      ExpectClose(node.RunOne(), expected(x, w, with_bias ? &b : nullptr, c.steps, c.output));
    }
  }
}

TEST(ConvOperator, EqualsTheDefinition) {
  const Case cases[] = {
      {"1x1", {1, 3, 4, 5}, {6, 3, 1, 1}, {{1, 1}, {1, 1}, {0, 0}}, {4, 5}},
      {"3x3, padded", {2, 3, 6, 7}, {4, 3, 3, 3}, {{1, 1}, {1, 1}, {1, 1}}, {6, 7}, {1, 1}},
      {"16 channels", {1, 16, 8, 8}, {32, 16, 3, 3}, {{1, 1}, {1, 1}, {1, 1}}, {8, 8}, {1, 1}},
      {"17 channels", {2, 17, 5, 5}, {19, 17, 3, 3}, {{2, 2}, {1, 1}, {1, 1}}, {3, 3}, {1, 1}},
      {"7x7 by 2", {1, 3, 21, 20}, {8, 3, 7, 7}, {{2, 2}, {1, 1}, {3, 3}}, {11, 10}, {3, 3}},
      {"sides differ", {1, 2, 7, 9}, {3, 2, 3, 2}, {{2, 1}, {1, 2}, {0, 2}}, {3, 10}, {1, 1}},
      {"dilated", {1, 4, 9, 9}, {4, 4, 3, 3}, {{1, 1}, {2, 3}, {2, 3}}, {9, 9}, {2, 3}},
      {"2 groups", {1, 6, 5, 5}, {4, 3, 3, 3}, {{1, 1}, {1, 1}, {1, 1}, 2}, {5, 5}, {1, 1}},
      {"a group each", {2, 5, 6, 6}, {5, 1, 3, 3}, {{2, 2}, {1, 1}, {1, 1}, 5}, {3, 3}, {1, 1}},
      {"2 outputs a group", {1, 3, 5, 5}, {6, 1, 3, 3}, {{1, 1}, {1, 1}, {0, 0}, 3}, {3, 3}},
      {"rows are left over", {1, 1, 8, 8}, {1, 1, 3, 3}, {{3, 3}, {1, 1}, {0, 0}}, {2, 2}},
      {"padding wider than the kernel",
       {1, 2, 3, 3},
       {2, 2, 2, 2},
       {{1, 1}, {1, 1}, {3, 4}},
       {7, 8},
       {2, 2}},
      {"one dimension", {2, 4, 11}, {6, 4, 3}, {{2}, {2}, {1}}, {5}, {1}},
      {"a wide row", {1, 2, 5000}, {3, 2, 3}, {{1}, {1}, {1}}, {5000}, {1}},
      {"a row of padding",
       {1, 2, 2, 5},
       {3, 2, 2, 3},
       {{1, 1}, {1, 1}, {0, 2500}},
       {1, 5003},
       {0, 2500}},
      {"three dimensions",
       {1, 2, 4, 5, 6},
       {3, 2, 2, 3, 3},
       {{1, 2, 1}, {1, 1, 1}, {0, 1, 1}},
       {3, 3, 6},
       {0, 1, 1}},
  };
  for (const Case& c : cases) Check("Conv", c, c.weights[0], reference::Conv);
}

TEST(ConvOperator, PadsAutomatically) {
  const Case cases[] = {
      {"as given", {1, 2, 5, 5}, {2, 2, 2, 2}, {{1, 1}, {1, 1}, {1, 0}}, {5, 4}, {0, 0}, "NOTSET"},
      {"not at all", {1, 2, 5, 5}, {2, 2, 2, 2}, {{2, 2}, {1, 1}, {0, 0}}, {2, 2}, {}, "VALID"},
      {"upper", {1, 2, 5, 6}, {2, 2, 2, 4}, {{1, 1}, {1, 1}, {0, 1}}, {5, 6}, {}, "SAME_UPPER"},
      {"lower", {1, 2, 5, 6}, {2, 2, 2, 4}, {{1, 1}, {1, 1}, {1, 2}}, {5, 6}, {}, "SAME_LOWER"},
      {"upper by 2",
       {1, 2, 6, 7},
       {2, 2, 3, 3},
       {{2, 2}, {1, 1}, {0, 1}},
       {3, 4},
       {},
       "SAME_UPPER"},
      {"lower by 2",
       {1, 2, 6, 7},
       {2, 2, 3, 3},
       {{2, 2}, {1, 1}, {1, 1}},
       {3, 4},
       {},
       "SAME_LOWER"},
      {"steps beyond the kernel",
       {1, 1, 7, 7},
       {1, 1, 1, 1},
       {{3, 3}, {1, 1}, {0, 0}},
       {3, 3},
       {},
       "SAME_UPPER"},
      {"dilated", {1, 1, 6, 6}, {1, 1, 2, 2}, {{1, 1}, {3, 3}, {1, 1}}, {6, 6}, {}, "SAME_UPPER"},
  };
  for (const Case& c : cases) Check("Conv", c, c.weights[0], reference::Conv);
}

TEST(ConvTransposeOperator, EqualsTheDefinition) {
  const Case cases[] = {
      {"3x3", {1, 2, 3, 3}, {2, 4, 3, 3}, {{1, 1}, {1, 1}, {0, 0}}, {5, 5}},
      {"by 2", {2, 3, 4, 5}, {3, 2, 3, 3}, {{2, 2}, {1, 1}, {1, 1}}, {7, 9}, {1, 1}},
      {"16 channels", {1, 16, 4, 4}, {16, 32, 4, 4}, {{2, 2}, {1, 1}, {1, 1}}, {8, 8}, {1, 1}},
      {"sides differ", {1, 2, 3, 4}, {2, 3, 3, 2}, {{3, 2}, {1, 2}, {1, 0}}, {7, 8}, {1, 1}},
      {"2 groups", {1, 4, 3, 3}, {4, 3, 3, 3}, {{2, 2}, {1, 1}, {1, 1}, 2}, {5, 5}, {1, 1}},
      {"a group each", {1, 5, 3, 3}, {5, 1, 3, 3}, {{1, 1}, {1, 1}, {1, 1}, 5}, {3, 3}, {1, 1}},
      {"added rows",
       {1, 2, 3, 3},
       {2, 2, 3, 3},
       {{2, 3}, {1, 1}, {1, 0}},
       {6, 11},
       {1, 0},
       "",
       {1, 2}},
      {"one dimension", {1, 3, 5}, {3, 2, 3}, {{2}, {1}, {0}}, {11}},
      {"three dimensions",
       {1, 2, 2, 3, 2},
       {2, 2, 2, 2, 3},
       {{1, 2, 2}, {1, 1, 1}, {0, 0, 1}},
       {3, 6, 4},
       {0, 0, 0}},
  };
  for (const Case& c : cases) {
    Check("ConvTranspose", c, c.weights[1] * c.steps.groups, reference::ConvTranspose);
  }
}

TEST(ConvTransposeOperator, PadsAutomaticallyAndToAShape) {
  const Case cases[] = {
      {"upper", {1, 1, 3, 3}, {1, 2, 3, 4}, {{2, 2}, {1, 1}, {0, 1}}, {6, 6}, {}, "SAME_UPPER"},
      {"lower", {1, 1, 3, 3}, {1, 2, 3, 4}, {{2, 2}, {1, 1}, {1, 1}}, {6, 6}, {}, "SAME_LOWER"},
      {"not at all", {1, 1, 3, 3}, {1, 2, 3, 3}, {{2, 2}, {1, 1}, {0, 0}}, {7, 7}, {}, "VALID"},
      {"a smaller shape",
       {1, 1, 3, 3},
       {1, 2, 3, 3},
       {{2, 2}, {1, 1}, {1, 0}},
       {6, 7},
       {},
       "",
       {},
       {6, 7}},
      {"a smaller shape, upper",
       {1, 1, 3, 3},
       {1, 2, 3, 3},
       {{2, 2}, {1, 1}, {0, 1}},
       {6, 5},
       {},
       "SAME_UPPER",
       {},
       {6, 5}},
      {"a larger shape",
       {1, 1, 3, 3},
       {1, 2, 3, 3},
       {{3, 2}, {1, 1}, {0, 0}},
       {10, 8},
       {},
       "",
       {},
       {10, 8}},
  };
  for (const Case& c : cases) Check("ConvTranspose", c, 2, reference::ConvTranspose);
}

size_t CountThreads() {
  const std::filesystem::directory_iterator threads("/proc/self/task");
  return static_cast<size_t>(std::distance(begin(threads), end(threads)));
}

// Large enough for more threads to be worth it; nobody has told OpenMP to keep to one here.
TEST(ConvOperator, RunsOnTheThreadThatRunsIt) {
  OperatorRunner node("Conv"), transposed("ConvTranspose"), product("MatMul");
  const size_t before = CountThreads();
  node.In(Noise({2, 16, 64, 64})).Constant(Noise({32, 16, 3, 3})).RunOne();
  transposed.In(Noise({2, 16, 32, 32})).Constant(Noise({16, 16, 3, 3})).RunOne();
  product.In(Noise({256, 256})).In(Noise({256, 256})).RunOne();
  EXPECT_EQ(CountThreads(), before);
}

}  // namespace
}  // namespace aclprof
