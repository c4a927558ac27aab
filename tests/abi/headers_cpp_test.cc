// Every public header in one C++ program: values, layouts and signatures are the vendor's, and every function that is
// declared can be linked.

#include <acl/acl.h>
#include <acl/acl_op_compiler.h>
#include <acl/acl_prof.h>
#include <aclprof/aclprof.h>
#include <aclprof/producer.h>
#include <aclprof/runtime.h>

#include <cstddef>
#include <cstdio>
#include <iterator>
#include <type_traits>

#define VALUE(name, value) static_assert(static_cast<long long>(name) == (value), #name);
#include "tests/abi/acl_values.inc"
#undef VALUE
static_assert(ACL_SUCCESS == 0);

static_assert(std::is_same_v<aclError, int>);
static_assert(std::is_same_v<aclFloat16, uint16_t>);
static_assert(std::is_same_v<aclrtStream, void*> && std::is_same_v<aclrtEvent, void*>);
static_assert(std::is_same_v<aclrtContext, void*> && std::is_same_v<aclmdlRI, void*>);
static_assert(sizeof(aclmdlIODims) == 128 + 8 + 128 * 8 && offsetof(aclmdlIODims, dims) == 136);
static_assert(sizeof(aclprofTensor) == 48 && offsetof(aclprofTensor, shape) == 16);
static_assert(sizeof(aclprofTensorInfo) == 48 && offsetof(aclprofTensorInfo, stream) == 32);
static_assert(sizeof(aclprofEventAttributes) == 16 &&
              offsetof(aclprofEventAttributes, message) == 8);

// Ours, version 1: frozen from here on, but for growth at the end.
static_assert(sizeof(aclprofx_runtime) == 72 && sizeof(aclprofx_collection) == 32);

namespace {

using Function = void (*)();

#define SIGNATURE(name, ...) static_assert(std::is_same_v<decltype(name), __VA_ARGS__>, #name);
#include "tests/abi/acl_signatures.inc"
#undef SIGNATURE

#define SIGNATURE(name, ...) reinterpret_cast<Function>(&name),
const Function kFunctions[] = {
#include "tests/abi/acl_signatures.inc"
};

}  // namespace

int main() {
  for (const Function function : kFunctions) {
    if (function == nullptr) return 1;
  }
  std::printf("%zu functions\n", std::size(kFunctions));
  return 0;
}
