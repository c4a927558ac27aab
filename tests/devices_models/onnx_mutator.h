// onnx_mutator.h: ONNX files, each changed in one way: bytes, or fields whose lengths are put right again.
//
// Shape    the same seed makes the same change. Changes of fields are those that a file without a bit error can have:
//          numbers that can't be, names of other things, fields that are missing or there twice.
// Units    MUTATIONS, a definition of the build: how many of each way a test tries.
#pragma once

#include <cstdint>
#include <string>

namespace aclprof {

// Bytes set, bits flipped, runs of them cut out, doubled or made zero.
std::string WithChangedBytes(const std::string& model, uint32_t seed);

enum class ModelFault {
  kAnyField,
  kWrongShape,     // one dimension of a weight or of a value
  kHugeDimension,  // the same
  kCycle,          // an input of a node is what that node or one behind it makes
  kMissingWeight   // all of it, its name, or the end of its data
};
std::string WithFault(const std::string& model, ModelFault fault, uint32_t seed);

}  // namespace aclprof
