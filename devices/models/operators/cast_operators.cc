// Cast between float, int32, int64 and bool.
//
// Towards zero; what is too large becomes the nearest number there is, NaN becomes 0 (and true).
#include <cmath>
#include <limits>

#include "devices/models/operators/function_kernel.h"
#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"

namespace aclprof {
namespace {

// The byte of a bool may have been written by anyone: a C++ bool of 2 has no meaning.
struct Truth {
  uint8_t byte;
};

template <typename To>
To FromFloat(float value) {
  // Powers of two, hence exact; the largest number itself is not one.
  const float past = std::ldexp(1.0f, std::numeric_limits<To>::digits);
  if (std::isnan(value)) return 0;
  if (value >= past) return std::numeric_limits<To>::max();
  if (value < -past) return std::numeric_limits<To>::min();
  return static_cast<To>(value);
}

template <typename To, typename From>
To Convert(From value) {
  if constexpr (std::is_same_v<From, Truth>) {
    return Convert<To, int32_t>(value.byte != 0);
  } else if constexpr (std::is_same_v<To, Truth>) {
    return {static_cast<uint8_t>(value != 0)};
  } else if constexpr (std::is_same_v<From, float> && std::is_integral_v<To>) {
    return FromFloat<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

using Caster = void (*)(const void* from, void* to, int64_t count);

template <typename To, typename From>
void CastAll(const void* from, void* to, int64_t count) {
  const auto* source = static_cast<const From*>(from);
  auto* target = static_cast<To*>(to);
  for (int64_t i = 0; i < count; ++i) target[i] = Convert<To, From>(source[i]);
}

template <typename To>
Caster CasterFrom(ElementType from) {
  switch (from) {
    case ElementType::kFloat:
      return CastAll<To, float>;
    case ElementType::kInt32:
      return CastAll<To, int32_t>;
    case ElementType::kInt64:
      return CastAll<To, int64_t>;
    case ElementType::kBool:
      return CastAll<To, Truth>;
    default:
      return nullptr;
  }
}

Caster CasterOf(ElementType from, ElementType to) {
  switch (to) {
    case ElementType::kFloat:
      return CasterFrom<float>(from);
    case ElementType::kInt32:
      return CasterFrom<int32_t>(from);
    case ElementType::kInt64:
      return CasterFrom<int64_t>(from);
    case ElementType::kBool:
      return CasterFrom<Truth>(from);
    default:
      return nullptr;
  }
}

Status Infer(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(1, 1);
  check.Outputs(1);
  check.Since(19, {"saturate"});
  check.MayHave({"saturate"});  // of types that are not taken
  if (!check.HasAttribute("to")) check.Fault("doesn't say to what it casts");
  const int64_t to = check.Int("to", 0);
  if (!check.ok()) return check.status();
  const bool known = to >= 0 && to <= static_cast<int64_t>(ElementType::kUint64);
  const auto element = known ? static_cast<ElementType>(to) : ElementType::kUndefined;
  if (CasterOf(check.Type(0).element, element) == nullptr) {
    check.Refuse(std::string("casts ") + NameOf(check.Type(0).element) + " to type " +
                 std::to_string(to));
  }
  return check.Give({{element, check.DimsOf(0)}}, outputs);
}

Status Make(const NodeView& node, const std::vector<TensorType>& outputs,
            std::unique_ptr<Kernel>* kernel) {
  const Caster cast = CasterOf(node.inputs[0].type.element, outputs[0].element);
  const int64_t count = outputs[0].Elements();
  return MakeFunction(kernel,
                      [=](KernelInputs in, KernelOutputs out) { cast(in[0], out[0], count); });
}

constexpr Operator kOperators[] = {{"Cast", "AI_VECTOR_CORE", Infer, Make}};

}  // namespace

std::span<const Operator> CastOperators() { return kOperators; }

}  // namespace aclprof
