// Whole models compute what another runtime, onnxruntime, computed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "examples/models/example_models.h"
#include "tests/support/file_text.h"
#include "tests/support/model_run.h"

namespace aclprof {
namespace {

constexpr float kRelative = 1e-3f;
// Of the largest value: what is smaller than this is the rounding of sums.
constexpr float kNothing = 1e-5f;

std::vector<float> FloatsIn(const std::string& bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

float Largest(const std::vector<float>& values) {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

void ExpectNear(const std::vector<float>& ours, const std::vector<float>& theirs) {
  ASSERT_EQ(ours.size(), theirs.size());
  const float nothing = kNothing * Largest(theirs);
  ASSERT_GT(nothing, 0);
  for (size_t i = 0; i < ours.size(); ++i)
    ASSERT_NEAR(ours[i], theirs[i], std::max(kRelative * std::abs(theirs[i]), nothing)) << i;
}

class ExampleOutputs : public testing::TestWithParam<size_t> {};

TEST_P(ExampleOutputs, AreThoseOfAnotherRuntime) {
  const ExampleModel& example = ExampleModels()[GetParam()];
  std::unique_ptr<Model> model;
  ASSERT_TRUE(LoadModel(example.bytes(), &model).ok());
  ModelRun run(model.get());
  for (int number = 0; number < 2; ++number) {
    const std::string bytes = example.input(number);
    run.Set(0, std::vector<char>(bytes.begin(), bytes.end())).Run();
    const std::string stored = std::string(example.name) + ".output" + std::to_string(number);
    SCOPED_TRACE(stored);
    ExpectNear(run.Get<float>(0), FloatsIn(TextOfFile(OUTPUTS "/" + stored)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, ExampleOutputs, testing::Range(size_t{0}, ExampleModels().size()),
                         [](const auto& model) {
                           return std::string(ExampleModels()[model.param].name);
                         });

}  // namespace
}  // namespace aclprof
