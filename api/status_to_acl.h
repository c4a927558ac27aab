// status_to_acl.h: the one place where what the library answers becomes an aclError and a message
// id.
#pragma once

#include "acl/acl_base.h"
#include "base/status.h"
#include "core/control_status.h"

namespace aclprof {

struct AclErrorOfCode {
  ControlCode code;
  aclError error;
  const char* message_id;  // of the vendor's user-visible messages: "EK0001"
};

// The row of the table for this code.
const AclErrorOfCode& AclErrorOf(ControlCode code);

// What a failure inside amounts to, where nothing says it better.
ControlStatus ToControlStatus(const Status& status);

}  // namespace aclprof
