#include "readers/trace_frames.h"

#include "base/checksum.h"
#include "format/record_layout.h"

namespace aclprof {
namespace {

// Reads a struct that begins with, or has at `size_of`, its own size, and skips what a newer minor added.
template <typename T>
bool ReadGrowing(ByteReader* body, uint32_t T::*size_of, T* value) {
  if (!body->Read(value)) return false;
  const uint32_t size = value->*size_of;
  return size >= sizeof(T) && body->Skip(size - sizeof(T));
}

bool ReadText(ByteReader* body, std::string* text) {
  uint16_t length;
  std::string_view view;
  if (!body->Read(&length) || !body->TakeText(length, &view)) return false;
  *text = view;
  return true;
}

void AddCell(const LedgerCell& cell, LedgerRow* row) {
  if (cell.kind >= ACLPROFX_KINDS) return;  // of a newer minor
  if (cell.cause == kStoredCell) {
    row->stored[cell.kind] += cell.records;
  } else if (cell.cause < ACLPROFX_DROP_CAUSES) {
    row->dropped[cell.cause][cell.kind] += cell.records;
  }
}

bool ReadRow(ByteReader* body, Ledger* ledger) {
  LedgerRowHead head;
  if (!body->Read(&head)) return false;
  LedgerRow row;
  for (uint32_t i = 0; i < head.cells; ++i) {
    LedgerCell cell;
    if (!body->Read(&cell)) return false;
    AddCell(cell, &row);
  }
  (head.ring_id == 0 ? ledger->unattributed : ledger->by_ring[head.ring_id]) += row;
  return true;
}

}  // namespace

uint64_t AnnouncedBlock::Records() const {
  uint64_t records = 0;
  for (const KindCount& count : counts) records += count.records;
  return records;
}

bool AnnouncedBlock::Announces(const KindCounts& by_kind, uint64_t unknown) const {
  KindCounts announced{};
  uint64_t unknown_announced = 0;
  for (const KindCount& count : counts) {
    (IsKnownKind(count.kind) ? announced[count.kind] : unknown_announced) += count.records;
  }
  for (int kind = 0; kind < ACLPROFX_KINDS; ++kind) {
    if (IsKnownKind(static_cast<uint16_t>(kind)) && announced[kind] != by_kind[kind]) return false;
  }
  return unknown_announced == unknown;
}

bool IsOurHead(const FrameHead& head) {
  constexpr uint32_t kSmallest = sizeof(FrameHead) - kLz4HeadBytes;
  return head.skippable_magic == kSkippableMagic && head.tag == kTraceTag &&
         head.size_bytes >= kSmallest && head.size_bytes <= kSmallest + kMaxBodyBytes;
}

bool ChecksumHolds(const FrameHead& head, const unsigned char* body) {
  return Checksum(body, BodyBytes(head), ChecksumSeed(head)) == head.checksum;
}

bool ParseHeader(ByteReader body, TraceHeader* header) {
  if (!ReadGrowing(&body, &FileHeader::head_bytes, &header->fixed)) return false;
  return ReadText(&body, &header->session_id) && ReadText(&body, &header->host_name) &&
         ReadText(&body, &header->process_name) && ReadText(&body, &header->device_name) &&
         ReadText(&body, &header->clock_source) && ReadText(&body, &header->writer);
}

bool ParseAnnouncement(ByteReader body, AnnouncedBlock* block) {
  if (!ReadGrowing(&body, &BlockAnnouncement::head_bytes, &block->fixed)) return false;
  block->counts.clear();
  for (int i = 0; i < block->fixed.kinds; ++i) {
    KindCount count;
    if (!body.Read(&count)) return false;
    block->counts.push_back(count);
  }
  return block->fixed.packed_bytes <= kMaxUnpackedBytes && block->Records() <= kMaxBlockRecords;
}

bool ParseClocks(ByteReader body, std::vector<ClockStamp>* stamps) {
  if (body.left() % sizeof(ClockStamp) != 0) return false;
  while (body.left() > 0) (void)body.Read(&stamps->emplace_back());
  return true;
}

bool ParseIndex(ByteReader body, std::vector<IndexedBlock>* blocks) {
  const size_t before = blocks->size();
  while (body.left() > 0) {
    IndexEntryHead head;
    const unsigned char* announcement;
    IndexedBlock& entry = blocks->emplace_back();
    if (!body.Read(&head) || !body.Take(head.bytes, &announcement) ||
        !ParseAnnouncement(ByteReader(announcement, head.bytes), &entry.block)) {
      blocks->resize(before);
      return false;
    }
    entry.offset = head.offset;
    entry.body_bytes = head.bytes;
  }
  return true;
}

bool ParseEnd(ByteReader body, FileEnd* end) { return body.Read(end); }

bool ParseLedger(ByteReader body, uint32_t* scope, Ledger* ledger) {
  LedgerHead head;
  if (!ReadGrowing(&body, &LedgerHead::head_bytes, &head)) return false;
  Ledger read;
  while (body.left() > 0) {
    if (!ReadRow(&body, &read)) return false;
  }
  *scope = head.scope;
  *ledger += read;
  ledger->aged_out += head.aged_out;
  ledger->loss_markers += head.loss_markers;
  ledger->open_ended += head.open_ended;
  return true;
}

bool ParseDictionary(ByteReader body,
                     const std::function<void(DictionaryRef, std::string_view)>& add) {
  std::vector<std::pair<DictionaryRef, std::string_view>> entries;
  while (body.left() > 0) {
    DictionaryEntryHead head;
    std::string_view entry;
    if (!body.Read(&head) || !body.TakeText(head.bytes, &entry)) return false;
    if (head.space < kDictionarySpaces)
      entries.push_back({{static_cast<DictionarySpace>(head.space), head.id}, entry});
  }
  for (const auto& [ref, entry] : entries) add(ref, entry);
  return true;
}

}  // namespace aclprof
