#include "readers/trace_scan.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "base/checksum.h"
#include "readers/frame_reader.h"
#include "readers/input_file.h"

namespace aclprof {
namespace {

constexpr uint64_t kEndFrameBytes = sizeof(FrameHead) + sizeof(FileEnd);

class TraceScan {
 public:
  TraceScan(const InputFile* file, std::optional<std::string>* session_id, NameIndex* names,
            TraceContents* contents)
      : file_(file), frames_(file), session_id_(session_id), names_(names), contents_(contents) {}

  Status Run(ScanDepth depth) {
    uint64_t end = file_->size();
    FindSession();
    while (depth == ScanDepth::kFooters && end > 0 && status_.ok()) {
      const uint64_t begin = ReadFooterEndingAt(end);
      if (begin == end) break;
      end = begin;
    }
    if (status_.ok()) WalkFrames(end);
    return status_.ok() ? frames_.status() : status_;
  }

 private:
  // The first of joined files says whose they are, from whichever end they are read.
  void FindSession() {
    TraceHeader header;
    if (!session_id_->has_value() && frames_.ReadAt(0) && frames_.type() == FrameType::kHeader &&
        ParseHeader(frames_.body(), &header)) {
      *session_id_ = header.session_id;
    }
  }

  // The beginning of the file whose footer ends at `end`; `end` itself when there is none to be trusted.
  uint64_t ReadFooterEndingAt(uint64_t end) {
    FileEnd footer;
    if (end < kEndFrameBytes || !ReadEndAt(end - kEndFrameBytes, &footer)) return end;
    if (footer.file_bytes > end || footer.footer_offset >= footer.file_bytes) return end;
    TraceContents found;
    TraceScan inner(file_, session_id_, names_, &found);
    inner.begin_ = end - footer.file_bytes;
    inner.trusts_index_ = true;
    if (!inner.WalkFooter(inner.begin_ + footer.footer_offset, end, footer)) return end;
    if (!inner.status_.ok()) status_ = inner.status_;
    Take(std::move(found));
    return inner.begin_;
  }

  bool ReadEndAt(uint64_t offset, FileEnd* footer) {
    return frames_.ReadAt(offset) && frames_.type() == FrameType::kEnd &&
           ParseEnd(frames_.body(), footer);
  }

  bool WalkFooter(uint64_t offset, uint64_t end, const FileEnd& footer) {
    while (offset < end) {
      if (!frames_.ReadAt(offset) || !Handle(offset)) return false;
      offset += frames_.frame_bytes();
    }
    if (contents_->foreign_parts > 0) return offset == end;
    return offset == end && contents_->headers.size() == 1 &&
           contents_->blocks.size() == footer.blocks;
  }

  void Take(TraceContents&& found) {
    const auto append = [](auto& from, auto& to) {
      to.insert(to.end(), std::make_move_iterator(from.begin()),
                std::make_move_iterator(from.end()));
    };
    append(found.headers, contents_->headers);
    append(found.blocks, contents_->blocks);
    append(found.stamps, contents_->stamps);
    append(found.session_ledgers, contents_->session_ledgers);
    contents_->footers += found.footers;
    contents_->unknown_frames += found.unknown_frames;
    contents_->foreign_parts += found.foreign_parts;
    contents_->ours = true;
  }

  void WalkFrames(uint64_t end) {
    uint64_t offset = 0;
    while (offset < end && status_.ok() && frames_.status().ok()) offset = Step(offset, end);
    FinishPart();
  }

  // What is at `offset`, and where the next thing is.
  uint64_t Step(uint64_t offset, uint64_t end) {
    if (frames_.ReadAt(offset)) {
      const uint64_t next = offset + frames_.frame_bytes();
      if (!Handle(offset))
        return Damaged(offset, offset + 1, end, "a frame that contradicts itself");
      return frames_.type() == FrameType::kBlock ? StepOverBlock(next, end) : next;
    }
    const uint64_t foreign_end = frames_.EndOfForeignFrame(offset);
    if (foreign_end != 0 && foreign_end <= end) return foreign_end;
    return Damaged(offset, offset + 1, end, "bytes that are no frame");
  }

  // A block whose bytes were lost would let the next one's head seem to be inside it: it is trusted when a frame of
  // ours stands where it ends, or when its own checksum holds (then what follows is damaged, not the block).
  uint64_t StepOverBlock(uint64_t frame_offset, uint64_t end) {
    const uint64_t next = frame_offset + contents_->blocks.back().announced.fixed.frame_bytes;
    FrameHead head;
    if (next == end || (next < end && frames_.HeadAt(next, &head))) return next;
    if (next < end && BlockIsWhole(*file_, contents_->blocks.back())) return next;
    const BlockRef torn = std::move(contents_->blocks.back());
    contents_->blocks.pop_back();
    const uint64_t found = Damaged(frame_offset, frame_offset, end, "a block that is not whole");
    if (!is_foreign_) NoteTorn(torn, contents_->damage.size() - 1);
    return found;
  }

  void NoteTorn(const BlockRef& torn, size_t damage) {
    const uint64_t records = torn.announced.Records();
    contents_->damage[damage].records += records;
    contents_->torn.push_back({torn.identity(), damage, records});
  }

  // What was damaged at this offset, or a new entry of no bytes.
  size_t DamageAt(uint64_t offset) {
    for (size_t i = 0; i < contents_->damage.size(); ++i) {
      const FileDamage& damage = contents_->damage[i];
      if (damage.offset <= offset && offset <= damage.offset + damage.bytes) return i;
    }
    contents_->damage.push_back({file_->path(), offset, 0, 0, "a block that is not whole"});
    return contents_->damage.size() - 1;
  }

  uint64_t Damaged(uint64_t offset, uint64_t search_from, uint64_t end, const char* what) {
    const uint64_t next = frames_.FindNext(search_from, end);
    const bool tail = next == end && end == file_->size();
    contents_->damage.push_back(
        {file_->path(), offset, next - offset, 0, tail ? "torn tail" : what});
    return next;
  }

  bool Handle(uint64_t offset) {
    contents_->ours = true;
    const ByteReader body = frames_.body();
    switch (frames_.type()) {
      case FrameType::kHeader:
        return HandleHeader(offset, body);
      case FrameType::kDictionary:
        return ParseDictionary(
            body, [this](DictionaryRef ref, std::string_view text) { HandleName(ref, text); });
      case FrameType::kClock:
        return HandleClocks(body);
      case FrameType::kBlock:
        return HandleBlock(offset, body);
      case FrameType::kIndex:
        return ParseIndex(body, &index_);
      case FrameType::kLedger:
        return HandleLedger(body);
      case FrameType::kEnd:
        return HandleEnd(offset + frames_.frame_bytes(), body);
    }
    ++contents_->unknown_frames;
    return true;
  }

  // The footer's copy counts where the first one is damaged.
  bool HandleHeader(uint64_t offset, ByteReader body) {
    if (frames_.repeated() && has_header_) return true;
    TraceHeader header;
    if (body.left() < sizeof(uint16_t) * 2) return false;
    const auto major = Load<uint16_t>(body.at());
    if (major > kFormatMajor) return Refuse(major, Load<uint16_t>(body.at() + 2));
    if (!ParseHeader(body, &header)) return false;
    if (!frames_.repeated()) {
      FinishPart();
      begin_ = offset;
    }
    has_header_ = true;
    if (!session_id_->has_value()) *session_id_ = header.session_id;
    is_foreign_ = **session_id_ != header.session_id;
    if (is_foreign_) {
      ForgetPart();
      return ++contents_->foreign_parts, true;
    }
    contents_->stamps.push_back(header.fixed.opened);
    for (size_t i = part_blocks_; i < contents_->blocks.size(); ++i) {
      contents_->blocks[i].device_id = header.fixed.device_id;
    }
    contents_->headers.push_back(std::move(header));
    return true;
  }

  bool Refuse(uint16_t major, uint16_t minor) {
    status_ = Status(StatusCode::kUnsupported,
                     file_->path() + " is of format " + std::to_string(major) + "." +
                         std::to_string(minor) + "; this version reads up to " +
                         std::to_string(kFormatMajor) + ".x");
    return true;
  }

  int32_t DeviceOfPart() const {
    return has_header_ && !is_foreign_ ? contents_->headers.back().fixed.device_id : -1;
  }

  // Whose names they are is known with the header, which may be the one in the footer.
  void HandleName(DictionaryRef ref, std::string_view text) {
    if (is_foreign_) return;
    has_header_ ? names_->Add(ref, text)
                : static_cast<void>(early_names_.emplace_back(ref, std::string(text)));
  }

  // What was taken from a file before its header said that it is another session's.
  void ForgetPart() {
    contents_->blocks.resize(part_blocks_);
    contents_->stamps.resize(part_stamps_);
    if (part_tells_session_) contents_->session_ledgers.pop_back();
    for (size_t i = part_torn_; i < contents_->torn.size(); ++i)
      contents_->damage[contents_->torn[i].damage].records -= contents_->torn[i].records;
    contents_->torn.resize(part_torn_);
    early_names_.clear();
  }

  bool HandleClocks(ByteReader body) {
    std::vector<ClockStamp> ignored;
    return ParseClocks(body, is_foreign_ ? &ignored : &contents_->stamps);
  }

  bool HandleBlock(uint64_t offset, ByteReader body) {
    BlockRef block;
    if (!ParseAnnouncement(body, &block.announced)) return false;
    block.frame_offset = offset + frames_.frame_bytes();
    block.device_id = DeviceOfPart();
    contents_->blocks.push_back(std::move(block));
    return true;
  }

  bool HandleLedger(ByteReader body) {
    Ledger ledger;
    uint32_t scope = kLedgerOfFile;
    if (!ParseLedger(body, &scope, &ledger)) return false;
    if (scope == kLedgerOfSession && !is_foreign_) AddToSession(ledger);
    return true;
  }

  // The frames of one file add up; each of joined files tells it anew.
  void AddToSession(const Ledger& ledger) {
    if (!part_tells_session_) contents_->session_ledgers.emplace_back();
    part_tells_session_ = true;
    contents_->session_ledgers.back() += ledger;
  }

  bool HandleEnd(uint64_t end_offset, ByteReader body) {
    FileEnd footer;
    if (!ParseEnd(body, &footer)) return false;
    ++contents_->footers;
    if (footer.file_bytes <= end_offset) begin_ = end_offset - footer.file_bytes;
    FinishPart();
    return true;
  }

  void FinishPart() {
    if (is_foreign_) {
      contents_->blocks.resize(part_blocks_);
    } else if (!index_.empty()) {
      TakeIndex();
    }
    for (const auto& [ref, text] : early_names_) names_->Add(ref, text);
    early_names_.clear();
    index_.clear();
    part_blocks_ = contents_->blocks.size();
    part_stamps_ = contents_->stamps.size();
    part_torn_ = contents_->torn.size();
    has_header_ = false;
    is_foreign_ = false;
    part_tells_session_ = false;
  }

  // Blocks whose announcement is damaged come back from the index. Where bytes were inserted or removed, what it says of
  // places is true on one side of them only, and a block that was announced is believed until it proves to be damaged.
  void TakeIndex() {
    std::map<BlockRef::Identity, size_t> announced;
    for (size_t i = part_blocks_; i < contents_->blocks.size(); ++i)
      announced[contents_->blocks[i].identity()] = i;
    for (IndexedBlock& entry : index_) {
      const uint64_t frame_offset = begin_ + entry.offset + sizeof(FrameHead) + entry.body_bytes;
      BlockRef ref{0, DeviceOfPart(), frame_offset, std::move(entry.block)};
      const auto [known, is_new] = announced.try_emplace(ref.identity(), contents_->blocks.size());
      if (!is_new) {
        ReplaceIfDamaged(std::move(ref), &contents_->blocks[known->second]);
      } else if (!trusts_index_ && !BlockIsWhole(*file_, ref)) {
        announced.erase(known);
        if (!IsTorn(ref)) NoteTorn(ref, DamageAt(frame_offset));
      } else {
        TakeOutOfDamage(ref);
        contents_->blocks.push_back(std::move(ref));
      }
    }
  }

  void ReplaceIfDamaged(BlockRef ref, BlockRef* known) {
    if (ref.frame_offset == known->frame_offset || BlockIsWhole(*file_, *known) ||
        !BlockIsWhole(*file_, ref)) {
      return;
    }
    TakeOutOfDamage(ref);
    *known = std::move(ref);
  }

  bool IsTorn(const BlockRef& ref) const {
    return std::any_of(contents_->torn.begin() + static_cast<ptrdiff_t>(part_torn_),
                       contents_->torn.end(),
                       [&ref](const TornBlock& torn) { return torn.identity == ref.identity(); });
  }

  // Its bytes are not lost.
  void TakeOutOfDamage(const BlockRef& ref) {
    const uint64_t begin = ref.frame_offset;
    const uint64_t end = begin + ref.announced.fixed.frame_bytes;
    for (FileDamage& damage : contents_->damage) {
      const uint64_t damage_end = damage.offset + damage.bytes;
      if (begin < damage.offset || end > damage_end) continue;
      damage.bytes = begin - damage.offset;
      if (end == damage_end) return;
      FileDamage rest = damage;
      rest.offset = end;
      rest.bytes = damage_end - end;
      rest.records = 0;
      contents_->damage.push_back(std::move(rest));
      return;
    }
  }

  const InputFile* file_;
  FrameReader frames_;
  std::optional<std::string>* session_id_;
  NameIndex* names_;
  TraceContents* contents_;
  std::vector<IndexedBlock> index_;
  uint64_t begin_ = 0;      // of the file, among joined ones, that is being walked
  size_t part_blocks_ = 0;  // blocks of the files before it
  size_t part_stamps_ = 0;  // their stamps
  size_t part_torn_ = 0;    // torn ones among them
  std::vector<std::pair<DictionaryRef, std::string>> early_names_;  // before the header
  bool has_header_ = false;                                         // of this one
  bool is_foreign_ = false;                                         // it is of another session
  bool part_tells_session_ = false;
  bool trusts_index_ = false;  // nothing but the index is read
  Status status_;
};

// A file that was torn in its first frame still begins as ours do.
bool BeginsAsOurs(const InputFile& file) {
  Bytes bytes;
  if (!file.Read(0, sizeof(FrameHead), &bytes).ok() || bytes.size() < sizeof(uint32_t))
    return false;
  if (Load<uint32_t>(bytes.data()) != kSkippableMagic) return false;
  constexpr size_t kTagEnd = offsetof(FrameHead, tag) + sizeof(uint32_t);
  return bytes.size() < kTagEnd ||
         Load<uint32_t>(bytes.data() + offsetof(FrameHead, tag)) == kTraceTag;
}

}  // namespace

bool BlockIsWhole(const InputFile& file, const BlockRef& block) {
  Bytes frame;
  const Status read = file.Read(block.frame_offset, block.announced.fixed.frame_bytes, &frame);
  return read.ok() && frame.size() == block.announced.fixed.frame_bytes &&
         Checksum(frame.data(), frame.size()) == block.announced.fixed.frame_checksum;
}

Status ScanTraceFile(const std::string& path, ScanDepth depth,
                     std::optional<std::string>* session_id, NameIndex* names,
                     TraceContents* contents) {
  contents->path = path;
  std::unique_ptr<InputFile> file;
  Status opened = InputFile::Open(path, &file);
  if (!opened.ok()) return opened;
  contents->bytes = file->size();
  Status scanned = TraceScan(file.get(), session_id, names, contents).Run(depth);
  if (!contents->ours) contents->ours = BeginsAsOurs(*file);
  if (!contents->ours) contents->damage.clear();
  return scanned;
}

}  // namespace aclprof
