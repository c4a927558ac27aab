// encode_graph.h: the TBB flow graph of one session: limiter, encode (parallel), order per stream, write (serial).
//
// Shape    at most `limit` tasks are between TryPut and their end, which is when write has dealt with them.
// Threads  TryPut: the collector. Help: one thread of ours at a time, made with the graph. AddStream: before the first
//          task of the stream. The hooks run on TBB's workers and in Help; they must not throw.
// Errors   Create: what TBB throws becomes a Status.
// Source   oneTBB flow_graph; progress never depends on TBB's workers (Help does all of it alone where there are none).
#pragma once

#include <functional>
#include <memory>

#include "base/status.h"
#include "core/block_task.h"

namespace aclprof {

class EncodeGraph {
 public:
  struct Hooks {
    std::function<void(BlockTask*)> encode;
    // May keep the task and deal with it together with a later one of its stream; how many it has dealt with, whose lives
    // end with it.
    std::function<int(BlockTask*)> write;
  };
  static constexpr int kStreams = 65;  // the host and 64 devices

  static Status Create(int helpers, int limit, Hooks hooks, std::unique_ptr<EncodeGraph>* graph);
  virtual ~EncodeGraph() = default;

  virtual void AddStream(int stream) = 0;
  // False when the limit is reached: try again after write has dealt with some.
  virtual bool TryPut(BlockTask* task) = 0;
  // Joins the arena until the graph is idle.
  virtual void Help() = 0;
};

// How many of the wanted helpers TBB will really give: no more than the processors that affinity and cgroup leave beside
// one for the application, unless the application itself raised TBB's limit; 0 with one processor or when the
// application holds TBB to one thread. Asking for more would make TBB print a warning.
int UsableHelpers(int wanted);

}  // namespace aclprof
