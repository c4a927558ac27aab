// The graph alone: limits, order, helpers, and what it leaves behind on TBB's threads.

#include "core/encode_graph.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/processors.h"
#include "core/serial_graph.h"

namespace aclprof {
namespace {

std::string ThreadName() {
  char name[16] = "";
  pthread_getname_np(pthread_self(), name, sizeof(name));
  return name;
}

bool TermSignalIsBlocked() {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return sigismember(&mask, SIGTERM) == 1;
}

struct Trail {
  std::vector<uint64_t> written;
  std::atomic<uint64_t> encoded{0};
};

Status MakeGraph(int helpers, int limit, Trail* run, std::unique_ptr<EncodeGraph>* graph) {
  Status made = EncodeGraph::Create(helpers, limit,
                                    {[run](BlockTask*) { ++run->encoded; },
                                     [run](BlockTask* task) {
                                       run->written.push_back(task->sequence);
                                       return 1;
                                     }},
                                    graph);
  if (made.ok()) (*graph)->AddStream(0);
  return made;
}

TEST(EncodeGraphTest, HelpAloneFinishesEverythingInOrder) {
  Trail run;
  std::unique_ptr<EncodeGraph> graph;
  ASSERT_TRUE(MakeGraph(0, 100, &run, &graph).ok());
  std::vector<std::unique_ptr<BlockTask>> tasks;
  // Put in reverse: the order of the stream is that of the sequence.
  for (uint64_t i = 50; i-- > 0;) {
    tasks.push_back(std::make_unique<BlockTask>());
    tasks.back()->sequence = i;
    ASSERT_TRUE(graph->TryPut(tasks.back().get()));
  }
  graph->Help();
  ASSERT_EQ(run.written.size(), 50u);
  for (uint64_t i = 0; i < 50; ++i) EXPECT_EQ(run.written[i], i);
}

TEST(EncodeGraphTest, LimitIsKeptUntilAWriteEnds) {
  Trail run;
  std::unique_ptr<EncodeGraph> graph;
  ASSERT_TRUE(MakeGraph(0, 2, &run, &graph).ok());
  BlockTask tasks[3];
  for (uint64_t i = 0; i < 3; ++i) tasks[i].sequence = i;
  EXPECT_TRUE(graph->TryPut(&tasks[0]));
  // The second waits for the first, which no thread has taken up yet where there is no helper.
  EXPECT_TRUE(graph->TryPut(&tasks[1]));
  const bool third = graph->TryPut(&tasks[2]);
  graph->Help();
  if (!third) {
    EXPECT_EQ(run.written.size(), 2u);
    EXPECT_TRUE(graph->TryPut(&tasks[2]));
    graph->Help();
  }
  EXPECT_EQ(run.written.size(), 3u);
}

// Of two tasks, the first is kept until the second comes.
EncodeGraph::Hooks KeepingHooks() {
  return {[](BlockTask*) {}, [](BlockTask* task) { return task->sequence % 2 == 0 ? 0 : 2; }};
}

void ExpectThatKeptTasksCount(int limit, EncodeGraph* graph) {
  graph->AddStream(0);
  BlockTask tasks[3];
  for (uint64_t i = 0; i < 3; ++i) tasks[i].sequence = i;
  ASSERT_TRUE(graph->TryPut(&tasks[0]));
  graph->Help();
  ASSERT_EQ(graph->TryPut(&tasks[1]), limit > 1);
  graph->Help();
  EXPECT_EQ(graph->TryPut(&tasks[2]), limit > 1);
  graph->Help();
}

TEST(EncodeGraphTest, WhatWriteKeepsCountsForTheLimit) {
  for (const int limit : {1, 2}) {
    std::unique_ptr<EncodeGraph> graph;
    ASSERT_TRUE(EncodeGraph::Create(0, limit, KeepingHooks(), &graph).ok());
    ExpectThatKeptTasksCount(limit, graph.get());
    SerialGraph serial(limit, KeepingHooks());
    ExpectThatKeptTasksCount(limit, &serial);
  }
}

TEST(EncodeGraphTest, HelpersAreClampedByAffinity) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  std::thread([&] {
    ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
    EXPECT_EQ(AffinityProcessors(), 1);
  }).join();
  EXPECT_LE(UsableHelpers(64), std::max(0, UsableProcessors() - 1));
}

TEST(EncodeGraphTest, HelpersAreClampedByAnApplicationsLimit) {
  const tbb::global_control held(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(UsableHelpers(4), 0);
}

TEST(EncodeGraphTest, AnApplicationMayRaiseTheLimit) {
  const tbb::global_control raised(tbb::global_control::max_allowed_parallelism, 9);
  EXPECT_EQ(UsableHelpers(8), 8);
}

// One worker runs our arena, then the application's: there it must look as it did before.
TEST(EncodeGraphTest, WorkersGiveNameAndSignalsBack) {
  const tbb::global_control raised(tbb::global_control::max_allowed_parallelism, 2);
  std::mutex mutex;
  std::set<std::string> ours;
  std::atomic<bool> blocked{true};
  const std::thread::id self = std::this_thread::get_id();
  std::atomic<int> by_workers{0};
  std::unique_ptr<EncodeGraph> graph;
  ASSERT_TRUE(EncodeGraph::Create(1, 1000,
                                  {[&](BlockTask*) {
                                     if (std::this_thread::get_id() == self) return;
                                     const std::lock_guard lock(mutex);
                                     ours.insert(ThreadName());
                                     if (!TermSignalIsBlocked()) blocked = false;
                                     ++by_workers;
                                   },
                                   [](BlockTask*) { return 1; }},
                                  &graph)
                  .ok());
  graph->AddStream(0);
  std::vector<std::unique_ptr<BlockTask>> tasks;
  // Until a worker has come: nobody helps here.
  while (by_workers == 0) {
    tasks.push_back(std::make_unique<BlockTask>());
    tasks.back()->sequence = tasks.size() - 1;
    while (!graph->TryPut(tasks.back().get())) std::this_thread::yield();
  }
  graph->Help();
  graph.reset();
  EXPECT_EQ(ours, std::set<std::string>{"aclprof-encode"});
  EXPECT_TRUE(blocked);

  std::atomic<bool> seen{false};
  std::atomic<bool> good{false};
  tbb::task_arena application(2, 0);
  application.enqueue([&] {
    good = ThreadName() != "aclprof-encode" && !TermSignalIsBlocked();
    seen = true;
  });
  while (!seen) std::this_thread::yield();
  EXPECT_TRUE(good);
}

TEST(ProcessorsTest, QuotaIsRoundedUpToWholeProcessors) {
  EXPECT_EQ(ProcessorsOfQuota("200000 100000"), 2);
  EXPECT_EQ(ProcessorsOfQuota("150000 100000"), 2);
  EXPECT_EQ(ProcessorsOfQuota("50000 100000"), 1);
  EXPECT_EQ(ProcessorsOfQuota("max 100000"), 0);
  EXPECT_EQ(ProcessorsOfQuota("-1 100000"), 0);
  EXPECT_EQ(ProcessorsOfQuota(""), 0);
  EXPECT_EQ(ProcessorsOfQuota("100000 0"), 0);
}

}  // namespace
}  // namespace aclprof
