// user_marks.h: marks and ranges of the application (msproftx): stamps, points, and ranges by thread or by id.
//
// Shape    a mark is one record of the thread that makes it; a range is one of the thread that ends it, and says where it
//          began. What is open when the last session that wants ranges stops is that session's as open-ended, and is
//          forgotten.
// Threads  any. Push and Pop are about the calling thread's own ranges.
// Errors   everything answers false while nobody collects marks: a few ns, and no text is left. What the ring refuses is
//          counted in the ledger and is no failure of the call.
// Source   the vendor's rules: docs/state_rules.md, "Marks".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/process.h"

namespace aclprof {

// The two kinds of nested ranges do not nest in each other.
enum class RangeStack { kStamps, kOperators };

// Of one process; made anew for each call.
class UserMarks {
 public:
  explicit UserMarks(Process* process) : process_(process) {}

  // NULL while nobody collects marks.
  Stamp* Create();
  void Destroy(void* stamp) { process_->stamps.GiveBack(stamp); }
  // The live stamp, while marks are collected.
  Stamp* Live(void* stamp) const;

  bool Mark(const Stamp& stamp);
  // A point on the host; `connection_id` joins it with the one that the runtime puts on a stream.
  bool MarkLinked(std::string_view message, uint64_t connection_id);
  // 0: not begun.
  uint32_t BeginRange(const Stamp& stamp);
  bool EndRange(uint32_t id);
  bool Push(RangeStack stack, const Stamp& stamp);
  bool Pop(RangeStack stack);

 private:
  std::string TextsBehind(const Stamp& stamp) const;
  uint32_t Begin(const OpenRange& range);
  bool End(uint32_t id, OpenRange* range);

  Process* process_;
};

// Whether some session wants records of this kind from the host's threads.
bool MarksAreCollected(uint16_t kind);

}  // namespace aclprof
