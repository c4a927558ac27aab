#include "readers/trace_frames.h"

#include "base/checksum.h"

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
  return block->fixed.packed_bytes <= kMaxUnpackedBytes;
}

bool ParseClocks(ByteReader body, std::vector<ClockStamp>* stamps) {
  while (body.left() > 0) {
    if (!body.Read(&stamps->emplace_back())) return stamps->pop_back(), false;
  }
  return true;
}

bool ParseIndex(ByteReader body, std::vector<IndexedBlock>* blocks) {
  while (body.left() > 0) {
    IndexEntryHead head;
    const unsigned char* announcement;
    if (!body.Read(&head) || !body.Take(head.bytes, &announcement)) return false;
    IndexedBlock entry{head.offset, head.bytes, {}};
    if (!ParseAnnouncement(ByteReader(announcement, head.bytes), &entry.block)) return false;
    blocks->push_back(std::move(entry));
  }
  return true;
}

bool ParseEnd(ByteReader body, FileEnd* end) { return body.Read(end); }

bool ParseLedger(ByteReader body, uint32_t* scope, Ledger* ledger) {
  LedgerHead head;
  if (!ReadGrowing(&body, &LedgerHead::head_bytes, &head)) return false;
  *scope = head.scope;
  ledger->aged_out += head.aged_out;
  ledger->loss_markers += head.loss_markers;
  ledger->open_ended += head.open_ended;
  while (body.left() > 0) {
    if (!ReadRow(&body, ledger)) return false;
  }
  return true;
}

bool ParseDictionary(ByteReader body,
                     const std::function<void(DictionaryRef, std::string_view)>& add) {
  while (body.left() > 0) {
    DictionaryEntryHead head;
    std::string_view entry;
    if (!body.Read(&head) || !body.TakeText(head.bytes, &entry)) return false;
    if (head.space < kDictionarySpaces)
      add({static_cast<DictionarySpace>(head.space), head.id}, entry);
  }
  return true;
}

}  // namespace aclprof
