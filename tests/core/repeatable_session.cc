// A program for determinism_test: one session over the pipeline, with as many encoders as it is told.
//
//     repeatable_session BASE ENCODERS HOST_THREADS
//
// Two devices and the host emit; host threads beside the first stamp their records themselves. Ends with 1 when fewer
// threads than asked for encode.
#include <dlfcn.h>
#include <lz4.h>
#include <oneapi/tbb/global_control.h>

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <latch>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "aclprof/producer.h"
#include "core/pipeline.h"
#include "core/settings.h"

namespace {

using namespace aclprof;

constexpr uint64_t kRecordsOfADevice = 30000;
constexpr uint64_t kRecordsOfAThread = 4000;

// Holds encoders up until as many as were asked for are at it together.
class Encoders {
 public:
  void Arrive() {
    std::unique_lock lock(mutex_);
    threads_.insert(std::this_thread::get_id());
    if (threads_.size() >= wanted_) all_there_.notify_all();
    all_there_.wait(lock, [this] { return threads_.size() >= wanted_; });
  }
  void Want(size_t threads) { wanted_ = threads; }
  size_t seen() {
    const std::lock_guard lock(mutex_);
    return threads_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_there_;
  size_t wanted_ = 1;
  std::set<std::thread::id> threads_;
};

Encoders encoders;

template <typename Record>
void Emit(aclprofx_ring* ring, uint16_t kind, const Record& record) {
  void* const payload = aclprofx_begin(ring, kind, sizeof(record));
  if (payload == nullptr) std::abort();
  std::memcpy(payload, &record, sizeof(record));
  aclprofx_commit(ring);
}

aclprofx_ring* OpenDevice(int32_t id) {
  aclprofx_producer_options options{};
  options.size_bytes = sizeof(options);
  options.device_id = id;
  options.name = "repeatable";
  options.policy = -1;
  aclprofx_ring* ring = nullptr;
  if (aclprofx_open_producer(&options, &ring) != 0) std::abort();
  return ring;
}

void EmitCall(uint64_t start, uint32_t name, uint32_t thread) {
  const aclprofx_api call{start, 700, start / 1000, name, 0, 0, thread, ACLPROFX_LEVEL_ACL, 0, 0};
  Emit(aclprofx_host_ring(ACLPROFX_KIND_API), ACLPROFX_KIND_API, call);
}

// Everything that the program's own thread emits, stamped by the library's clock.
void EmitFromOneThread(const std::vector<aclprofx_ring*>& devices, uint32_t name) {
  for (uint32_t i = 0; i < kRecordsOfADevice; ++i) {
    for (aclprofx_ring* device : devices) {
      const aclprofx_task task{aclprofx_ticks(), 100 + i % 7, i % 3, i, 0, 0, 0};
      Emit(device, ACLPROFX_KIND_TASK, task);
    }
    if (i % 10 == 0) EmitCall(aclprofx_ticks(), name, 1);
  }
}

// Others have stamps of their own: whoever asks a clock first gets the earlier time.
void EmitFromMoreThreads(int threads, uint32_t name) {
  std::vector<std::thread> running;
  std::latch all_have_rings(threads);
  for (int t = 0; t < threads; ++t) {
    std::latch has_ring(1);
    running.emplace_back([&, t] {
      (void)aclprofx_host_ring(ACLPROFX_KIND_API);
      has_ring.count_down();
      all_have_rings.arrive_and_wait();
      for (uint64_t i = 0; i < kRecordsOfAThread; ++i)
        EmitCall(1000000 * i + 10 * static_cast<uint64_t>(t), name, static_cast<uint32_t>(t + 2));
    });
    has_ring.wait();  // rings are made in the order of the threads
  }
  for (std::thread& thread : running) thread.join();
}

Settings SettingsFor(uint32_t helpers) {
  Settings settings = GetSettings();
  settings.policy = ACLPROFX_POLICY_BLOCK;
  settings.wait_bound_ns = 0;
  settings.block_bytes = 16u << 10;
  settings.max_file_bytes = 200u << 10;
  settings.max_file_age_ns = 20000000;
  settings.helpers = helpers;
  // Encoders that wait for each other are no disk that stalls.
  settings.write_stall_ns = kMostWaitNs;
  return settings;
}

}  // namespace

// In front of the library's: what every encoder calls for every block.
int LZ4_compress_fast(const char* from, char* to, int bytes, int room, int acceleration) {
  static const auto real =
      reinterpret_cast<decltype(&LZ4_compress_fast)>(dlsym(RTLD_NEXT, "LZ4_compress_fast"));
  encoders.Arrive();
  return real(from, to, bytes, room, acceleration);
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const auto helpers = static_cast<uint32_t>(std::atoi(argv[2]));
  const tbb::global_control raised(tbb::global_control::max_allowed_parallelism, helpers + 64);
  encoders.Want(helpers);
  if (!SetSettings(SettingsFor(helpers)).ok()) return 2;
  const uint32_t name = aclprofx_intern("aclrtMalloc", 11);
  const std::vector<aclprofx_ring*> devices = {OpenDevice(0), OpenDevice(1)};
  SessionOptions options;
  options.base_directory = argv[1];
  options.devices = {0, 1};
  options.kinds = 1u << ACLPROFX_KIND_TASK | 1u << ACLPROFX_KIND_API;
  options.mode = "api";
  std::shared_ptr<Session> session;
  if (!Pipeline::Get().Start(options, &session).ok()) return 2;
  EmitFromOneThread(devices, name);
  EmitFromMoreThreads(std::atoi(argv[3]) - 1, name);
  const StopOutcome outcome = Pipeline::Get().Stop(session);
  for (aclprofx_ring* device : devices) aclprofx_close_producer(device);
  Pipeline::Get().Shutdown();
  return outcome == StopOutcome::kWhole && encoders.seen() >= helpers ? 0 : 1;
}
