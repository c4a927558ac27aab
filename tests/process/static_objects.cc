// A session that begins before main, and whose last record and Stop come from a destructor after main.

#include <cstdlib>

#include "session_steps.h"

namespace {

struct Life {
  Life() { config = StartSession(std::getenv("ACLPROF_TEST_BASE")); }
  ~Life() {
    const bool good = EmitRecords(1) == 1 && aclprofStop(config) == 0 && aclprofFinalize() == 0;
    if (!good) std::_Exit(__LINE__);
  }
  aclprofConfig* config = nullptr;
};

Life life;

}  // namespace

int main() { return life.config != nullptr && EmitRecords(999) == 999 ? 0 : __LINE__; }
