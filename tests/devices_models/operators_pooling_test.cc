#include <limits>

#include "tests/devices_models/reference.h"

namespace aclprof {
namespace {

using reference::Noise;
using reference::Steps;

struct Case {
  const char* what;
  Dims input;
  Ints kernel;
  Steps steps;
  Ints output;
  Ints end = {};              // padding; none where empty
  const char* auto_pad = "";  // then begin and end are for the reference alone
  bool ceil = false;
};

OperatorRunner NodeOf(const char* type, const Case& c) {
  OperatorRunner node(type);
  node.List("kernel_shape", c.kernel).List("strides", c.steps.strides);
  if (*c.auto_pad != '\0') {
    node.Text("auto_pad", c.auto_pad);
  } else if (!c.end.empty()) {
    node.List("pads", reference::Joined(c.steps.begin, c.end));
  }
  if (c.ceil) node.Int("ceil_mode", 1);
  return node;
}

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {"2x2 by 2", {1, 3, 6, 8}, {2, 2}, {{2, 2}, {1, 1}, {0, 0}}, {3, 4}},
      {"3x3 by 2, padded", {2, 16, 7, 8}, {3, 3}, {{2, 2}, {1, 1}, {1, 1}}, {4, 4}, {1, 1}},
      {"17 channels", {1, 17, 5, 5}, {3, 3}, {{1, 1}, {1, 1}, {1, 1}}, {5, 5}, {1, 1}},
      {"sides differ", {1, 2, 9, 5}, {4, 2}, {{1, 3}, {1, 1}, {2, 1}}, {9, 2}, {1, 0}},
      {"rows are left over", {1, 2, 8, 8}, {3, 3}, {{3, 3}, {1, 1}, {0, 0}}, {2, 2}},
      {"ceil", {1, 2, 8, 7}, {3, 3}, {{2, 2}, {1, 1}, {0, 0}}, {4, 3}, {0, 0}, "", true},
      {"ceil, padded", {1, 2, 6, 6}, {2, 2}, {{3, 3}, {1, 1}, {1, 1}}, {3, 3}, {1, 1}, "", true},
      {"ceil stops at the padding",
       {1, 1, 4, 4},
       {1, 1},
       {{3, 2}, {1, 1}, {0, 0}},
       {2, 2},
       {0, 0},
       "",
       true},
      {"upper", {1, 2, 5, 6}, {2, 3}, {{1, 2}, {1, 1}, {0, 0}}, {5, 3}, {1, 1}, "SAME_UPPER"},
      {"lower", {1, 2, 5, 6}, {2, 3}, {{1, 2}, {1, 1}, {1, 1}}, {5, 3}, {0, 0}, "SAME_LOWER"},
      {"not at all", {1, 2, 5, 6}, {2, 3}, {{1, 2}, {1, 1}, {0, 0}}, {4, 2}, {0, 0}, "VALID"},
      {"one dimension", {2, 3, 10}, {3}, {{2}, {1}, {1}}, {5}, {0}},
      {"three dimensions",
       {1, 2, 4, 5, 6},
       {2, 2, 3},
       {{2, 1, 2}, {1, 1, 1}, {0, 1, 0}},
       {2, 5, 2},
       {0, 0, 0}},
  };
  return cases;
}

TEST(MaxPoolOperator, EqualsTheDefinition) {
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.what);
    const Tensor x = Noise(c.input);
    ExpectClose(NodeOf("MaxPool", c).In(x).RunOne(),
                reference::MaxPool(x, c.kernel, c.steps, c.output));
  }
}

TEST(MaxPoolOperator, TakesDilations) {
  const Case cases[] = {
      {"by 2", {1, 2, 7, 7}, {2, 3}, {{1, 1}, {2, 2}, {0, 0}}, {5, 3}},
      {"padded", {1, 17, 6, 6}, {2, 2}, {{2, 1}, {3, 2}, {1, 1}}, {3, 6}, {1, 1}},
      {"ceil", {1, 2, 7, 7}, {2, 2}, {{2, 3}, {2, 2}, {0, 0}}, {3, 3}, {0, 0}, "", true},
      {"around the input", {1, 2, 1, 1}, {2, 2}, {{1, 1}, {3, 3}, {2, 2}}, {2, 2}, {2, 2}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    const Tensor x = Noise(c.input);
    ExpectClose(NodeOf("MaxPool", c).List("dilations", c.steps.dilations).In(x).RunOne(),
                reference::MaxPool(x, c.kernel, c.steps, c.output));
  }
}

// What is no finite number is looked for in another way, which must find all else just the same.
TEST(MaxPoolOperator, FindsTheSameBesideMinusInfinity) {
  std::vector<Case> cases = Cases();
  cases.push_back({"gaps", {1, 2, 7, 7}, {2, 3}, {{1, 1}, {2, 2}, {0, 0}}, {5, 3}});
  cases.push_back({"padded gaps", {1, 17, 6, 6}, {2, 2}, {{2, 1}, {3, 2}, {1, 1}}, {3, 6}, {1, 1}});
  cases.push_back(
      {"around the input", {1, 2, 1, 1}, {2, 2}, {{1, 1}, {3, 3}, {2, 2}}, {2, 2}, {2, 2}});
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    Tensor x = Noise(c.input);
    const float least = -std::numeric_limits<float>::infinity();
    std::memcpy(x.bytes.data() + x.bytes.size() / 8 * 4, &least, sizeof(least));
    OperatorRunner node = NodeOf("MaxPool", c);
    if (!c.steps.dilations.empty()) node.List("dilations", c.steps.dilations);
    ExpectSame(node.In(x).RunOne(), reference::MaxPool(x, c.kernel, c.steps, c.output));
  }
}

// Since opset 19.
TEST(AveragePoolOperator, TakesDilations) {
  const Case cases[] = {
      {"by 2", {1, 2, 7, 7}, {2, 3}, {{1, 1}, {2, 2}, {0, 0}}, {5, 3}},
      {"padded", {1, 17, 6, 6}, {2, 2}, {{2, 1}, {3, 2}, {1, 1}}, {3, 6}, {1, 1}},
      {"one dimension", {2, 3, 9}, {3}, {{2}, {2}, {2}}, {4}, {1}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    const Tensor x = Noise(c.input);
    OperatorRunner node = NodeOf("AveragePool", c);
    node.List("dilations", c.steps.dilations).In(x);
    ExpectClose(node.RunOne(), reference::AveragePool(x, c.kernel, c.steps, c.output, nullptr));
    const Ints end = c.end.empty() ? Ints(c.kernel.size(), 0) : c.end;
    ExpectClose(node.Int("count_include_pad", 1).RunOne(),
                reference::AveragePool(x, c.kernel, c.steps, c.output, &end));
  }
}

// So large that it is added up in another way, with padding and an end that sticks out.
TEST(AveragePoolOperator, TakesLargeKernels) {
  const Case c = {"large", {2, 3, 50, 60}, {40, 41}, {{4, 5}, {1, 1}, {3, 2}},
                  {6, 6},  {4, 3},         "",       true};
  const Tensor x = Noise(c.input);
  ExpectClose(NodeOf("AveragePool", c).In(x).RunOne(),
              reference::AveragePool(x, c.kernel, c.steps, c.output, nullptr));
  ExpectClose(NodeOf("AveragePool", c).Int("count_include_pad", 1).In(x).RunOne(),
              reference::AveragePool(x, c.kernel, c.steps, c.output, &c.end));
}

TEST(AveragePoolOperator, LeavesPaddingOut) {
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.what);
    const Tensor x = Noise(c.input);
    ExpectClose(NodeOf("AveragePool", c).In(x).RunOne(),
                reference::AveragePool(x, c.kernel, c.steps, c.output, nullptr));
  }
}

TEST(AveragePoolOperator, CountsPaddingButNotWhatCeilAdds) {
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.what);
    const Tensor x = Noise(c.input);
    const Ints end = c.end.empty() ? Ints(c.kernel.size(), 0) : c.end;
    ExpectClose(NodeOf("AveragePool", c).Int("count_include_pad", 1).In(x).RunOne(),
                reference::AveragePool(x, c.kernel, c.steps, c.output, &end));
  }
}

TEST(GlobalAveragePoolOperator, IsTheMeanOfAChannel) {
  for (const Dims& dims :
       {Dims{1, 3, 4, 5}, Dims{2, 17, 7, 7}, Dims{2, 3, 9}, Dims{1, 2, 3, 4, 5}}) {
    const Tensor x = Noise(dims);
    const Ints kernel = reference::Tail(dims);
    const Ints ones(kernel.size(), 1);
    const Steps steps = {ones, ones, Ints(kernel.size(), 0)};
    ExpectClose(OperatorRunner("GlobalAveragePool").In(x).RunOne(),
                reference::AveragePool(x, kernel, steps, ones, nullptr));
  }
}

}  // namespace
}  // namespace aclprof
