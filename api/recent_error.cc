#include "api/recent_error.h"

#include <cstring>

namespace aclprof {
namespace {

// Plain bytes: they live as long as the thread and need no destructor, so that other objects'
// destructors may fail.
struct RecentErrors {
  char texts[kRecentErrors][kRecentErrorBytes];
  size_t last;
  bool fresh;
};

constinit thread_local RecentErrors recent{};

}  // namespace

void LeaveRecentError(const char* text) {
  recent.last = (recent.last + 1) % kRecentErrors;
  char* slot = recent.texts[recent.last];
  std::strncpy(slot, text, kRecentErrorBytes - 1);
  slot[kRecentErrorBytes - 1] = '\0';
  recent.fresh = true;
}

const char* TakeRecentError() {
  if (!recent.fresh) return nullptr;
  recent.fresh = false;
  return recent.texts[recent.last];
}

}  // namespace aclprof
