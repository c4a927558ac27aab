// operator_tables.h: the tables of Operators that the families have, one function each.
#pragma once

#include <span>

#include "devices/models/operator.h"

namespace aclprof {

std::span<const Operator> ActivationOperators();
std::span<const Operator> ArithmeticOperators();
std::span<const Operator> CastOperators();
std::span<const Operator> ConvolutionOperators();
std::span<const Operator> JoiningOperators();
std::span<const Operator> MatrixOperators();
std::span<const Operator> NormalizationOperators();
std::span<const Operator> PoolingOperators();
std::span<const Operator> ReductionOperators();
std::span<const Operator> ShapeOperators();
std::span<const Operator> SlicingOperators();

}  // namespace aclprof
