// What packing and unpacking a block costs, beside a copy of its bytes, and how small it gets.

#include <benchmark/benchmark.h>
#include <lz4frame.h>

#include <cstring>

#include "bench/reference_workload.h"
#include "format/trace_format.h"
#include "readers/record_unpacker.h"
#include "writers/block_encoder.h"
#include "writers/record_packer.h"

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

void PerRecord(benchmark::State& state, size_t records) {
  state.SetItemsProcessed(static_cast<int64_t>(records));
  state.counters["ns/record"] =
      benchmark::Counter(static_cast<double>(records) * 1e-9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void BM_Copy(benchmark::State& state) {
  ReferenceWorkload workload(1);
  const auto tasks = workload.Make(4 << 20);
  std::vector<aclprofx_task> copy(tasks.size());
  for (auto _ : state) {
    std::memcpy(copy.data(), tasks.data(), tasks.size() * sizeof(aclprofx_task));
    benchmark::ClobberMemory();
  }
  PerRecord(state, state.iterations() * tasks.size());
}
BENCHMARK(BM_Copy);

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
  PerRecord(state, records);
  state.counters["bytes/record"] = static_cast<double>(bytes) / static_cast<double>(records);
}
BENCHMARK(BM_Encode);

Bytes PackedOf(const Bytes& ring) {
  RecordScan scan;
  std::vector<RecordRef> sorted;
  Bytes packed;
  if (!ScanRecords(SourceOf(ring), &scan).ok()) return packed;
  RecordFacts facts;
  PackRecords(scan, GroupByKind(scan, &sorted), &packed, &facts);
  return packed;
}

void BM_Unpack(benchmark::State& state) {
  std::vector<Bytes> packed;
  for (const Bytes& ring : RingBlocks()) packed.push_back(PackedOf(ring));
  RecordUnpacker unpacker;
  UnpackedBlock block;
  size_t next = 0, records = 0;
  for (auto _ : state) {
    if (!unpacker.Unpack(packed[next++ % packed.size()], ~uint64_t{0}, &block).ok())
      return state.SkipWithError("not unpacked");
    records += block.counts[ACLPROFX_KIND_TASK];
  }
  PerRecord(state, records);
}
BENCHMARK(BM_Unpack);

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
