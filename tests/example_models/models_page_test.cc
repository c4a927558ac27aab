// docs/models.md names the operators that there are.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "devices/models/operators/operator_tables.h"
#include "tests/support/file_text.h"

namespace aclprof {
namespace {

std::set<std::string> Operators() {
  std::set<std::string> names;
  for (const auto& family :
       {ActivationOperators(), ArithmeticOperators(), CastOperators(), ConvolutionOperators(),
        JoiningOperators(), MatrixOperators(), NormalizationOperators(), PoolingOperators(),
        ReductionOperators(), ShapeOperators(), SlicingOperators()})
    for (const Operator& op : family) names.emplace(op.type);
  return names;
}

// The names in backquotes in the page's table of operators.
std::set<std::string> OperatorsOnThePage() {
  static const std::regex kName("`([A-Za-z]+)`");
  std::istringstream lines(TextOfFile(MODELS_PAGE));
  std::set<std::string> names;
  std::string line;
  while (std::getline(lines, line) && line != "## Operators") continue;
  while (std::getline(lines, line) && !line.starts_with("## ")) {
    if (!line.starts_with("| ")) continue;
    for (std::sregex_iterator name(line.begin(), line.end(), kName), end; name != end; ++name)
      names.insert((*name)[1]);
  }
  return names;
}

TEST(ModelsPage, NamesEveryOperator) { EXPECT_EQ(OperatorsOnThePage(), Operators()); }

}  // namespace
}  // namespace aclprof
