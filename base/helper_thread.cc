#include "base/helper_thread.h"

#include <memory>
#include <string>
#include <utility>

#include "base/held_signals.h"

namespace aclprof {
namespace {

struct Launch {
  const char* name;
  std::function<void()> body;
};

void* Run(void* argument) {
  const std::unique_ptr<Launch> launch(static_cast<Launch*>(argument));
  pthread_setname_np(pthread_self(), launch->name);
  HeldSignals::NoteAll(true);  // inherited
  launch->body();
  return nullptr;
}

}  // namespace

ScopedSignalMask::ScopedSignalMask() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former_);
}

ScopedSignalMask::~ScopedSignalMask() { pthread_sigmask(SIG_SETMASK, &former_, nullptr); }

Status HelperThread::Start(const char* name, std::function<void()> body) {
  const ScopedSignalMask masked;  // a thread inherits the mask of its maker
  auto launch = std::make_unique<Launch>(Launch{name, std::move(body)});
  const int error = pthread_create(&thread_, nullptr, Run, launch.get());
  if (error != 0) return Status::FromErrno(error, std::string("thread ") + name);
  launch.release();
  started_ = true;
  return {};
}

void HelperThread::Join() {
  if (!started_) return;
  pthread_join(thread_, nullptr);
  started_ = false;
}

}  // namespace aclprof
