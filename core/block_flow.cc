#include "core/block_flow.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "core/serial_graph.h"

namespace aclprof {
namespace {

constexpr auto kHelpAfter = std::chrono::milliseconds(10);
// So many blocks are written together at most, and the collector is told of as many at a time, and of the last: a call
// for each would cost it, and whoever waits for room, more than the block.
constexpr size_t kTogether = 8;
// To a slower disk they go one by one, so that it is seen to make progress.
constexpr int64_t kQuickWriteNs = 10000000;

// Records that don't parse can't be counted; what came before them is.
void CountTask(BlockTask* task) {
  task->counts = {};
  static_cast<void>(CountRecords(task->source, &task->counts));
}

int64_t Now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

}  // namespace

BlockFlow::~BlockFlow() {
  Close();
  Join();
}

void BlockFlow::Join() {
  const std::lock_guard lock(join_mutex_);
  thread_.Join();
}

Status BlockFlow::Start(const Options& options, BlockSink* sink) {
  options_ = options;
  sink_ = sink;
  if (Status started = thread_.Start("aclprof-session", [this] { Run(); }); !started.ok()) {
    closing_ = true;
    return started;
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return ready_; });
  const Status setup = setup_;
  lock.unlock();
  if (!setup.ok()) thread_.Join();
  return setup;
}

Status BlockFlow::Setup() try {
  EncodeGraph::Hooks hooks{[this](BlockTask* task) { Encode(task); },
                           [this](BlockTask* task) { return Write(task); }};
  if (!options_.serial)
    return EncodeGraph::Create(options_.helpers, options_.limit, std::move(hooks), &graph_);
  graph_ = std::make_unique<SerialGraph>(options_.limit, std::move(hooks));
  return {};
} catch (const std::bad_alloc&) {
  return {StatusCode::kResourceExhausted, "out of memory"};
}

void BlockFlow::AddStream(int stream) {
  together_[stream].reserve(kTogether);
  graph_->AddStream(stream);
}

void BlockFlow::Run() {
  const Status setup = Setup();
  {
    const std::lock_guard lock(mutex_);
    setup_ = setup;
    ready_ = true;
    changed_.notify_all();
  }
  if (!setup.ok()) return;
  Serve();
  graph_.reset();
  for (std::unique_ptr<EncodedBlock> block; recycled_.try_dequeue(block);) block.reset();
  sink_->Drained();
}

void BlockFlow::Serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    idle_ = true;
    changed_.wait(lock, [this] { return !in_flight_.empty() || (closing_ && !Busy()); });
    idle_ = false;
    if (in_flight_.empty()) return;
    if (ShouldHelp(&lock)) HelpUnlocked(&lock);
  }
}

void BlockFlow::HelpUnlocked(std::unique_lock<std::mutex>* lock) {
  const uint64_t before = completed_;
  lock->unlock();
  graph_->Help();
  lock->lock();
  // A graph that returns without having done anything is being worked on by others, or is beyond help.
  if (completed_ == before) changed_.wait_for(*lock, kHelpAfter);
}

bool BlockFlow::ShouldHelp(std::unique_lock<std::mutex>* lock) {
  if (closing_ || options_.helpers == 0) return true;
  const uint64_t before = completed_;
  changed_.wait_for(*lock, kHelpAfter, [this] { return closing_; });
  return closing_ || (completed_ == before && !in_flight_.empty());
}

void BlockFlow::Submit(TaskList one) {
  const std::lock_guard lock(mutex_);
  backlog_.splice(backlog_.end(), one);
}

void BlockFlow::Close() {
  const std::lock_guard lock(mutex_);
  closing_ = true;
  changed_.notify_all();
}

bool BlockFlow::Stalled(int64_t now) const {
  return !in_flight_.empty() && now - last_progress_ns_ > options_.stall_ns;
}

void BlockFlow::Pump() {
  const int64_t now = Now();
  const std::lock_guard lock(mutex_);
  if (Stalled(now)) return GiveUpStalled();
  while (!backlog_.empty()) {
    BlockTask* const task = backlog_.front().get();
    task->sequence = next_sequence_[task->stream];
    task->source.sequence = task->sequence;
    task->in_flight = backlog_.begin();
    if (in_flight_.empty()) last_progress_ns_ = now;
    // First, as it may be written before the graph's call returns.
    in_flight_.splice(in_flight_.end(), backlog_, backlog_.begin());
    ++on_the_way_[task->stream];
    if (!TryPut(task)) {
      --on_the_way_[task->stream];
      backlog_.splice(backlog_.begin(), in_flight_, task->in_flight);
      return;
    }
    ++next_sequence_[task->stream];
    in_flight_peak_ = std::max<uint64_t>(in_flight_peak_, in_flight_.size());
    if (idle_) changed_.notify_all();
  }
}

// Without memory for it the graph takes the block another time.
bool BlockFlow::TryPut(BlockTask* task) try {
  return graph_->TryPut(task);
} catch (const std::exception&) {
  return false;
}

void BlockFlow::GiveUp(BlockTask* task) {
  CountTask(task);
  sink_->Dropped(*task, {StatusCode::kDeadlineExceeded, "nothing was written for too long"});
  task->ReleasePiece();
}

void BlockFlow::GiveUpStalled() {
  for (const std::unique_ptr<BlockTask>& task : in_flight_) {
    if (task->Claim(TaskState::kAbandoned)) GiveUp(task.get());
    // [B1]
    if (task->state.load(std::memory_order_acquire) == TaskState::kEncoded) task->ReleasePiece();
  }
  for (; !backlog_.empty(); backlog_.pop_front()) GiveUp(backlog_.front().get());
}

void BlockFlow::Encode(BlockTask* task) {
  if (!task->Claim(TaskState::kEncoding)) return;
  try {
    if (!recycled_.try_dequeue(task->block)) task->block = std::make_unique<EncodedBlock>();
    task->encoded = EncodeBlock(task->source, task->block.get());
  } catch (const std::exception& error) {
    task->encoded = Status(StatusCode::kResourceExhausted, error.what());
  }
  // Counted here in both cases: once encoded, the ring's bytes may be gone.
  if (task->encoded.ok())
    task->counts = task->block->counts;
  else
    CountTask(task);
  task->state.store(TaskState::kEncoded, std::memory_order_release);  // [B1]
}

int BlockFlow::Write(BlockTask* task) {
  std::vector<BlockTask*>& together = together_[task->stream];
  together.push_back(task);
  if (MoreOnTheWay(task->stream) && quick_[task->stream] && together.size() < kTogether) return 0;
  return WriteTogether(&together);
}

bool BlockFlow::MoreOnTheWay(int stream) {
  const std::lock_guard lock(mutex_);
  return --on_the_way_[stream] > 0;
}

int BlockFlow::WriteTogether(std::vector<BlockTask*>* tasks) {
  std::array<BlockTask*, kTogether> encoded;
  size_t count = 0;
  for (BlockTask* const task : *tasks) {
    if (task->state.load(std::memory_order_acquire) == TaskState::kAbandoned) continue;  // [B1]
    if (task->encoded.ok())
      encoded[count++] = task;
    else
      sink_->Dropped(*task, task->encoded);
  }
  WriteBlocks(std::span(encoded).first(count));
  Complete(*tasks);
  const auto ended = static_cast<int>(tasks->size());
  tasks->clear();
  return ended;
}

void BlockFlow::WriteBlocks(std::span<BlockTask* const> tasks) {
  while (!tasks.empty()) {
    size_t taken = 1;
    const int64_t begin = Now();
    const Status written = TryWrite(tasks, &taken);
    quick_[tasks[0]->stream] = Now() - begin < kQuickWriteNs;
    for (const BlockTask* const task : tasks.first(taken))
      written.ok() ? sink_->Stored(*task) : sink_->Dropped(*task, written);
    tasks = tasks.subspan(taken);
  }
}

Status BlockFlow::TryWrite(std::span<BlockTask* const> tasks, size_t* taken) try {
  std::array<const EncodedBlock*, kTogether> blocks;
  for (size_t i = 0; i < tasks.size(); ++i) blocks[i] = tasks[i]->block.get();
  return sink_->Write(tasks[0]->stream, std::span(blocks).first(tasks.size()), taken);
} catch (const std::exception&) {
  return {StatusCode::kResourceExhausted, "out of memory"};
}

void BlockFlow::Complete(std::span<BlockTask* const> tasks) {
  for (BlockTask* const task : tasks) {
    task->ReleasePiece();
    if (task->block != nullptr) recycled_.enqueue(std::move(task->block));
  }
  TaskList ended;
  bool tell = false;
  {
    const std::lock_guard lock(mutex_);
    for (BlockTask* const task : tasks) ended.splice(ended.end(), in_flight_, task->in_flight);
    last_progress_ns_ = Now();
    const uint64_t told = completed_ / kTogether;
    completed_ += tasks.size();
    tell = completed_ / kTogether > told || in_flight_.empty();
    if (in_flight_.empty() && closing_) changed_.notify_all();
  }
  if (tell) options_.completed();
}

uint64_t BlockFlow::in_flight_peak() const {
  const std::lock_guard lock(mutex_);
  return in_flight_peak_;
}

}  // namespace aclprof
