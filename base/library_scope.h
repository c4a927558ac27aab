// library_scope.h: whether the calling thread is inside the library already, perhaps with one of its locks held.
//
// A signal handler that emits may have interrupted just such a thread; what would need a lock is then not done.
//
// Threads  each thread has its own depth. Safe in signal handlers.
#pragma once

namespace aclprof {

class LibraryScope {
 public:
  LibraryScope() { depth_ = depth_ + 1; }
  ~LibraryScope() { depth_ = depth_ - 1; }
  LibraryScope(const LibraryScope&) = delete;
  LibraryScope& operator=(const LibraryScope&) = delete;

  static bool Inside() { return depth_ != 0; }

 private:
  static inline thread_local volatile int depth_ = 0;
};

}  // namespace aclprof
