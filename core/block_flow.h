// block_flow.h: brings a session's blocks from the collector through the flow graph, whatever TBB and the disk do.
//
// Shape    a backlog in front of the graph, and what is in flight inside it. One thread of ours joins the graph for the
//          drain, whenever no block completes for 10 ms, and at once where TBB gives no worker.
// Threads  Submit and Pump: the collector. Close: any. AddStream: one at a time, before the stream's first block.
// Errors   Submit, Close and Join can't fail. What runs out of memory on the way is dropped and counted, like what a disk
//          does not take.
// Together what is encoded waits for blocks of its stream that are in the graph as well, a few at most, and is written
//          with them, as long as writes are quick: a write for each would cost more than the encoding.
// Full     when nothing completes for the stall bound, blocks that are not yet encoded are given up and counted; what is
//          encoded no longer holds its ring space. So a stalled disk stalls neither producers nor other sessions.
#pragma once

#include <concurrentqueue/concurrentqueue.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/helper_thread.h"
#include "base/status.h"
#include "core/block_task.h"
#include "core/encode_graph.h"

namespace aclprof {

// What becomes of the blocks. Write and Drop may run on different threads at once; blocks of a stream come in order.
class BlockSink {
 public:
  virtual ~BlockSink() = default;
  // Writes as many of the blocks of a stream as can be written together, from the first on; *taken, at least 1, says how
  // many it speaks of.
  virtual Status Write(int stream, std::span<const EncodedBlock* const> blocks, size_t* taken) = 0;
  // Exactly one of these for every task, its counts known; Stored after Write has returned OK for its block.
  virtual void Stored(const BlockTask& task) = 0;
  virtual void Dropped(const BlockTask& task, const Status& why) = 0;
  // Everything was submitted and dealt with; the last call, on the flow's own thread.
  virtual void Drained() = 0;
};

class BlockFlow {
 public:
  struct Options {
    int helpers = 1;
    bool serial = false;  // without TBB, all on the thread of ours; then helpers is 0
    int limit = 32;
    int64_t stall_ns = 2000000000;
    std::function<void()> completed;  // blocks were dealt with: ring space may be free
  };

  ~BlockFlow();
  // Returns once thread and graph stand, or nothing is left of them.
  Status Start(const Options& options, BlockSink* sink);
  void AddStream(int stream);

  void Submit(TaskList one);
  // Moves the backlog into the graph as far as it takes it, and deals with a stall.
  void Pump();
  // Nothing more will be submitted. Returns at once; the sink's Drained follows.
  void Close();
  // Joins the thread; after Drained. Any thread, and more than once.
  void Join();

  uint64_t in_flight_peak() const;

 private:
  void Run();
  Status Setup();
  bool Busy() const { return !in_flight_.empty() || !backlog_.empty(); }
  bool ShouldHelp(std::unique_lock<std::mutex>* lock);
  void HelpUnlocked(std::unique_lock<std::mutex>* lock);
  void Serve();
  void Encode(BlockTask* task);
  // Both give back how many tasks they have dealt with.
  int Write(BlockTask* task);
  int WriteTogether(std::vector<BlockTask*>* tasks);
  bool MoreOnTheWay(int stream);
  void WriteBlocks(std::span<BlockTask* const> tasks);
  Status TryWrite(std::span<BlockTask* const> tasks, size_t* taken);
  bool TryPut(BlockTask* task);
  void Complete(std::span<BlockTask* const> tasks);
  void GiveUp(BlockTask* task);
  void GiveUpStalled();
  bool Stalled(int64_t now) const;

  Options options_;
  BlockSink* sink_ = nullptr;
  std::unique_ptr<EncodeGraph> graph_;
  std::mutex join_mutex_;
  HelperThread thread_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool ready_ = false;
  Status setup_;
  bool closing_ = false;
  bool idle_ = false;  // the thread waits for a first block, and is to be told of it
  TaskList backlog_;
  TaskList in_flight_;
  uint64_t next_sequence_[EncodeGraph::kStreams] = {};
  uint64_t on_the_way_[EncodeGraph::kStreams] = {};  // in the graph, and not yet at its write
  uint64_t completed_ = 0;
  uint64_t in_flight_peak_ = 0;
  int64_t last_progress_ns_ = 0;
  // Of the stream's write alone: what waits, and whether the last write was quick.
  std::vector<BlockTask*> together_[EncodeGraph::kStreams];
  bool quick_[EncodeGraph::kStreams] = {};
  moodycamel::ConcurrentQueue<std::unique_ptr<EncodedBlock>> recycled_;
};

}  // namespace aclprof
