#include "api/c_boundary.h"

#include <cstdio>

#include "api/recent_error.h"
#include "api/status_to_acl.h"
#include "core/control_log.h"

namespace aclprof {

aclError AnswerOf(const char* call, ControlCode code, const char* sentence) noexcept {
  if (code == ControlCode::kOk) return ACL_SUCCESS;
  const AclErrorOfCode& answer = AclErrorOf(code);
  char text[kRecentErrorBytes];
  std::snprintf(text, sizeof(text), "%s: %s: %s", answer.message_id, call, sentence);
  LeaveRecentError(text);
  LogFailure(text);
  return answer.error;
}

}  // namespace aclprof
