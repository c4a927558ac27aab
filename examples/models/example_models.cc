#include "examples/models/example_models.h"

#include <vector>

#include "examples/models/seeded_numbers.h"

namespace aclprof {
namespace {

constexpr size_t kImageSide = 224;
constexpr size_t kBlockSide = 28;

template <typename T>
std::string BytesOfValues(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// Blocks of colours with some noise: of noise alone every image would look the same to a network.
std::string Image(int number) {
  SeededNumbers numbers(1000 + static_cast<uint64_t>(number));
  constexpr size_t kBlocks = kImageSide / kBlockSide;
  std::vector<float> values;
  for (size_t channel = 0; channel < 3; ++channel) {
    const std::vector<float> colours = numbers.Floats(kBlocks * kBlocks, -2, 2);
    for (size_t y = 0; y < kImageSide; ++y)
      for (size_t x = 0; x < kImageSide; ++x)
        values.push_back(colours[y / kBlockSide * kBlocks + x / kBlockSide] +
                         numbers.Between(-0.25f, 0.25f));
  }
  return BytesOfValues(values);
}

std::string Tokens(int number) {
  SeededNumbers numbers(2000 + static_cast<uint64_t>(number));
  std::vector<int64_t> tokens(kTokens);
  for (int64_t& token : tokens) token = static_cast<int64_t>(numbers.Next() % kVocabulary);
  return BytesOfValues(tokens);
}

constexpr ExampleModel kModels[] = {{"resnet18", ResNet18, Image},
                                    {"mobilenet_v2", MobileNetV2, Image},
                                    {"transformer_encoder", TransformerEncoder, Tokens}};

}  // namespace

std::span<const ExampleModel> ExampleModels() { return kModels; }

}  // namespace aclprof
