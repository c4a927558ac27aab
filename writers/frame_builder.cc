#include "writers/frame_builder.h"

#include <algorithm>

#include "base/checksum.h"

namespace aclprof {
namespace {

void AppendText(std::string_view text, Bytes* bytes) {
  const auto length = static_cast<uint16_t>(std::min<size_t>(text.size(), UINT16_MAX));
  AppendValue(bytes, length);
  AppendBytes(bytes, text.data(), length);
}

uint32_t AppendCells(const KindCounts& counts, uint16_t cause, Bytes* body) {
  uint32_t cells = 0;
  for (uint16_t kind = 0; kind < ACLPROFX_KINDS; ++kind) {
    if (counts[kind] == 0) continue;
    AppendValue(body, LedgerCell{kind, cause, 0, counts[kind]});
    ++cells;
  }
  return cells;
}

}  // namespace

size_t BeginFrame(Bytes* bytes) {
  const size_t start = bytes->size();
  bytes->resize(start + sizeof(FrameHead));
  return start;
}

void EndFrame(Bytes* bytes, size_t start, FrameType type, uint16_t flags) {
  const size_t body_bytes = bytes->size() - start - sizeof(FrameHead);
  FrameHead head{kSkippableMagic, static_cast<uint32_t>(bytes->size() - start - kLz4HeadBytes),
                 kTraceTag,       static_cast<uint16_t>(type),
                 flags,           0};
  head.checksum =
      Checksum(bytes->data() + start + sizeof(FrameHead), body_bytes, ChecksumSeed(head));
  Store(bytes->data() + start, head);
}

void AppendHeaderFrame(const FileHeader& header, std::span<const std::string_view> texts,
                       uint16_t flags, Bytes* bytes) {
  const size_t start = BeginFrame(bytes);
  AppendValue(bytes, header);
  for (std::string_view text : texts) AppendText(text, bytes);
  EndFrame(bytes, start, FrameType::kHeader, flags);
}

void AppendClockFrame(std::span<const ClockStamp> stamps, uint16_t flags, Bytes* bytes) {
  const size_t start = BeginFrame(bytes);
  AppendBytes(bytes, stamps.data(), stamps.size_bytes());
  EndFrame(bytes, start, FrameType::kClock, flags);
}

void AppendEndFrame(const FileEnd& end, Bytes* bytes) {
  const size_t start = BeginFrame(bytes);
  AppendValue(bytes, end);
  EndFrame(bytes, start, FrameType::kEnd);
}

void AppendDictionaryEntry(DictionaryRef ref, std::string_view entry, Bytes* body) {
  entry = entry.substr(0, kMaxEntryBytes);
  AppendValue(body, DictionaryEntryHead{static_cast<uint32_t>(ref.space), ref.id,
                                        static_cast<uint32_t>(entry.size())});
  AppendBytes(body, entry.data(), entry.size());
}

void AppendLedgerRow(uint32_t ring_id, const LedgerRow& row, uint64_t dropped_so_far, Bytes* body) {
  const size_t head_at = body->size();
  body->resize(head_at + sizeof(LedgerRowHead));
  uint32_t cells = AppendCells(row.stored, kStoredCell, body);
  for (uint16_t cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause)
    cells += AppendCells(row.dropped[cause], cause, body);
  Store(body->data() + head_at, LedgerRowHead{ring_id, cells, dropped_so_far});
}

void AppendSessionLedger(const Ledger& ledger, Bytes* body) {
  AppendValue(body, LedgerHead{sizeof(LedgerHead), kLedgerOfSession, ledger.aged_out,
                               ledger.loss_markers, ledger.open_ended});
  AppendLedgerRow(0, ledger.unattributed, 0, body);
  for (const auto& [ring, row] : ledger.by_ring) AppendLedgerRow(ring, row, 0, body);
}

}  // namespace aclprof
