// held_signals.h: whether the calling thread holds back every signal, as threads of ours do, and workers while they work
// for us. They need not hold one back again for each write.
//
// Threads  each thread has its own answer.
#pragma once

namespace aclprof {

class HeldSignals {
 public:
  static bool All() { return all_; }
  static void NoteAll(bool held) { all_ = held; }

 private:
  static inline thread_local bool all_ = false;
};

}  // namespace aclprof
