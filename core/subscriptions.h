// subscriptions.h: which models are subscribed, with what settings, and the pipes that their records go to.
//
// Shape    a model has one subscription; models may share a pipe, which goes with its last model.
// Threads  Take, Lost: as task_tap.h says, at any time. The rest is guarded by its owner, the control mutex of Profile.
// Errors   Add: kBadArgument, kRepeatSubscribe, kOtherConfig; nothing has changed then.
// Source   docs/state_rules.md, section 7.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/control_status.h"
#include "core/op_pipe.h"
#include "core/task_tap.h"

namespace aclprof {

// The caller's int with the write end. It may be gone once the configuration is destroyed.
class PipeEnd {
 public:
  explicit PipeEnd(int* fd) : fd_(fd) {}
  int Get();
  void Clear();  // -1, as the write end is closed
  void Forget();

 private:
  std::mutex mutex_;
  int* fd_;
};

struct SubscribeConfig {
  bool times = false;
  uint32_t aicore_metrics = 0xFF;  // none
  std::shared_ptr<PipeEnd> end;
};

class Subscriptions final : public TaskTap {
 public:
  // What went with a model.
  struct Removed {
    std::optional<int32_t> device;  // on which no model is subscribed any more
    std::shared_ptr<OpPipe> pipe;   // which no model uses any more; to be closed
    std::shared_ptr<PipeEnd> end;   // of the model
    void ClosePipe(int64_t patience_ns);
  };

  bool empty() const;
  bool Has(uint32_t model) const;
  bool Serves(int32_t device) const;
  std::vector<uint32_t> Models() const;

  ControlStatus Add(uint32_t model, int32_t device, const SubscribeConfig& config);
  Removed Remove(uint32_t model);

  // Of the subscriptions of now, or the last ones.
  std::shared_ptr<const SubscriptionCounts> counts() const;

  void Take(const TappedTask& task) override;
  void Lost(uint64_t records) override;

 private:
  struct Subscription {
    int32_t device;
    SubscribeConfig config;
    std::shared_ptr<OpPipe> pipe;
  };
  ControlStatus Check(uint32_t model, int32_t device, const SubscribeConfig& config) const;
  std::shared_ptr<OpPipe> PipeOf(int fd) const;

  mutable std::mutex mutex_;
  std::map<uint32_t, Subscription> by_model_;
  std::shared_ptr<SubscriptionCounts> counts_ = std::make_shared<SubscriptionCounts>();
};

}  // namespace aclprof
