// process.h: what there is one of in a process: log, registry, collector, pipeline; and the dictionary.
//
// Threads  any.
// Fork     a child gets a new Process with nothing in it; the parent's is left alone there, as its threads and locks are
//          gone. Names and settings stay, since ids that the program has interned must stay good.
// Orders   [G1] Make and ResetInChild store current, release -> Get and Existing load it, acquire: the Process is whole.
// Lifetime leaked on purpose: a destructor of the application may still emit.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/file_system.h"
#include "core/category_names.h"
#include "core/collector.h"
#include "core/event_log.h"
#include "core/host_sampler.h"
#include "core/name_table.h"
#include "core/open_ranges.h"
#include "core/pipeline.h"
#include "core/ring_registry.h"
#include "core/stamp_pool.h"

namespace aclprof {

class Process {
 public:
  static Process& Get() {
    Process* const process = current_.load(std::memory_order_acquire);  // [G1]
    return process != nullptr ? *process : Make();
  }
  // NULL before the first use: what has never been asked for has nothing to say.
  static Process* Existing() { return current_.load(std::memory_order_acquire); }  // [G1]

  // TBB is not to be used there: its threads are gone, and whatever lock they held is held.
  static bool IsForkedChild() { return forked_child_; }

  EventLog log;
  FileSystem* files = FileSystem::Default();  // replaced by tests, before the first session
  uint32_t doorbell = 0;
  RingRegistry registry;
  Collector collector;
  HostSampler sampler;
  StampPool stamps;          // of user marks
  OpenRanges ranges;         // of user marks
  CategoryNames categories;  // of user marks
  std::unique_ptr<Pipeline> pipeline;

 private:
  Process();
  static Process& Make();
  static void ResetInChild();

  static std::atomic<Process*> current_;
  static bool forked_child_;  // set where one thread is left
};

// The dictionary outlives forks.
NameTable& ProcessNames();

}  // namespace aclprof
