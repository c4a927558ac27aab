// What encoding a block costs, and how small it gets. Decoding: decode_bench.cc.

#include <benchmark/benchmark.h>

#include <vector>

#include "bench/ring_blocks.h"

namespace aclprof {
namespace {

std::vector<Bytes> RingBlocks() {
  ReferenceWorkload workload(1);
  std::vector<Bytes> blocks(64);
  for (Bytes& block : blocks) block = RingBlock(&workload, kRingBlockRecords);
  return blocks;
}

void BM_Encode(benchmark::State& state) {
  const std::vector<Bytes> blocks = RingBlocks();
  EncodedBlock encoded;
  size_t next = 0, records = 0, bytes = 0;
  for (auto _ : state) {
    const Bytes& ring = blocks[next++ % blocks.size()];
    if (!EncodeBlock(SourceOf(ring), &encoded).ok()) return state.SkipWithError("not encoded");
    records += encoded.counts[ACLPROFX_KIND_TASK];
    bytes += encoded.bytes.size();
  }
  state.SetItemsProcessed(static_cast<int64_t>(records));
  state.counters["bytes/record"] = static_cast<double>(bytes) / static_cast<double>(records);
}
BENCHMARK(BM_Encode);

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
