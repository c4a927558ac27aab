#include "export/flow_joiner.h"

#include <utility>

namespace aclprof {

FlowJoiner::FlowJoiner(OnPair on_pair, size_t remembered)
    : on_pair_(std::move(on_pair)), remembered_(remembered) {}

void FlowJoiner::AddCall(uint64_t connection_id, const FlowEnd& call, int rank) {
  Call* known = FindCall(connection_id);
  if (known == nullptr) {
    if (calls_.size() >= remembered_) older_calls_ = std::exchange(calls_, {});
    known = &calls_[connection_id];
  } else if (rank <= known->rank) {
    return;
  }
  known->end = call;
  known->rank = rank;
  PairWaiting(&waiting_, connection_id, known);
  PairWaiting(&older_waiting_, connection_id, known);
}

void FlowJoiner::AddTask(uint64_t connection_id, const FlowEnd& task) {
  if (Call* call = FindCall(connection_id)) return Pair(connection_id, call, task);
  if (waiting_.size() >= remembered_) {
    orphans_ += older_waiting_.size();
    older_waiting_ = std::exchange(waiting_, {});
  }
  waiting_.emplace(connection_id, task);
}

void FlowJoiner::Finish() {
  orphans_ += waiting_.size() + older_waiting_.size();
  waiting_.clear();
  older_waiting_.clear();
}

FlowJoiner::Call* FlowJoiner::FindCall(uint64_t connection_id) {
  for (Calls* calls : {&calls_, &older_calls_}) {
    const auto found = calls->find(connection_id);
    if (found != calls->end()) return &found->second;
  }
  return nullptr;
}

void FlowJoiner::Pair(uint64_t connection_id, Call* call, const FlowEnd& task) {
  const auto id = static_cast<unsigned __int128>(connection_id) << 32 | call->tasks++;
  ++pairs_;
  on_pair_(id, call->end, task);
}

void FlowJoiner::PairWaiting(Tasks* tasks, uint64_t connection_id, Call* call) {
  const auto [first, last] = tasks->equal_range(connection_id);
  for (auto task = first; task != last; ++task) Pair(connection_id, call, task->second);
  tasks->erase(first, last);
}

}  // namespace aclprof
