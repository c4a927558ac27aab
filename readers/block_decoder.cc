#include "readers/block_decoder.h"

#include <lz4frame.h>

#include <algorithm>
#include <memory>
#include <string>

#include "base/checksum.h"
#include "format/record_layout.h"

namespace aclprof {
namespace {

struct FreeContext {
  void operator()(LZ4F_dctx* context) const { LZ4F_freeDecompressionContext(context); }
};

std::string Name(const BlockRef& ref) {
  return "block " + std::to_string(ref.announced.fixed.sequence);
}

// Exactly one frame, exactly as long as it was announced to be.
Status Decompress(const Bytes& frame, const BlockRef& ref, Bytes* packed) {
  LZ4F_dctx* raw = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&raw, LZ4F_VERSION))) {
    return Status(StatusCode::kResourceExhausted, "no memory to decompress");
  }
  const std::unique_ptr<LZ4F_dctx, FreeContext> context(raw);
  packed->resize(ref.announced.fixed.packed_bytes);
  size_t made = packed->size();
  size_t used = frame.size();
  const size_t hint = LZ4F_decompress(raw, packed->data(), &made, frame.data(), &used, nullptr);
  if (LZ4F_isError(hint))
    return Status(StatusCode::kDataLoss, Name(ref) + ": LZ4: " + LZ4F_getErrorName(hint));
  if (hint == 0 && made == packed->size() && used == frame.size()) return Status();
  return Status(StatusCode::kDataLoss, Name(ref) + ": not as long as announced");
}

// Where the times of a kind are; fields that a kind lacks are NULL.
struct TimeFields {
  explicit TimeFields(uint16_t kind)
      : start(FieldWithRole(LayoutOf(kind), FieldRole::kStart)),
        duration(FieldWithRole(LayoutOf(kind), FieldRole::kDuration)),
        end(FieldWithRole(LayoutOf(kind), FieldRole::kEnd)) {}
  const Field* start;
  const Field* duration;
  const Field* end;
};

uint64_t EndTicks(const unsigned char* payload, const TimeFields& fields, uint64_t start) {
  if (fields.end != nullptr) return std::max(start, LoadField(payload, *fields.end));
  if (fields.duration == nullptr) return start;
  return start + std::min(LoadField(payload, *fields.duration), UINT64_MAX - start);
}

// The end is converted too, so that one record ends exactly where the next began if their ticks say so.
TimedRecord WithTimes(const UnpackedBlock& block, const UnpackedRecord& record,
                      const TimeFields& fields, const RingClock& clock) {
  const unsigned char* payload = block.Payload(record);
  const uint64_t start_ticks = LoadField(payload, *fields.start);
  const uint64_t end_ticks = EndTicks(payload, fields, start_ticks);
  const Instant start = clock.At(start_ticks);
  return {start, end_ticks == start_ticks ? Span() : clock.At(end_ticks) - start, record};
}

void AddTimes(const RingClock& clock, DecodedBlock* block) {
  block->records.clear();
  block->records.reserve(block->unpacked.records.size());
  uint16_t kind = ACLPROFX_KIND_PAD;
  TimeFields fields(kind);
  for (const UnpackedRecord& record : block->unpacked.records) {
    if (record.kind != kind) fields = TimeFields(kind = record.kind);
    block->records.push_back(WithTimes(block->unpacked, record, fields, clock));
  }
  block->unpacked.records.clear();
}

void SortByStart(std::vector<TimedRecord>* records) {
  const auto earlier = [](const TimedRecord& a, const TimedRecord& b) { return a.start < b.start; };
  if (!std::is_sorted(records->begin(), records->end(), earlier)) {
    std::stable_sort(records->begin(), records->end(), earlier);
  }
}

}  // namespace

size_t DecodedBlock::Bytes() const {
  return unpacked.words.capacity() * sizeof(uint64_t) + records.capacity() * sizeof(TimedRecord);
}

Status ReadPackedBlock(const InputFile& file, const BlockRef& ref, DecodeScratch* scratch) {
  const BlockAnnouncement& announced = ref.announced.fixed;
  if (announced.packing != kPackingColumns) {
    return Status(StatusCode::kUnsupported,
                  Name(ref) + ": packing " + std::to_string(announced.packing));
  }
  Bytes& frame = scratch->frame;
  Status read = file.Read(ref.frame_offset, announced.frame_bytes, &frame);
  if (!read.ok()) return read;
  if (frame.size() != announced.frame_bytes)
    return Status(StatusCode::kDataLoss, Name(ref) + ": cut short");
  if (Checksum(frame.data(), frame.size()) != announced.frame_checksum) {
    return Status(StatusCode::kDataLoss, Name(ref) + ": checksum");
  }
  return Decompress(frame, ref, &scratch->packed);
}

Status DecodeBlock(const InputFile& file, const BlockRef& ref, const RingClock& clock,
                   uint64_t kinds, DecodeScratch* scratch, DecodedBlock* block) {
  Status outcome = ReadPackedBlock(file, ref, scratch);
  if (!outcome.ok()) return outcome;
  outcome = UnpackRecords(scratch->packed, kinds, &block->unpacked);
  if (!outcome.ok()) return Status(outcome.code(), Name(ref) + ": " + outcome.message());
  AddTimes(clock, block);
  SortByStart(&block->records);
  return Status();
}

}  // namespace aclprof
