// A transformer encoder as BERT has it, small.
//
// Source   "BERT: Pre-training of Deep Bidirectional Transformers", Devlin and others, 2018; Gelu as exporters of opset 17
//          write it, with Erf.
#include <cmath>

#include "examples/models/example_models.h"
#include "examples/models/onnx_builder.h"
#include "examples/models/seeded_numbers.h"

namespace aclprof {
namespace {

constexpr int64_t kHidden = 128;
constexpr int64_t kHeads = 4;
constexpr int64_t kHeadSize = kHidden / kHeads;
constexpr int64_t kInner = 4 * kHidden;
constexpr int kLayers = 4;
using Ints = std::vector<int64_t>;

class Encoder {
 public:
  Encoder() : builder_(17), numbers_(17) {
    builder_.Name("transformer_encoder").Input("tokens", ElementType::kInt64, {1, kTokens});
  }

  std::string Bytes() {
    AddConstants();
    std::string value = Embeddings();
    for (int layer = 0; layer < kLayers; ++layer) {
      const std::string name = "layer." + std::to_string(layer);
      value = Around(name + ".attention.output", Attention(name + ".attention", value), value);
      value = Around(name + ".output", FeedForward(name, value), value);
    }
    builder_.Output(value, ElementType::kFloat, {1, kTokens, kHidden});
    return builder_.Bytes();
  }

 private:
  void AddConstants() {
    Constant("heads", Ints{1, kTokens, kHeads, kHeadSize});
    Constant("together", Ints{1, kTokens, kHidden});
    Constant("root", static_cast<float>(std::sqrt(static_cast<double>(kHeadSize))));
    Constant("root2", static_cast<float>(std::sqrt(2.0)));
    Constant("one", 1.0f);
    Constant("half", 0.5f);
  }
  void Constant(const char* name, const Ints& values) {
    builder_.Node("Constant", name, {}, {name}, {{"value_ints", values}});
  }
  void Constant(const char* name, float value) {
    builder_.Node("Constant", name, {}, {name}, {{"value_float", value}});
  }

  std::string Op(const std::string& type, const std::string& name, const OnnxBuilder::Names& inputs,
                 const OnnxBuilder::Attributes& attributes = {}) {
    builder_.Node(type, name, inputs, {name}, attributes);
    return name;
  }
  std::string Weight(const std::string& name, const Dims& dims, float low, float high) {
    size_t count = 1;
    for (const int64_t dim : dims) count *= static_cast<size_t>(dim);
    builder_.Weight(name, dims, numbers_.Floats(count, low, high));
    return name;
  }

  std::string Embeddings() {
    Weight("embeddings.word", {kVocabulary, kHidden}, -1, 1);
    Weight("embeddings.position", {kTokens, kHidden}, -0.5f, 0.5f);
    const std::string words =
        Op("Gather", "embeddings.gather", {"embeddings.word", "tokens"}, {{"axis", int64_t{0}}});
    return Norm("embeddings.norm", Op("Add", "embeddings.add", {words, "embeddings.position"}));
  }
  std::string Linear(const std::string& name, const std::string& input, int64_t inputs,
                     int64_t outputs) {
    const float bound = static_cast<float>(std::sqrt(3.0 / static_cast<double>(inputs)));
    Weight(name + ".weight", {inputs, outputs}, -bound, bound);
    Weight(name + ".bias", {outputs}, -0.125f, 0.125f);
    return Op("Add", name + ".add",
              {Op("MatMul", name + ".matmul", {input, name + ".weight"}), name + ".bias"});
  }
  std::string Norm(const std::string& name, const std::string& input) {
    Weight(name + ".weight", {kHidden}, 0.75f, 1.25f);
    Weight(name + ".bias", {kHidden}, -0.25f, 0.25f);
    return Op("LayerNormalization", name, {input, name + ".weight", name + ".bias"},
              {{"axis", int64_t{-1}}, {"epsilon", 1e-5f}});
  }
  std::string Around(const std::string& name, const std::string& value, const std::string& before) {
    return Norm(name + ".norm", Op("Add", name + ".residual", {value, before}));
  }

  std::string Head(const std::string& name, const std::string& input, const Ints& order) {
    const std::string value = Linear(name, input, kHidden, kHidden);
    return Op("Transpose", name + ".transpose",
              {Op("Reshape", name + ".reshape", {value, "heads"})}, {{"perm", order}});
  }
  std::string Attention(const std::string& name, const std::string& input) {
    const std::string query = Head(name + ".query", input, {0, 2, 1, 3});
    const std::string key = Head(name + ".key", input, {0, 2, 3, 1});
    const std::string value = Head(name + ".value", input, {0, 2, 1, 3});
    std::string mixed = Op("MatMul", name + ".scores", {query, key});
    mixed = Op("Div", name + ".scale", {mixed, "root"});
    mixed = Op("Softmax", name + ".softmax", {mixed}, {{"axis", int64_t{-1}}});
    mixed = Op("MatMul", name + ".mix", {mixed, value});
    mixed = Op("Transpose", name + ".transpose", {mixed}, {{"perm", Ints{0, 2, 1, 3}}});
    mixed = Op("Reshape", name + ".reshape", {mixed, "together"});
    return Linear(name + ".output.dense", mixed, kHidden, kHidden);
  }

  std::string FeedForward(const std::string& name, const std::string& input) {
    const std::string inner = Linear(name + ".intermediate", input, kHidden, kInner);
    return Linear(name + ".output.dense", Gelu(name + ".gelu", inner), kInner, kHidden);
  }
  std::string Gelu(const std::string& name, const std::string& input) {
    std::string value = Op("Div", name + ".div", {input, "root2"});
    value = Op("Erf", name + ".erf", {value});
    value = Op("Add", name + ".add", {value, "one"});
    value = Op("Mul", name + ".mul", {input, value});
    return Op("Mul", name + ".half", {value, "half"});
  }

  OnnxBuilder builder_;
  SeededNumbers numbers_;
};

}  // namespace

std::string TransformerEncoder() { return Encoder().Bytes(); }

}  // namespace aclprof
