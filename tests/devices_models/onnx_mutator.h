// onnx_mutator.h: ONNX files, each changed in one way: bytes, or fields whose lengths are put right again.
//
// Shape    the same seed makes the same change. Changes of fields are those that a file without a bit error can have:
//          numbers that can't be, names of other things, fields that are missing or there twice.
#pragma once

#include <cstdint>
#include <string>

namespace aclprof {

// Bytes set, bits flipped, runs of them cut out, doubled or made zero.
std::string WithChangedBytes(const std::string& model, uint32_t seed);
std::string WithChangedField(const std::string& model, uint32_t seed);

}  // namespace aclprof
