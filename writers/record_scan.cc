#include "writers/record_scan.h"

#include <cstring>
#include <string>

#include "base/byte_order.h"
#include "format/record_layout.h"
#include "format/trace_format.h"

namespace aclprof {
namespace {

constexpr size_t kHeadBytes = sizeof(aclprofx_record_header);

Status BadHeader(const BlockSource& source, size_t offset, const aclprofx_record_header& header) {
  return Status(StatusCode::kDataLoss, "ring " + std::to_string(source.ring_id) + " at position " +
                                           std::to_string(source.first_position + offset) +
                                           ": no record can have " +
                                           std::to_string(header.size_bytes) + " bytes");
}

bool Fits(const aclprofx_record_header& header, size_t left) {
  return header.size_bytes >= kHeadBytes && header.size_bytes % 8 == 0 && header.size_bytes <= left;
}

// Generations wrap, so older is a matter of distance.
bool IsOfSession(const BlockSource& source, const aclprofx_record_header& header) {
  return source.any_generation ||
         static_cast<int16_t>(header.generation - source.first_generation) >= 0;
}

// A loss is the session's when a kind that it wants was among what was lost.
bool WantsLoss(const BlockSource& source, const unsigned char* payload, size_t bytes) {
  if (bytes < sizeof(aclprofx_loss)) return true;
  return (Load<aclprofx_loss>(payload).kinds & source.kinds) != 0;
}

// Whether some of the records of this kind belong to the session for what they ran, and some do not.
bool ChoosesAmong(const BlockSource& source, uint16_t kind) {
  return source.ops != nullptr && (kind == ACLPROFX_KIND_TASK || kind == ACLPROFX_KIND_TASK_LINKED);
}

bool WantsTask(const BlockSource& source, const unsigned char* payload, size_t bytes) {
  return bytes < sizeof(aclprofx_task) || source.ops->Has(Load<aclprofx_task>(payload).op);
}

bool Wants(const BlockSource& source, const aclprofx_record_header& header,
           const unsigned char* payload) {
  const size_t payload_bytes = header.size_bytes - kHeadBytes;
  if (header.kind == ACLPROFX_KIND_LOSS) return WantsLoss(source, payload, payload_bytes);
  if (header.kind >= ACLPROFX_KINDS || (source.kinds >> header.kind & 1) == 0) return false;
  return !ChoosesAmong(source, header.kind) || WantsTask(source, payload, payload_bytes);
}

const unsigned char* FilledUp(const unsigned char* payload, size_t bytes, RecordScan* scan) {
  auto& copy = scan->filled_up.emplace_back();
  std::memcpy(copy.data(), payload, bytes);
  return reinterpret_cast<const unsigned char*>(copy.data());
}

RecordRun MakeRun(const aclprofx_record_header& header, const unsigned char* payload,
                  uint32_t records, RecordScan* scan) {
  const size_t payload_bytes = header.size_bytes - kHeadBytes;
  const size_t fixed_bytes = LayoutOf(header.kind).fixed_bytes;
  RecordRun run{payload, header.size_bytes, records, header.kind, header.flags, 0};
  if (payload_bytes < fixed_bytes)
    run.payload = FilledUp(payload, payload_bytes, scan);
  else
    run.tail_words = static_cast<uint16_t>((payload_bytes - fixed_bytes) / 8);
  return run;
}

// Headers say all that must be known of a record, so the next ones with the same need no look: but of losses, of those
// that need a copy, and of those that are chosen one by one.
bool MayRun(const BlockSource& source, const aclprofx_record_header& header) {
  return header.kind != ACLPROFX_KIND_LOSS && !ChoosesAmong(source, header.kind) &&
         header.size_bytes - kHeadBytes >= LayoutOf(header.kind).fixed_bytes;
}

// How many records with this one's header begin here, one behind the other. Four are looked at together, as they are
// hardly ever different.
uint32_t CountSame(const unsigned char* first, size_t left, size_t record_bytes) {
  const auto header = Load<uint64_t>(first);
  const auto differs = [&](size_t record) {
    return Load<uint64_t>(first + record * record_bytes) ^ header;
  };
  const size_t most = left / record_bytes;
  size_t count = 1;
  while (count + 4 <= most &&
         (differs(count) | differs(count + 1) | differs(count + 2) | differs(count + 3)) == 0)
    count += 4;
  while (count < most && differs(count) == 0) ++count;
  return static_cast<uint32_t>(count);
}

// Calls visit(header, payload, records) for every run that belongs to the session.
template <typename Visit>
Status ForEachRun(const BlockSource& source, uint64_t* excluded, Visit visit) {
  size_t offset = 0;
  while (offset < source.bytes) {
    const size_t left = source.bytes - offset;
    if (left < kHeadBytes) return BadHeader(source, offset, {});
    const unsigned char* const record = source.records + offset;
    const auto header = Load<aclprofx_record_header>(record);
    if (!Fits(header, left)) return BadHeader(source, offset, header);
    uint32_t records = 1;
    if (header.kind != ACLPROFX_KIND_PAD) {
      if (MayRun(source, header)) records = CountSame(record, left, header.size_bytes);
      if (IsOfSession(source, header) && Wants(source, header, record + kHeadBytes)) {
        visit(header, record + kHeadBytes, records);
      } else {
        *excluded += records;
      }
    }
    offset += size_t{records} * header.size_bytes;
  }
  return Status();
}

}  // namespace

Status ScanRecords(const BlockSource& source, RecordScan* scan) {
  return ForEachRun(
      source, &scan->excluded,
      [&](const aclprofx_record_header& header, const unsigned char* payload, uint32_t records) {
        scan->counts[header.kind] += records;
        scan->runs.push_back(MakeRun(header, payload, records, scan));
      });
}

Status CountRecords(const BlockSource& source, KindCounts* counts) {
  *counts = {};
  uint64_t excluded = 0;
  return ForEachRun(source, &excluded,
                    [&](const aclprofx_record_header& header, const unsigned char*,
                        uint32_t records) { (*counts)[header.kind] += records; });
}

}  // namespace aclprof
