// callback_task.h: the task that has a function called on another thread, and waits for it when it blocks.
#pragma once

#include <memory>

#include "devices/host/callback_queue.h"
#include "devices/host/host_task.h"
#include "devices/host/task_types.h"

namespace aclprof {

class CallbackTask : public HostTask {
 public:
  // Whose thread calls the function.
  enum class Caller { kRuntime, kApplication };

  CallbackTask(std::shared_ptr<CallbackQueue> queue, Caller caller, void (*function)(void*),
               void* argument, bool blocks)
      : HostTask(HostTaskTypes().host_function),
        queue_(std::move(queue)),
        caller_(caller),
        function_(function),
        argument_(argument),
        blocks_(blocks) {}

  TaskProgress Run(HostStream& stream) override {
    const Completion completion(stream.shared_from_this(), identity.sequence);
    number_ = queue_->Push({function_, argument_, completion, blocks_});
    if (number_ == 0) completion.Drop();
    return number_ == 0 || blocks_ ? TaskProgress::kElsewhere : TaskProgress::kDone;
  }
  bool Withdraw() override { return queue_->Remove(number_); }
  bool NeedsApplication() const override { return caller_ == Caller::kApplication; }

 private:
  std::shared_ptr<CallbackQueue> queue_;
  Caller caller_;
  void (*function_)(void*);
  void* argument_;
  bool blocks_;
  uint64_t number_ = 0;
};

}  // namespace aclprof
