// What encoding a block costs, and how small it gets. Decoding: decode_bench.cc.

#include <benchmark/benchmark.h>

#include "base/byte_order.h"
#include "bench/reference_workload.h"
#include "writers/block_encoder.h"

namespace aclprof {
namespace {

constexpr size_t kBlockBytes = 64 * 1024;

// A block of a ring full of tasks, as a collector finds it.
Bytes RingBlock(ReferenceWorkload* workload) {
  Bytes ring;
  while (ring.size() + 40 <= kBlockBytes) {
    AppendValue(&ring, aclprofx_record_header{40, ACLPROFX_KIND_TASK, 0, 1});
    AppendValue(&ring, workload->Next());
  }
  return ring;
}

std::vector<Bytes> RingBlocks() {
  ReferenceWorkload workload(1);
  std::vector<Bytes> blocks(64);
  for (Bytes& block : blocks) block = RingBlock(&workload);
  return blocks;
}

BlockSource SourceOf(const Bytes& ring) {
  BlockSource source;
  source.records = ring.data();
  source.bytes = ring.size();
  source.ring_id = 1;
  source.kinds = uint64_t{1} << ACLPROFX_KIND_TASK;
  source.any_generation = true;
  return source;
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
