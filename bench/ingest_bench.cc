// How many records a second go from producers to a file without loss, and what processor time that takes: through the
// whole pipeline, and through the least that can do it (bench/fused_sink.h). Both are loaded in the same way.
//
// ms: how long is measured, behind a warm-up of a tenth.

#include <benchmark/benchmark.h>

#include "bench/burst_pace.h"
#include "bench/fused_sink.h"
#include "bench/processor_split.h"
#include "devices/load/load_emitter.h"
#include "devices/load/load_session.h"

namespace aclprof {
namespace {

LoadOptions OptionsOf(const benchmark::State& state, const ProcessorSplit& split) {
  LoadOptions options;
  options.run_ns = state.range(0) * 1000000;
  options.warm_up_ns = options.run_ns / 10;
  options.processors = split.producers();
  return options;
}

void Report(benchmark::State& state, const LoadMeasure& load) {
  state.SetIterationTime(load.seconds);
  state.counters["mrps"] = load.RecordsPerSecond() / 1e6;
  state.counters["cpu_s_per_mrec"] = load.CpuSecondsPerMillion();
  state.counters["fed"] = static_cast<double>(load.fed);
}

void BM_Ingest_Fused(benchmark::State& state) {
  const BenchDirectory directory("ingest_bench");
  const ProcessorSplit split;
  std::unique_ptr<FusedSink> sink;
  if (const Status opened = FusedSink::Open(directory.path() + "/fused", &sink); !opened.ok())
    return state.SkipWithError(opened.message().c_str());
  for (auto _ : state)
    Report(state, EmitLoad({sink->ring()}, WorkloadPool(1), OptionsOf(state, split)));
  sink->Close();
  if (sink->failures() != 0) state.SkipWithError("not written");
}

void BM_Ingest_Session(benchmark::State& state) {
  const auto producers = static_cast<int>(state.range(1));
  const BenchDirectory directory("ingest_bench");
  const ProcessorSplit split(static_cast<size_t>(producers));
  WorkloadPool pool(1);
  LoadSession session;
  LoadShape shape;
  shape.producers = shape.devices = producers;
  if (const Status begun = session.Begin(directory.path(), shape); !begun.ok())
    return state.SkipWithError(begun.message().c_str());
  split.PinOthers();
  uint64_t fed = 0;
  for (auto _ : state) {
    const LoadMeasure load = EmitLoad(session.rings(), pool, OptionsOf(state, split));
    Report(state, load);
    fed += load.fed;
  }
  LoadOutcome outcome;
  if (const Status ended = session.End(&outcome); !ended.ok())
    return state.SkipWithError(ended.message().c_str());
  const bool exact = outcome.ledger.emitted == fed &&
                     outcome.ledger.emitted == outcome.ledger.stored + outcome.Dropped();
  state.counters["dropped"] = static_cast<double>(outcome.Dropped());
  state.counters["ledger_exact"] = exact ? 1 : 0;
  if (!exact) state.SkipWithError("the ledger is not exact");
}

BENCHMARK(BM_Ingest_Fused)->ArgName("ms")->Arg(20)->Arg(1000)->Iterations(1)->UseManualTime();
BENCHMARK(BM_Ingest_Session)
    ->ArgNames({"ms", "producers"})
    ->ArgsProduct({{20, 1000}, {1, 8}})
    ->Iterations(1)
    ->UseManualTime();

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
