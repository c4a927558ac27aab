#include "devices/models/operators/operator_tables.h"

namespace aclprof {

const Operator* FindOperator(std::string_view type) {
  const std::span<const Operator> families[] = {
      ActivationOperators(),    ArithmeticOperators(), CastOperators(),
      ConvolutionOperators(),   JoiningOperators(),    MatrixOperators(),
      NormalizationOperators(), PoolingOperators(),    ReductionOperators(),
      ShapeOperators(),         SlicingOperators()};
  for (const std::span<const Operator> family : families) {
    for (const Operator& candidate : family) {
      if (candidate.type == type) return &candidate;
    }
  }
  return nullptr;
}

}  // namespace aclprof
