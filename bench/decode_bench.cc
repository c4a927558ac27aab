// What reading a trace file's blocks costs: checksum, LZ4 and packing 2, on one core, beside a copy of the decoded
// bytes.
//
// Decode_Copy   the floor: the payloads of all records, from one piece of memory to another.
// Decode_Store  every block of the file into memory of its own: as much memory is written as by the copy.
// Decode_File   every block into the same memory, as readers do.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "bench/ring_blocks.h"
#include "readers/block_decoder.h"
#include "readers/trace_frames.h"

namespace aclprof {
namespace {

constexpr size_t kRecords = 4 << 20;

// The blocks of a file of tasks, with their announcements.
struct EncodedFile {
  Bytes frames;  // one LZ4 frame after the other
  std::vector<BlockRef> blocks;
};

void AppendBlock(const Bytes& ring, EncodedFile* file) {
  EncodedBlock encoded;
  if (!EncodeBlock(SourceOf(ring), &encoded).ok()) return;
  const auto head = Load<FrameHead>(encoded.bytes.data());
  BlockRef ref;
  ref.frame_offset = file->frames.size();
  const size_t front = sizeof(FrameHead) + BodyBytes(head);
  if (!ParseAnnouncement(ByteReader(encoded.bytes.data() + sizeof(head), BodyBytes(head)),
                         &ref.announced)) {
    return;
  }
  AppendBytes(&file->frames, encoded.bytes.data() + front, encoded.bytes.size() - front);
  file->blocks.push_back(std::move(ref));
}

EncodedFile ReferenceFile() {
  ReferenceWorkload workload(1);
  EncodedFile file;
  for (size_t left = kRecords; left > 0;) {
    const size_t records = std::min(left, kRingBlockRecords);
    AppendBlock(RingBlock(&workload, records), &file);
    left -= records;
  }
  return file;
}

const EncodedFile& TheFile() {
  static const EncodedFile file = ReferenceFile();
  return file;
}

void PerRecord(benchmark::State& state, size_t records) {
  state.SetItemsProcessed(static_cast<int64_t>(records));
  state.counters["ns/record"] =
      benchmark::Counter(static_cast<double>(records) * 1e-9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void Decode_Copy(benchmark::State& state) {
  const std::vector<aclprofx_task> tasks = ReferenceWorkload(1).Make(kRecords);
  std::vector<aclprofx_task> copy(tasks.size());
  for (auto _ : state) {
    std::memcpy(copy.data(), tasks.data(), tasks.size() * sizeof(aclprofx_task));
    benchmark::ClobberMemory();
  }
  PerRecord(state, state.iterations() * tasks.size());
}
BENCHMARK(Decode_Copy);

// Calls `decode` for each block of the file; false where one can't be decoded.
template <typename Decode>
bool DecodeAll(const EncodedFile& file, Decode decode) {
  return std::all_of(file.blocks.begin(), file.blocks.end(), [&](const BlockRef& ref) {
    return decode(ref, {file.frames.data() + ref.frame_offset, ref.announced.fixed.frame_bytes})
        .ok();
  });
}

void Decode_File(benchmark::State& state) {
  const EncodedFile& file = TheFile();
  BlockDecoder decoder;
  UnpackedBlock block;
  for (auto _ : state) {
    const bool whole =
        DecodeAll(file, [&](const BlockRef& ref, std::span<const unsigned char> frame) {
          return decoder.UnpackFrame(frame, ref, ~uint64_t{0}, &block);
        });
    if (!whole) return state.SkipWithError("not decoded");
  }
  PerRecord(state, state.iterations() * kRecords);
}
BENCHMARK(Decode_File);

bool AreTheRecords(const std::vector<UnpackedBlock>& blocks) {
  ReferenceWorkload workload(1);
  for (const UnpackedBlock& block : blocks) {
    for (const UnpackedRun& run : block.runs) {
      const std::vector<aclprofx_task> written = workload.Make(run.records);
      if (std::memcmp(block.PayloadAt(run.first_word), written.data(),
                      run.records * sizeof(aclprofx_task)) != 0) {
        return false;
      }
    }
  }
  return true;
}

void Decode_Store(benchmark::State& state) {
  const EncodedFile& file = TheFile();
  BlockDecoder decoder;
  std::vector<UnpackedBlock> blocks(file.blocks.size());
  const auto decode = [&] {
    size_t next = 0;
    return DecodeAll(file, [&](const BlockRef& ref, std::span<const unsigned char> frame) {
      return decoder.UnpackFrame(frame, ref, ~uint64_t{0}, &blocks[next++]);
    });
  };
  if (!decode()) return state.SkipWithError("not decoded");  // and from here on the memory is there
  for (auto _ : state) {
    if (!decode()) return state.SkipWithError("not decoded");
  }
  if (!AreTheRecords(blocks)) return state.SkipWithError("not what was written");
  PerRecord(state, state.iterations() * kRecords);
}
BENCHMARK(Decode_Store);

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
