// flow_joiner.h: joins the call that launched a task with the task, in a stream of both.
//
// Shape    either side may come first. Both sides of the last half million or more connections are
//          remembered, so memory is bounded; a task whose call is not among them is an orphan.
// Units    ids are the connection's number times 2^32, as the vendor's tool makes them; further
//          tasks of the same call count up from there, so that every pair has its own.
// Threads  one.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>

#include "export/timeline_sink.h"

namespace aclprof {

class FlowJoiner {
 public:
  using OnPair =
      std::function<void(unsigned __int128 id, const FlowEnd& call, const FlowEnd& task)>;

  explicit FlowJoiner(OnPair on_pair, size_t remembered = 1u << 19);

  // rank: of several calls with one connection the highest launched the task.
  void AddCall(uint64_t connection_id, const FlowEnd& call, int rank);
  void AddTask(uint64_t connection_id, const FlowEnd& task);
  void Finish();

  uint64_t pairs() const { return pairs_; }
  uint64_t orphans() const { return orphans_; }

 private:
  struct Call {
    FlowEnd end;
    int rank = 0;
    uint32_t tasks = 0;
  };
  using Calls = std::unordered_map<uint64_t, Call>;
  using Tasks = std::unordered_multimap<uint64_t, FlowEnd>;

  Call* FindCall(uint64_t connection_id);
  void Pair(uint64_t connection_id, Call* call, const FlowEnd& task);
  void PairWaiting(Tasks* tasks, uint64_t connection_id, Call* call);

  const OnPair on_pair_;
  const size_t remembered_;
  // Two generations each: when the younger is full, the older goes.
  Calls calls_, older_calls_;
  Tasks waiting_, older_waiting_;
  uint64_t pairs_ = 0;
  uint64_t orphans_ = 0;
};

}  // namespace aclprof
