// serial_graph.h: what the flow graph does, one block after the other on the thread that helps: for a forked child, where
// TBB's threads are gone and its locks may be held by one of them for ever.
//
// Threads  TryPut: the collector, for each stream in the order of its sequence. Help: one thread of ours.
#pragma once

#include <deque>
#include <mutex>
#include <utility>

#include "core/encode_graph.h"

namespace aclprof {

class SerialGraph final : public EncodeGraph {
 public:
  SerialGraph(int limit, Hooks hooks)
      : limit_(static_cast<size_t>(limit)), hooks_(std::move(hooks)) {}

  void AddStream(int) override {}
  bool TryPut(BlockTask* task) override {
    const std::lock_guard lock(mutex_);
    if (inside_ >= limit_) return false;
    tasks_.push_back(task);
    ++inside_;
    return true;
  }
  void Help() override {
    while (BlockTask* const task = TakeFirst()) {
      hooks_.encode(task);
      End(hooks_.write(task));
    }
  }

 private:
  BlockTask* TakeFirst() {
    const std::lock_guard lock(mutex_);
    if (tasks_.empty()) return nullptr;
    BlockTask* const first = tasks_.front();
    tasks_.pop_front();
    return first;
  }
  void End(int tasks) {
    const std::lock_guard lock(mutex_);
    inside_ -= static_cast<size_t>(tasks);
  }

  const size_t limit_;
  const Hooks hooks_;
  std::mutex mutex_;
  std::deque<BlockTask*> tasks_;
  size_t inside_ = 0;  // those that wait, and those that write keeps
};

}  // namespace aclprof
