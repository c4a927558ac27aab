// What a bad subscriber costs aclmdlExecute: its median and 99th percentile beside those with one that reads. Bad is one that
// never reads, one that closes its end, and one that reads a byte at a time. A pair is four sides, good, bad, bad, good.
//
//   subscribe_latency MODEL INPUT [PAIRS [RUNS]]      by default 20 pairs of 250 runs a side
//
// Each side subscribes the model with a pipe of its own, runs it RUNS times on device 0 and ends the subscription; that
// of one that never reads takes the 2 s after which aclprofModelUnSubscribe gives up. The pipe and the queue behind it hold
// some 17,000 records: with more than that many operators in all, that side drops the rest and counts it.
//
// The model runs on the first processor and the subscriber on the others, where there are any: what one that makes a system
// call for every byte takes away from everybody by being busy is not asked for here.
#include <acl/acl_prof.h>
#include <aclprof/aclprof.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "model_bench.h"
#include "paired_ratios.h"
#include "processor_split.h"

namespace {

// Of one side, in microseconds.
struct Latency {
  double median = 0;
  double p99 = 0;
};

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

// Made before anything is pinned.
const aclprof::ProcessorSplit& TheSplit() {
  static const aclprof::ProcessorSplit split;
  return split;
}

Latency LatencyOf(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times[times.size() * 99 / 100]};
}

int TimeRuns(const ModelBench& bench, Latency* latency) {
  std::vector<double> times;
  for (size_t run = 0; run < bench.runs; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    CHECK(aclmdlExecute(bench.model.model, bench.model.inputs, bench.model.outputs));
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
    times.push_back(time.count());
  }
  *latency = LatencyOf(std::move(times));
  return 0;
}

using Subscriber = void (*)(int fd);

void ReadUntilEnd(int fd) {
  char bytes[4096];
  while (read(fd, bytes, sizeof(bytes)) > 0) {
  }
}

void ReadByByte(int fd) {
  char byte;
  while (read(fd, &byte, 1) > 0) {
  }
}

void ReadNothing(int) {}

struct SubscriberKind {
  const char* what;
  Subscriber read;
  bool closes;
};

constexpr SubscriberKind kBad[] = {
    {"never reads", ReadNothing, false},
    {"closes its end", ReadNothing, true},
    {"reads by the byte", ReadByByte, false},
};
constexpr SubscriberKind kGood = {"reads", ReadUntilEnd, false};

int RunSubscribed(const ModelBench& bench, Pipe* ends, Latency* latency) {
  aclprofSubscribeConfig* config =
      aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, &ends->write_end);
  CHECK(aclprofModelSubscribe(bench.model.model, config));
  if (TimeRuns(bench, latency) != 0) return 1;
  // Its code says whether all was read; the ledger says how much was not.
  static_cast<void>(aclprofModelUnSubscribe(bench.model.model));
  CHECK(aclprofDestroySubscribeConfig(config));
  return 0;
}

int RunSide(const ModelBench& bench, const SubscriberKind& subscriber, Latency* latency) {
  int fds[2];
  if (pipe(fds) != 0) return 1;
  Pipe ends{fds[0], fds[1]};
  if (subscriber.closes) close(ends.read_end);
  std::thread reader([&] {
    TheSplit().PinOther();
    subscriber.read(ends.read_end);
  });
  const int code = RunSubscribed(bench, &ends, latency);
  if (code != 0) close(ends.write_end);
  reader.join();
  if (!subscriber.closes) close(ends.read_end);
  return code;
}

void Print(const char* what, const PairedRatios& ratios) {
  const auto [low, high] = ratios.MedianInterval();
  std::printf("  %s to a good one's   median %.4f, 95 %% interval %.4f .. %.4f\n", what,
              ratios.Median(), low, high);
}

// Of the bad side that was last.
void PrintLedger(const aclprofx_ledger& ledger) {
  std::printf("  emitted %llu = stored %llu + dropped %llu\n",
              static_cast<unsigned long long>(ledger.emitted),
              static_cast<unsigned long long>(ledger.stored),
              static_cast<unsigned long long>(ledger.emitted - ledger.stored));
}

int MeasureOne(const ModelBench& bench, const SubscriberKind& subscriber) {
  PairedRatios medians, p99s;
  aclprofx_ledger ledger{};
  ledger.size_bytes = sizeof(ledger);
  for (size_t pair = 0; pair < bench.pairs; ++pair) {
    Latency good[2], bad[2];
    if (RunSide(bench, kGood, &good[0]) != 0 || RunSide(bench, subscriber, &bad[0]) != 0 ||
        RunSide(bench, subscriber, &bad[1]) != 0) {
      return 1;
    }
    CHECK(aclprofx_subscription_ledger(&ledger));
    if (RunSide(bench, kGood, &good[1]) != 0) return 1;
    medians.Add((bad[0].median + bad[1].median) / (good[0].median + good[1].median));
    p99s.Add((bad[0].p99 + bad[1].p99) / (good[0].p99 + good[1].p99));
  }
  std::printf("one that %s\n", subscriber.what);
  Print("p50", medians);
  Print("p99", p99s);
  PrintLedger(ledger);
  return 0;
}

int Measure(const ModelBench& bench) {
  Latency warm;
  if (RunSide(bench, kGood, &warm) != 0) return 1;
  std::printf("pairs %zu, runs on each side %zu, a run %.1f us\n", bench.pairs, bench.runs,
              warm.median);
  for (const SubscriberKind& subscriber : kBad)
    if (MeasureOne(bench, subscriber) != 0) return 1;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "subscribe_latency MODEL INPUT [PAIRS [RUNS]]\n");
    return 2;
  }
  TheSplit().PinProducer();
  return WithModel(argc, argv, 20, 250, Measure);
}
