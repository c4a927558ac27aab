#include "writers/record_scan.h"

#include <cstring>
#include <string>

#include "base/byte_order.h"
#include "format/record_layout.h"
#include "format/trace_format.h"

namespace aclprof {
namespace {

constexpr size_t kHeadBytes = sizeof(aclprofx_record_header);
constexpr size_t kSmallestRecord =
    2 * kHeadBytes;  // a header and a word, the least a useful record has

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

bool Wants(const BlockSource& source, const aclprofx_record_header& header,
           const unsigned char* payload) {
  if (header.kind == ACLPROFX_KIND_LOSS)
    return WantsLoss(source, payload, header.size_bytes - kHeadBytes);
  return header.kind < ACLPROFX_KINDS && (source.kinds >> header.kind & 1) != 0;
}

const unsigned char* FilledUp(const unsigned char* payload, size_t bytes, RecordScan* scan) {
  auto& copy = scan->filled_up.emplace_back();
  std::memcpy(copy.data(), payload, bytes);
  return reinterpret_cast<const unsigned char*>(copy.data());
}

RecordRef MakeRef(const aclprofx_record_header& header, const unsigned char* payload,
                  RecordScan* scan) {
  const size_t payload_bytes = header.size_bytes - kHeadBytes;
  const size_t fixed_bytes = LayoutOf(header.kind).fixed_bytes;
  if (payload_bytes < fixed_bytes)
    return {FilledUp(payload, payload_bytes, scan), header.kind, header.flags, 0};
  return {payload, header.kind, header.flags,
          static_cast<uint16_t>((payload_bytes - fixed_bytes) / 8)};
}

// Calls visit(header, payload) for every record that belongs to the session.
template <typename Visit>
Status ForEachRecord(const BlockSource& source, uint64_t* excluded, Visit visit) {
  size_t offset = 0;
  while (offset < source.bytes) {
    if (source.bytes - offset < kHeadBytes) return BadHeader(source, offset, {});
    const auto header = Load<aclprofx_record_header>(source.records + offset);
    if (!Fits(header, source.bytes - offset)) return BadHeader(source, offset, header);
    const unsigned char* const payload = source.records + offset + kHeadBytes;
    if (header.kind != ACLPROFX_KIND_PAD) {
      if (IsOfSession(source, header) && Wants(source, header, payload)) {
        visit(header, payload);
      } else {
        ++*excluded;
      }
    }
    offset += header.size_bytes;
  }
  return Status();
}

}  // namespace

Status ScanRecords(const BlockSource& source, RecordScan* scan) {
  scan->records.reserve(source.bytes / kSmallestRecord);
  return ForEachRecord(source, &scan->excluded,
                       [&](const aclprofx_record_header& header, const unsigned char* payload) {
                         ++scan->counts[header.kind];
                         scan->records.push_back(MakeRef(header, payload, scan));
                       });
}

Status CountRecords(const BlockSource& source, KindCounts* counts) {
  *counts = {};
  uint64_t excluded = 0;
  return ForEachRecord(source, &excluded,
                       [&](const aclprofx_record_header& header, const unsigned char*) {
                         ++(*counts)[header.kind];
                       });
}

}  // namespace aclprof
