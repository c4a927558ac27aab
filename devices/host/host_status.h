// host_status.h: the outcome of a call of the host runtime: the aclError it returns and the sentence that
// aclGetRecentErrMsg gives.
//
// Errors   OK carries no sentence and allocates nothing. An empty sentence: the text is left already.
// Threads  a value type; LeaveErrorText is for the calling thread.
#pragma once

#include <string>
#include <utility>

#include "acl/acl_base.h"

namespace aclprof {

class [[nodiscard]] HostStatus {
 public:
  HostStatus() = default;
  HostStatus(aclError code, std::string sentence) : code_(code), sentence_(std::move(sentence)) {}

  bool ok() const { return code_ == ACL_SUCCESS; }
  aclError code() const { return code_; }
  const std::string& sentence() const { return sentence_; }

 private:
  aclError code_ = ACL_SUCCESS;
  std::string sentence_;
};

// The refusals that many calls share.
HostStatus NullArgument(const char* name);
HostStatus BadArgument(std::string sentence);
HostStatus UnknownHandle(const char* what);
HostStatus NoContext();
HostStatus NoMemory(size_t bytes);

// Leaves "EK0001: aclrtMalloc: <sentence>" where aclGetRecentErrMsg finds it.
void LeaveErrorText(const char* call, aclError code, const char* sentence);
// Leaves "WK0001: aclmdlLoadFromFile: <sentence>" there: the call succeeds, but not as one might think.
void LeaveWarningText(const char* call, const std::string& sentence);

}  // namespace aclprof
