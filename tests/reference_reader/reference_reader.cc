#include "tests/reference_reader/reference_reader.h"

#include <lz4frame.h>
#include <xxhash.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace aclprof {
namespace {

using Span = std::span<const unsigned char>;

// Takes structs and texts from the front of a body; what is not there is nothing.
class Body {
 public:
  explicit Body(Span bytes) : bytes_(bytes) {}
  size_t left() const { return bytes_.size(); }

  std::optional<Span> Take(uint64_t bytes) {
    if (bytes > bytes_.size()) return {};
    const Span taken = bytes_.first(bytes);
    bytes_ = bytes_.subspan(bytes);
    return taken;
  }
  // A struct that carries its size is as long as that says.
  template <typename T>
  std::optional<T> Take() {
    if (bytes_.size() < sizeof(T)) return {};
    const T value = Load<T>(bytes_.data());
    size_t bytes = sizeof(T);
    if constexpr (requires { value.head_bytes; }) bytes = value.head_bytes;
    if (bytes < sizeof(T) || !Take(bytes)) return {};
    return value;
  }
  std::optional<std::string> TakeText(uint64_t bytes) {
    const auto taken = Take(bytes);
    if (!taken) return {};
    return std::string(taken->begin(), taken->end());
  }

 private:
  Span bytes_;
};

std::optional<FrameHead> HeadAt(Span bytes, uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(FrameHead)) return {};
  const auto head = Load<FrameHead>(bytes.data() + offset);
  constexpr uint32_t kLeast = sizeof(FrameHead) - kLz4HeadBytes;
  if (head.skippable_magic != kSkippableMagic || head.tag != kTraceTag) return {};
  if (head.size_bytes < kLeast || head.size_bytes - kLeast > kMaxBodyBytes) return {};
  return head;
}

struct Frame {
  uint64_t offset;
  FrameHead head;
  Span body;
  uint64_t end() const { return offset + sizeof(FrameHead) + body.size(); }
  FrameType type() const { return static_cast<FrameType>(head.type); }
  bool repeated() const { return (head.flags & kFrameRepeated) != 0; }
};

std::optional<Frame> FrameAt(Span bytes, uint64_t offset) {
  const auto head = HeadAt(bytes, offset);
  if (!head || head->size_bytes > bytes.size() - offset - kLz4HeadBytes) return {};
  const Span body = bytes.subspan(offset + sizeof(FrameHead),
                                  head->size_bytes + kLz4HeadBytes - sizeof(FrameHead));
  const uint64_t seed = head->size_bytes | uint64_t{head->type} << 32 | uint64_t{head->flags} << 48;
  if (XXH3_64bits_withSeed(body.data(), body.size(), seed) != head->checksum) return {};
  return Frame{offset, *head, body};
}

// Frames of other tools that LZ4 skips: 0 where there is none. With our tag it is ours, and damaged.
uint64_t EndOfForeignFrame(Span bytes, uint64_t offset) {
  if (bytes.size() - offset < kLz4HeadBytes) return 0;
  const auto magic = Load<uint32_t>(bytes.data() + offset);
  const uint64_t end = offset + kLz4HeadBytes + Load<uint32_t>(bytes.data() + offset + 4);
  const bool skippable = magic >> 4 == kSkippableMagic >> 4 && magic != kSkippableMagic;
  const bool tagged = bytes.size() - offset >= kLz4HeadBytes + sizeof(kTraceTag) &&
                      Load<uint32_t>(bytes.data() + offset + kLz4HeadBytes) == kTraceTag;
  return skippable && !tagged && end <= bytes.size() ? end : 0;
}

std::optional<ReferenceHeader> ParseHeader(Body body) {
  const auto head = body.Take<FileHeader>();
  if (!head) return {};
  ReferenceHeader header{*head, {}};
  for (std::string& text : header.texts) {
    const auto length = body.Take<uint16_t>();
    const auto bytes = length ? body.TakeText(*length) : std::nullopt;
    if (!bytes) return {};
    text = *bytes;
  }
  return header;
}

uint64_t RecordsOf(const ReferenceBlock& block) {
  uint64_t records = 0;
  for (const KindCount& count : block.counts) records += count.records;
  return records;
}

std::optional<ReferenceBlock> ParseAnnouncement(Span bytes, uint64_t frame_offset) {
  Body body(bytes);
  const auto head = body.Take<BlockAnnouncement>();
  if (!head || head->packed_bytes > kMaxUnpackedBytes) return {};
  ReferenceBlock block{frame_offset, *head, {}, {}, false};
  for (int i = 0; i < head->kinds; ++i) {
    const auto count = body.Take<KindCount>();
    if (!count) return {};
    block.counts.push_back(*count);
  }
  if (RecordsOf(block) > kMaxBlockRecords) return {};
  return block;
}

// An entry of another name space says nothing, and neither does one too short for its struct.
bool SaysSomething(const DictionaryEntryHead& entry) {
  if (entry.space >= kDictionarySpaces) return false;
  const auto space = static_cast<DictionarySpace>(entry.space);
  if (space == DictionarySpace::kOp) return entry.bytes >= sizeof(OpEntry);
  if (space == DictionarySpace::kRing) return entry.bytes >= sizeof(RingEntry);
  return true;
}

void AddCell(const LedgerCell& cell, LedgerRow* row) {
  if (cell.kind >= ACLPROFX_KINDS) return;
  if (cell.cause == kStoredCell) row->stored[cell.kind] += cell.records;
  if (cell.cause < ACLPROFX_DROP_CAUSES) row->dropped[cell.cause][cell.kind] += cell.records;
}

std::optional<Ledger> ParseLedger(Body body, uint32_t* scope) {
  const auto head = body.Take<LedgerHead>();
  if (!head) return {};
  *scope = head->scope;
  Ledger ledger;
  ledger.aged_out = head->aged_out;
  ledger.loss_markers = head->loss_markers;
  ledger.open_ended = head->open_ended;
  while (body.left() > 0) {
    const auto row = body.Take<LedgerRowHead>();
    if (!row) return {};
    LedgerRow& counts = row->ring_id == 0 ? ledger.unattributed : ledger.by_ring[row->ring_id];
    for (uint32_t i = 0; i < row->cells; ++i) {
      const auto cell = body.Take<LedgerCell>();
      if (!cell) return {};
      AddCell(*cell, &counts);
    }
  }
  return ledger;
}

// A ring is in one stream; what all streams say of is said best by the greatest.
void JoinLedgers(const Ledger& from, Ledger* to) {
  for (const auto& [ring, row] : from.by_ring) to->by_ring[ring] = row;
  if (from.unattributed.Emitted() > to->unattributed.Emitted())
    to->unattributed = from.unattributed;
  to->aged_out = std::max(to->aged_out, from.aged_out);
  to->loss_markers = std::max(to->loss_markers, from.loss_markers);
  to->open_ended = std::max(to->open_ended, from.open_ended);
}

std::string Decompress(Span frame, Bytes* packed) {
  LZ4F_dctx* context = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION))) return "no memory";
  size_t taken = frame.size();
  size_t given = packed->size();
  const size_t left =
      LZ4F_decompress(context, packed->data(), &given, frame.data(), &taken, nullptr);
  LZ4F_freeDecompressionContext(context);
  const bool whole = left == 0 && taken == frame.size() && given == packed->size();
  return whole ? "" : "not the LZ4 frame that was announced";
}

// The records of one file among joined ones, and what its frames say.
struct Part {
  uint64_t begin = 0;
  std::optional<ReferenceHeader> header;
  std::vector<std::pair<uint64_t, Span>>
      index;                           // offset of the frame that is announced, announcement
  std::vector<ReferenceBlock> blocks;  // announced in this part
  std::map<DictionaryRef, std::string> dictionary;
  std::vector<ClockStamp> stamps;
  std::optional<Ledger> session_ledger;
  std::optional<Ledger> file_ledger;
};

uint64_t EndOf(const ReferenceBlock& block) { return block.frame_offset + block.head.frame_bytes; }

// The same block, wherever it stands.
using Identity = std::tuple<uint32_t, uint64_t, uint64_t>;
Identity IdentityOf(const ReferenceBlock& block) {
  return {block.head.ring_id, block.head.sequence, block.head.first_position};
}

class FileReading {
 public:
  explicit FileReading(Span bytes) : bytes_(bytes) {}

  ReferenceFile Read() {
    for (uint64_t next = 0; next < bytes_.size();) next = Step(next);
    EndPart(bytes_.size());
    if (!file_.refusal.empty()) return Refused();
    DecodeBlocks();
    ListGaps();
    file_.ours = file_.ours || BeginsAsOurs();
    return std::move(file_);
  }

 private:
  ReferenceFile Refused() const {
    ReferenceFile file;
    file.refusal = file_.refusal;
    return file;
  }

  // A file that was cut in its first frame is ours all the same.
  bool BeginsAsOurs() const {
    constexpr size_t kTagEnd = offsetof(FrameHead, tag) + sizeof(uint32_t);
    if (bytes_.size() < sizeof(uint32_t)) return false;
    if (Load<uint32_t>(bytes_.data()) != kSkippableMagic) return false;
    return bytes_.size() < kTagEnd ||
           Load<uint32_t>(bytes_.data() + offsetof(FrameHead, tag)) == kTraceTag;
  }

  // Past what is here.
  uint64_t Step(uint64_t offset) {
    const auto frame = FrameAt(bytes_, offset);
    if (!frame) {
      const uint64_t foreign_end = EndOfForeignFrame(bytes_, offset);
      if (foreign_end != 0) Cover(offset, foreign_end);
      return foreign_end != 0 ? foreign_end : SearchFrom(offset + 1);
    }
    file_.ours = true;
    if (!TakeFrame(*frame)) return SearchFrom(offset + 1);
    Cover(offset, frame->end());
    return frame->type() == FrameType::kBlock ? StepOverBlock() : frame->end();
  }

  uint64_t SearchFrom(uint64_t offset) const {
    while (offset < bytes_.size() && !FrameAt(bytes_, offset)) ++offset;
    return std::min<uint64_t>(offset, bytes_.size());
  }

  // Its bytes may look like frames, so they are not searched where its end can be believed.
  uint64_t StepOverBlock() {
    ReferenceBlock& block = part_.blocks.back();
    block.stepped_over = IsBelieved(block);
    if (!block.stepped_over) return SearchFrom(block.frame_offset);
    Cover(block.frame_offset, EndOf(block));
    return EndOf(block);
  }

  bool IsBelieved(const ReferenceBlock& block) const {
    const uint64_t end = EndOf(block);
    return end == bytes_.size() || HeadAt(bytes_, end) || IsWhole(block);
  }

  bool IsWhole(const ReferenceBlock& block) const {
    const uint64_t offset = block.frame_offset;
    if (offset > bytes_.size() || block.head.frame_bytes > bytes_.size() - offset) return false;
    return XXH3_64bits(bytes_.data() + offset, block.head.frame_bytes) == block.head.frame_checksum;
  }

  void Cover(uint64_t begin, uint64_t end) {
    uint64_t& covered = covered_[begin];
    covered = std::max(covered, end);
  }

  // False: the body contradicts itself, and the frame is damaged whatever its checksum says.
  bool TakeFrame(const Frame& frame) {
    Body body(frame.body);
    switch (frame.type()) {
      case FrameType::kHeader:
        return TakeHeader(frame);
      case FrameType::kDictionary:
        return TakeDictionary(body);
      case FrameType::kClock:
        return TakeStamps(body);
      case FrameType::kBlock:
        return TakeBlock(frame);
      case FrameType::kIndex:
        return TakeIndex(body);
      case FrameType::kLedger:
        return TakeLedger(body);
      case FrameType::kEnd:
        return TakeEnd(body, frame.end());
    }
    ++file_.unknown_frames;
    return true;
  }

  bool TakeHeader(const Frame& frame) {
    if (frame.repeated() && part_.header) return true;
    if (frame.body.size() < 2 * sizeof(uint16_t)) return false;
    if (const auto major = Load<uint16_t>(frame.body.data()); major > kFormatMajor)
      file_.refusal = "version " + std::to_string(major) + " is newer than this reader";
    auto header = ParseHeader(Body(frame.body));
    if (!header) return false;
    if (!frame.repeated()) EndPart(frame.offset);
    part_.stamps.push_back(header->head.opened);
    part_.header = std::move(header);
    return true;
  }

  bool TakeDictionary(Body body) {
    std::map<DictionaryRef, std::string> entries;
    while (body.left() > 0) {
      const auto entry = body.Take<DictionaryEntryHead>();
      const auto text = entry ? body.TakeText(entry->bytes) : std::nullopt;
      if (!text) return false;
      if (SaysSomething(*entry))
        entries.try_emplace({static_cast<DictionarySpace>(entry->space), entry->id}, *text);
    }
    part_.dictionary.merge(entries);
    return true;
  }

  bool TakeStamps(Body body) {
    if (body.left() % sizeof(ClockStamp) != 0) return false;
    while (body.left() > 0) part_.stamps.push_back(*body.Take<ClockStamp>());
    return true;
  }

  bool TakeBlock(const Frame& frame) {
    auto block = ParseAnnouncement(frame.body, frame.end());
    if (block) part_.blocks.push_back(std::move(*block));
    return block.has_value();
  }

  bool TakeIndex(Body body) {
    std::vector<std::pair<uint64_t, Span>> entries;
    while (body.left() > 0) {
      const auto entry = body.Take<IndexEntryHead>();
      const auto announcement = entry ? body.Take(entry->bytes) : std::nullopt;
      if (!announcement || !ParseAnnouncement(*announcement, 0)) return false;
      entries.emplace_back(entry->offset, *announcement);
    }
    part_.index.insert(part_.index.end(), entries.begin(), entries.end());
    return true;
  }

  bool TakeLedger(Body body) {
    uint32_t scope = 0;
    const auto ledger = ParseLedger(body, &scope);
    if (!ledger) return false;
    if (scope > kLedgerOfSession) return true;  // of a newer minor
    auto& sum = scope == kLedgerOfSession ? part_.session_ledger : part_.file_ledger;
    if (!sum) sum.emplace();
    *sum += *ledger;
    return true;
  }

  bool TakeEnd(Body body, uint64_t end_offset) {
    const auto end = body.Take<FileEnd>();
    if (!end) return false;
    ++file_.ends;
    if (end->file_bytes <= end_offset) part_.begin = end_offset - end->file_bytes;
    EndPart(end_offset);
    return true;
  }

  // A part ends with its End frame or where another one begins.
  void EndPart(uint64_t next_begin) {
    AddBlocksOfIndex();
    const bool ours = IsOfThisSession();
    if (ours) TakePart();
    if (!ours) ++file_.foreign_parts;
    for (const ReferenceBlock& block : part_.blocks) {
      if (ours) copies_[IdentityOf(block)].push_back(block);
    }
    part_ = Part{};
    part_.begin = next_begin;
  }

  bool IsOfThisSession() {
    if (!part_.header) return true;
    if (!session_id_) session_id_ = part_.header->texts[0];
    return *session_id_ == part_.header->texts[0];
  }

  void TakePart() {
    if (part_.header) file_.headers.push_back(*part_.header);
    file_.dictionary.merge(part_.dictionary);
    file_.stamps.insert(file_.stamps.end(), part_.stamps.begin(), part_.stamps.end());
    if (part_.session_ledger) {
      if (!file_.session_ledger) file_.session_ledger.emplace();
      JoinLedgers(*part_.session_ledger, &*file_.session_ledger);
    }
    if (part_.file_ledger) file_.file_ledger += *part_.file_ledger;
  }

  // Whole blocks, wherever else they are announced, and those that no frame announces any more.
  void AddBlocksOfIndex() {
    for (const auto& [offset, announcement] : part_.index) {
      const uint64_t frame_offset = part_.begin + offset + sizeof(FrameHead) + announcement.size();
      const auto entry = ParseAnnouncement(announcement, frame_offset);
      const bool known =
          std::any_of(part_.blocks.begin(), part_.blocks.end(),
                      [&](const auto& block) { return IdentityOf(block) == IdentityOf(*entry); });
      const bool whole = IsWhole(*entry);
      if (whole) Cover(frame_offset, EndOf(*entry));
      if (whole || !known) part_.blocks.push_back(*entry);
    }
  }

  // Of each block the first whole copy is read; where there is none it is lost, and counted once.
  void DecodeBlocks() {
    for (auto& [identity, copies] : copies_) {
      auto best = std::find_if(copies.begin(), copies.end(),
                               [this](const auto& copy) { return IsWhole(copy); });
      if (best == copies.end())
        best = std::find_if(copies.begin(), copies.end(),
                            [](const auto& copy) { return copy.stepped_over; });
      Decode(best == copies.end() ? &copies.front() : &*best);
    }
    std::sort(file_.blocks.begin(), file_.blocks.end(),
              [](const auto& a, const auto& b) { return a.frame_offset < b.frame_offset; });
  }

  // To file_.blocks, or to the damage.
  void Decode(ReferenceBlock* block) {
    const std::string fault = IsWhole(*block) ? Unpack(block) : "checksum";
    if (fault.empty()) return file_.blocks.push_back(*block);
    const bool in_a_gap = !block->stepped_over && !IsWhole(*block);
    file_.damage.push_back({"block " + std::to_string(block->head.sequence) + ": " + fault,
                            block->frame_offset, in_a_gap ? 0 : block->head.frame_bytes,
                            RecordsOf(*block)});
  }

  std::string Unpack(ReferenceBlock* block) {
    if (block->head.packing != kPackingColumns) return "a packing of a newer version";
    Bytes packed(block->head.packed_bytes);
    const std::string fault =
        Decompress(bytes_.subspan(block->frame_offset, block->head.frame_bytes), &packed);
    return fault.empty() ? UnpackReference(packed, block->counts, &block->records) : fault;
  }

  // Bytes that are in no whole frame and in no whole block.
  void ListGaps() {
    uint64_t next = 0;
    covered_[bytes_.size()] = bytes_.size();
    for (const auto& [begin, end] : covered_) {
      const bool tail = begin == bytes_.size();
      if (begin > next)
        file_.damage.push_back(
            {tail ? "torn tail" : "bytes that are no frame", next, begin - next, 0});
      next = std::max(next, end);
    }
  }

  const Span bytes_;
  ReferenceFile file_;
  Part part_;
  std::optional<std::string> session_id_;
  std::map<Identity, std::vector<ReferenceBlock>> copies_;
  std::map<uint64_t, uint64_t> covered_;  // begin to end
};

}  // namespace

ReferenceFile ReadReference(std::span<const unsigned char> bytes) {
  return FileReading(bytes).Read();
}

}  // namespace aclprof
