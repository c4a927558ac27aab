// described.h: the bodies of acl* functions that don't return an aclError: they answer a value, or their failure value
// with a text.
//
// Threads  free functions.
#pragma once

#include "devices/host/api_call.h"

namespace aclprof {

// What `get` makes of the argument; `failed`, with a text, where it is NULL.
template <typename Value, typename Argument, typename Get>
Value Described(const ApiName& name, const Argument* argument, Value failed, Get get) {
  const ApiCall call(name);
  return Guarded(
      call,
      [&]() -> Value {
        if (argument != nullptr) return get(*argument);
        (void)Answer(call, NullArgument("the description"));
        return failed;
      },
      [failed](aclError) { return failed; });
}

// A new object, or NULL with a text.
template <typename Make>
auto Created(const ApiName& name, Make make) -> decltype(make()) {
  const ApiCall call(name);
  return Guarded(call, make, [](aclError) { return nullptr; });
}

}  // namespace aclprof
