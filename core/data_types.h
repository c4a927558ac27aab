// data_types.h: the bits of dataTypeConfig: which exist, which imply others, and which record kinds
// each asks for.
//
// Units    data types are bits of ACL_PROF_*; kinds are bits 1 << ACLPROFX_KIND_*.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aclprof {

// Added to every configuration, as the vendor does; never by a user.
inline constexpr uint64_t kInternalDataType = 0x4000000000000000;

// A counter group made of single events, which only JSON can ask for; beside the values of
// aclprofAicoreMetrics.
inline constexpr uint32_t kCustomAicoreMetrics = 0xFE;

// The bits that the vendor adds when a configuration is created.
uint64_t WithImpliedDataTypes(uint64_t data_types);

// The bits that aclprofStart does not know.
uint64_t UnknownDataTypes(uint64_t data_types);

// The kinds of records that these data types ask for. Model loads always belong to a session: they
// are what operators are named by.
uint64_t KindsOf(uint64_t data_types, uint32_t aicore_metrics);

// Whether tasks are wanted, and of what they ran no more than the name: level 0.
bool OperatorsAreBare(uint64_t data_types);

// The names of the bits, "acl_api,task_time", those unknown as one hexadecimal number.
std::string DataTypeNames(uint64_t data_types);

// The name of a counter group as it stands in JSON and CSV ("PipeUtilization"), "Custom", or
// nullptr.
const char* AicoreMetricsName(uint32_t aicore_metrics);
// The group of that name.
std::optional<uint32_t> AicoreMetricsOf(std::string_view name);

}  // namespace aclprof
