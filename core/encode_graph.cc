#include "core/encode_graph.h"

#include <pthread.h>
#include <signal.h>
#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <string>
#include <utility>

#include "base/held_signals.h"
#include "base/processors.h"

namespace aclprof {
namespace {

constexpr char kWorkerName[] = "aclprof-encode";

// A worker belongs to the application before and after: it gets its name and its signals back when it leaves.
class WorkerObserver final : public tbb::task_scheduler_observer {
 public:
  explicit WorkerObserver(tbb::task_arena& arena) : task_scheduler_observer(arena) {
    observe(true);
  }
  // An observer that is switched off is not told of exits any more, so it stays until every worker has left; without
  // work they leave at once.
  ~WorkerObserver() override {
    for (int inside = inside_.load(); inside != 0; inside = inside_.load()) inside_.wait(inside);
    observe(false);
  }

  void on_scheduler_entry(bool is_worker) override {
    if (!is_worker) return;
    inside_.fetch_add(1);
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &former_mask_);
    HeldSignals::NoteAll(true);
    pthread_getname_np(pthread_self(), former_name_, sizeof(former_name_));
    pthread_setname_np(pthread_self(), kWorkerName);
  }
  void on_scheduler_exit(bool is_worker) override {
    if (!is_worker) return;
    pthread_setname_np(pthread_self(), former_name_);
    HeldSignals::NoteAll(false);
    pthread_sigmask(SIG_SETMASK, &former_mask_, nullptr);
    inside_.fetch_sub(1);
    inside_.notify_all();
  }

 private:
  std::atomic<int> inside_{0};
  static thread_local sigset_t former_mask_;
  static thread_local char former_name_[16];
};

thread_local sigset_t WorkerObserver::former_mask_;
thread_local char WorkerObserver::former_name_[16];

// The order of a stream and its only writer.
struct StreamNodes {
  template <typename Write>
  StreamNodes(tbb::flow::graph& graph, Write body)
      : order(graph, [](BlockTask* task) { return static_cast<size_t>(task->sequence); }),
        write(graph, tbb::flow::serial, body) {
    tbb::flow::make_edge(order, write);
  }
  tbb::flow::sequencer_node<BlockTask*> order;
  tbb::flow::function_node<BlockTask*, tbb::flow::continue_msg> write;
};

class TbbEncodeGraph final : public EncodeGraph {
 public:
  TbbEncodeGraph(int helpers, int limit, Hooks hooks)
      : hooks_(std::move(hooks)),
        arena_(helpers + 1, /*reserved_for_masters=*/1),
        observer_(arena_),
        context_(tbb::task_group_context::isolated, tbb::task_group_context::default_traits |
                                                        tbb::task_group_context::concurrent_wait) {
    arena_.execute([&] { Build(static_cast<size_t>(limit)); });
  }
  // The last write has ended, but TBB may still have a task of its own to run in our nodes.
  ~TbbEncodeGraph() override { Help(); }

  void AddStream(int stream) override {
    streams_[stream] =
        std::make_unique<StreamNodes>(*graph_, [this](BlockTask* task) { return Write(task); });
  }
  bool TryPut(BlockTask* task) override { return limiter_->try_put(task); }
  void Help() final {
    try {
      arena_.execute([this] { graph_->wait_for_all(); });
    } catch (const std::exception&) {
      // TBB had no memory for a task: what it lost shows as a drain that does not end within its bound.
    }
  }

 private:
  using Limiter = tbb::flow::limiter_node<BlockTask*, int>;

  void Build(size_t limit) {
    // A graph lives in the arena it was made in.
    graph_ = std::make_unique<tbb::flow::graph>(context_);
    limiter_ = std::make_unique<Limiter>(*graph_, limit);
    encode_ = std::make_unique<tbb::flow::function_node<BlockTask*, tbb::flow::continue_msg>>(
        *graph_, tbb::flow::unlimited, [this](BlockTask* task) { return Encode(task); });
    tbb::flow::make_edge(*limiter_, *encode_);
  }
  tbb::flow::continue_msg Encode(BlockTask* task) {
    hooks_.encode(task);
    streams_[task->stream]->order.try_put(task);
    return {};
  }
  tbb::flow::continue_msg Write(BlockTask* task) {
    if (const int ended = hooks_.write(task); ended > 0) limiter_->decrementer().try_put(ended);
    return {};
  }

  const Hooks hooks_;
  tbb::task_arena arena_;
  WorkerObserver observer_;
  tbb::task_group_context context_;
  std::unique_ptr<tbb::flow::graph> graph_;
  std::unique_ptr<Limiter> limiter_;
  std::unique_ptr<tbb::flow::function_node<BlockTask*, tbb::flow::continue_msg>> encode_;
  std::array<std::unique_ptr<StreamNodes>, kStreams> streams_;
};

}  // namespace

Status EncodeGraph::Create(int helpers, int limit, Hooks hooks,
                           std::unique_ptr<EncodeGraph>* graph) try {
  *graph = std::make_unique<TbbEncodeGraph>(helpers, limit, std::move(hooks));
  return {};
} catch (const std::exception& error) {
  return {StatusCode::kResourceExhausted, std::string("flow graph: ") + error.what()};
}

int UsableHelpers(int wanted) {
  const int allowed = static_cast<int>(
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  const bool raised = allowed > AffinityProcessors();
  const int threads = raised ? allowed : std::min(allowed, UsableProcessors());
  return std::clamp(wanted, 0, threads - 1);
}

}  // namespace aclprof
