// write_behind.h: writes one buffer to a file while the next is filled.
//
// Shape    two buffers change hands. The thread that writes is made with the first one: what fits into a buffer never
//          needs it. Where the system gives no thread the caller writes.
// Threads  one, besides its own. The file belongs to the latter between Hand and Wait.
// Errors   the first failure is kept, and nothing is written after it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>

#include "base/file_system.h"
#include "base/helper_thread.h"
#include "base/status.h"

namespace aclprof {

class WriteBehind {
 public:
  // `file` must outlive it. capacity: of each buffer.
  WriteBehind(WritableFile* file, size_t capacity) : file_(file), capacity_(capacity) {}
  // What was handed over is written first.
  ~WriteBehind();
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  // The first `count` bytes, at least one, are to be written; *buffer becomes another one. Waits for those before, and
  // tells how they ended.
  Status Hand(std::unique_ptr<char[]>* buffer, size_t count);
  // Waits until nothing is under way.
  Status Wait();

 private:
  using Lock = std::unique_lock<std::mutex>;

  bool HasThread();
  void Work();
  void WriteHanded(Lock* lock);

  WritableFile* const file_;
  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable handed_;   // a buffer, or the end
  std::condition_variable written_;  // the buffer
  std::unique_ptr<char[]>
      buffer_;        // that is written, or the spare one; NULL before there is a thread
  size_t count_ = 0;  // of its bytes under way
  bool ending_ = false;
  Status status_;
  HelperThread thread_;
};

}  // namespace aclprof
