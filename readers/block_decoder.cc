#include "readers/block_decoder.h"

#include <algorithm>
#include <string>

#include "base/checksum.h"
#include "format/record_layout.h"

namespace aclprof {
namespace {

std::string Name(const BlockRef& ref) {
  return "block " + std::to_string(ref.announced.fixed.sequence);
}

Status Broken(const BlockRef& ref, const std::string& what) {
  return Status(StatusCode::kDataLoss, Name(ref) + ": " + what);
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

Span Between(FineTime start, FineTime end) {
  const uint32_t borrow =
      end.attos < start.attos;  // as often as not: a product costs less than a branch
  return FromNanosAndAttos<Span>(end.ns - start.ns - borrow,
                                 end.attos + borrow * kAttosPerNano - start.attos);
}

// The end is converted too, so that one record ends exactly where the next began if their ticks say so.
void AddTimes(const UnpackedRun& run, MomentReader* clock, DecodedBlock* block) {
  const TimeFields fields(run.kind);
  uint32_t word = run.first_word;
  for (uint32_t i = 0; i < run.records; ++i, word += run.payload_bytes / sizeof(uint64_t)) {
    const unsigned char* payload = block->unpacked.PayloadAt(word);
    const uint64_t start_ticks = LoadField(payload, *fields.start);
    const uint64_t end_ticks = EndTicks(payload, fields, start_ticks);
    const FineTime start = clock->At(start_ticks);
    const Span duration = end_ticks == start_ticks ? Span() : Between(start, clock->At(end_ticks));
    block->records.push_back(
        {start.ToInstant(), duration, word, run.payload_bytes, run.kind, run.flags});
  }
}

void KeepInside(const TimeWindow& window, std::vector<TimedRecord>* records) {
  std::erase_if(*records, [&](const TimedRecord& record) {
    return !window.Overlaps(record.start, record.start + record.duration);
  });
}

void SortByStart(std::vector<TimedRecord>* records) {
  const auto earlier = [](const TimedRecord& a, const TimedRecord& b) { return a.start < b.start; };
  if (!std::is_sorted(records->begin(), records->end(), earlier)) {
    std::stable_sort(records->begin(), records->end(), earlier);
  }
}

}  // namespace

size_t DecodedBlock::Bytes() const {
  return unpacked.words.capacity() * sizeof(uint64_t) +
         unpacked.runs.capacity() * sizeof(UnpackedRun) + records.capacity() * sizeof(TimedRecord);
}

Status BlockDecoder::UnpackFrame(std::span<const unsigned char> frame, const BlockRef& ref,
                                 uint64_t kinds, UnpackedBlock* block) {
  if (Checksum(frame.data(), frame.size()) != ref.announced.fixed.frame_checksum)
    return Broken(ref, "checksum");
  std::span<const unsigned char> packed;
  Status outcome = content_.Take(frame, ref.announced.fixed.packed_bytes, &packed);
  if (outcome.ok()) outcome = unpacker_.Unpack(packed, kinds, block);
  if (!outcome.ok()) return Status(outcome.code(), Name(ref) + ": " + outcome.message());
  if (!ref.announced.Announces(block->counts, block->unknown))
    return Broken(ref, "its records are not those announced");
  return Status();
}

Status BlockDecoder::Unpack(const InputFile& file, const BlockRef& ref, uint64_t kinds,
                            UnpackedBlock* block) {
  const BlockAnnouncement& announced = ref.announced.fixed;
  if (announced.packing != kPackingColumns) {
    return Status(StatusCode::kUnsupported,
                  Name(ref) + ": packing " + std::to_string(announced.packing));
  }
  Status read = file.Read(ref.frame_offset, announced.frame_bytes, &frame_);
  if (!read.ok()) return read;
  if (frame_.size() != announced.frame_bytes) return Broken(ref, "cut short");
  return UnpackFrame(frame_, ref, kinds, block);
}

Status BlockDecoder::Decode(const InputFile& file, const BlockRef& ref, const RingClock& clock,
                            const RecordFilter& filter, DecodedBlock* block) {
  Status outcome = Unpack(file, ref, filter.kinds, &block->unpacked);
  if (!outcome.ok()) return outcome;
  block->records.clear();
  block->records.reserve(block->unpacked.Records());
  MomentReader moments(clock);
  for (const UnpackedRun& run : block->unpacked.runs) AddTimes(run, &moments, block);
  if (filter.window) KeepInside(*filter.window, &block->records);
  SortByStart(&block->records);
  return outcome;
}

}  // namespace aclprof
