#include "writers/ledger_frames.h"

namespace aclprof {
namespace {

uint32_t AppendCells(const KindCounts& counts, uint16_t cause, Bytes* body) {
  uint32_t cells = 0;
  for (uint16_t kind = 0; kind < ACLPROFX_KINDS; ++kind) {
    if (counts[kind] == 0) continue;
    AppendValue(body, LedgerCell{kind, cause, 0, counts[kind]});
    ++cells;
  }
  return cells;
}

void AppendRow(uint32_t ring_id, const LedgerRow& row, uint64_t dropped_so_far, Bytes* body) {
  const size_t head_at = body->size();
  body->resize(head_at + sizeof(LedgerRowHead));
  uint32_t cells = AppendCells(row.stored, kStoredCell, body);
  for (uint16_t cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause)
    cells += AppendCells(row.dropped[cause], cause, body);
  Store(body->data() + head_at, LedgerRowHead{ring_id, cells, dropped_so_far});
}

}  // namespace

LedgerFrames::LedgerFrames(const LedgerHead& head, Bytes* bytes)
    : frames_(FrameType::kLedger, 0, bytes), scope_(head.scope), bytes_(bytes) {
  frames_.MakeRoom();
  AppendValue(bytes_, head);
}

void LedgerFrames::AddRow(uint32_t ring_id, const LedgerRow& row, uint64_t dropped_so_far) {
  if (frames_.MakeRoom()) AppendValue(bytes_, LedgerHead{sizeof(LedgerHead), scope_, 0, 0, 0});
  AppendRow(ring_id, row, dropped_so_far, bytes_);
}

void AppendSessionLedger(const Ledger& ledger, Bytes* bytes) {
  LedgerFrames frames({sizeof(LedgerHead), kLedgerOfSession, ledger.aged_out, ledger.loss_markers,
                       ledger.open_ended},
                      bytes);
  frames.AddRow(0, ledger.unattributed, 0);
  for (const auto& [ring, row] : ledger.by_ring) frames.AddRow(ring, row, 0);
  frames.End();
}

}  // namespace aclprof
