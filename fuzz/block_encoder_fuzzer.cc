// block_encoder_fuzzer.cc: the bytes of a ring. What is new here: another process may have scribbled over them; and
// what the encoder takes, the reader must give back, byte for byte.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "format/record_layout.h"
#include "format/trace_format.h"
#include "readers/record_unpacker.h"
#include "tests/support/unpacked_records.h"
#include "writers/record_packer.h"

namespace {

using namespace aclprof;

// Lengths inside of records are kept inside by the reader, so records with one may differ there.
bool HasInnerLength(uint16_t kind) {
  return FieldWithRole(LayoutOf(kind), FieldRole::kTailBytes) != nullptr ||
         FieldWithRole(LayoutOf(kind), FieldRole::kTailWords) != nullptr;
}

bool Differs(const RecordRun& run, const unsigned char* payload, const UnpackedRecord& record) {
  const size_t bytes = LayoutOf(run.kind).fixed_bytes + size_t{run.tail_words} * 8;
  if (record.kind != run.kind || record.flags != run.flags || record.payload.size() != bytes)
    return true;
  return !HasInnerLength(run.kind) && memcmp(record.payload.data(), payload, bytes) != 0;
}

void Compare(const RecordScan& scan, const std::vector<UnpackedRecord>& records) {
  size_t next = 0;
  for (const RecordRun& run : scan.runs) {
    for (size_t i = 0; i < run.records && IsKnownKind(run.kind); ++i)
      if (Differs(run, run.Payload(i), records.at(next++))) std::abort();
  }
  if (next != records.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  BlockSource source;
  source.records = data;
  source.bytes = size;
  source.ring_id = 1;
  source.kinds = ~uint64_t{0};
  EncodedBlock encoded;
  KindCounts counts;
  const bool taken = EncodeBlock(source, &encoded).ok();
  if (taken != CountRecords(source, &counts).ok()) std::abort();
  if (!taken) return 0;
  RecordScan scan;
  if (!ScanRecords(source, &scan).ok()) std::abort();
  std::vector<RecordRun> sorted;
  const std::vector<RecordGroup> groups = GroupByKind(scan, &sorted);
  Bytes packed;
  RecordFacts facts;
  PackRecords(scan, groups, &packed, &facts);
  UnpackedBlock block;
  if (!RecordUnpacker().Unpack(packed, ~uint64_t{0}, &block).ok()) std::abort();
  Compare(scan, RecordsOf(block));
  return 0;
}
