#include "readers/trace_scan.h"

#include <memory>
#include <unordered_set>
#include <utility>

#include "base/checksum.h"
#include "readers/frame_reader.h"
#include "readers/input_file.h"

namespace aclprof {
namespace {

constexpr uint64_t kEndFrameBytes = sizeof(FrameHead) + sizeof(FileEnd);

class TraceScan {
 public:
  TraceScan(const InputFile* file, NameIndex* names, TraceContents* contents)
      : file_(file), frames_(file), names_(names), contents_(contents) {}

  Status Run(ScanDepth depth) {
    uint64_t end = file_->size();
    while (depth == ScanDepth::kFooters && end > 0 && status_.ok()) {
      const uint64_t begin = ReadFooterEndingAt(end);
      if (begin == end) break;
      end = begin;
    }
    if (status_.ok()) WalkFrames(end);
    return status_.ok() ? frames_.status() : status_;
  }

 private:
  // The beginning of the file whose footer ends at `end`; `end` itself when there is none to be trusted.
  uint64_t ReadFooterEndingAt(uint64_t end) {
    FileEnd footer;
    if (end < kEndFrameBytes || !ReadEndAt(end - kEndFrameBytes, &footer)) return end;
    if (footer.file_bytes > end || footer.footer_offset >= footer.file_bytes) return end;
    TraceContents found;
    TraceScan inner(file_, names_, &found);
    inner.begin_ = end - footer.file_bytes;
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
    if (found.session_ledger) contents_->session_ledger = std::move(found.session_ledger);
    contents_->file_ledger += found.file_ledger;
    contents_->footers += found.footers;
    contents_->unknown_frames += found.unknown_frames;
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
      return frames_.type() == FrameType::kBlock ? StepOverBlock(offset, next, end) : next;
    }
    uint64_t skippable_end = 0;
    const uint32_t magic = frames_.MagicAt(offset, &skippable_end);
    if (skippable_end != 0 && magic != kSkippableMagic && skippable_end <= end)
      return skippable_end;
    return Damaged(offset, offset + 1, end, "bytes that are no frame");
  }

  // A block whose bytes were lost would let the next one's head seem to be inside it: it is trusted when a frame of
  // ours stands where it ends, or when its own checksum holds (then what follows is damaged, not the block).
  uint64_t StepOverBlock(uint64_t offset, uint64_t frame_offset, uint64_t end) {
    const uint64_t next = frame_offset + contents_->blocks.back().announced.fixed.frame_bytes;
    FrameHead head;
    if (next == end || (next < end && frames_.HeadAt(next, &head))) return next;
    if (next < end && BlockIsWhole(contents_->blocks.back())) return next;
    const BlockRef torn = std::move(contents_->blocks.back());
    contents_->blocks.pop_back();
    const uint64_t found = Damaged(offset, frame_offset, end, "a block that is not whole");
    contents_->damage.back().records = torn.announced.Records();
    return found;
  }

  bool BlockIsWhole(const BlockRef& block) {
    Bytes frame;
    const Status read = file_->Read(block.frame_offset, block.announced.fixed.frame_bytes, &frame);
    return read.ok() &&
           Checksum(frame.data(), frame.size()) == block.announced.fixed.frame_checksum;
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
            body, [this](DictionaryRef ref, std::string_view text) { names_->Add(ref, text); });
      case FrameType::kClock:
        return ParseClocks(body, &contents_->stamps);
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
    if (!frames_.repeated()) {
      FinishPart();
      begin_ = offset;
    }
    TraceHeader header;
    if (body.left() < sizeof(uint16_t) * 2) return false;
    const auto major = Load<uint16_t>(body.at());
    if (major > kFormatMajor) return Refuse(major, Load<uint16_t>(body.at() + 2));
    if (!ParseHeader(body, &header)) return false;
    has_header_ = true;
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
    return has_header_ ? contents_->headers.back().fixed.device_id : -1;
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
    (scope == kLedgerOfSession ? OfSession() : contents_->file_ledger) += ledger;
    return true;
  }

  // The frames of one file add up; each of joined files tells it anew.
  Ledger& OfSession() {
    if (!part_tells_session_) contents_->session_ledger.emplace();
    part_tells_session_ = true;
    return *contents_->session_ledger;
  }

  bool HandleEnd(uint64_t end_offset, ByteReader body) {
    FileEnd footer;
    if (!ParseEnd(body, &footer)) return false;
    ++contents_->footers;
    if (footer.file_bytes <= end_offset) begin_ = end_offset - footer.file_bytes;
    FinishPart();
    return true;
  }

  // Blocks whose announcement is damaged come back from the index.
  void FinishPart() {
    std::unordered_set<uint64_t> seen;
    for (size_t i = part_blocks_; i < contents_->blocks.size(); ++i)
      seen.insert(contents_->blocks[i].frame_offset);
    for (IndexedBlock& entry : index_) {
      const uint64_t frame_offset = begin_ + entry.offset + sizeof(FrameHead) + entry.body_bytes;
      if (frame_offset >= file_->size() || !seen.insert(frame_offset).second) continue;
      contents_->blocks.push_back({0, DeviceOfPart(), frame_offset, std::move(entry.block)});
    }
    index_.clear();
    part_blocks_ = contents_->blocks.size();
    has_header_ = false;
    part_tells_session_ = false;
  }

  const InputFile* file_;
  FrameReader frames_;
  NameIndex* names_;
  TraceContents* contents_;
  std::vector<IndexedBlock> index_;
  uint64_t begin_ = 0;       // of the file, among joined ones, that is being walked
  size_t part_blocks_ = 0;   // blocks of the files before it
  bool has_header_ = false;  // of this one
  bool part_tells_session_ = false;
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

Status ScanTraceFile(const std::string& path, ScanDepth depth, NameIndex* names,
                     TraceContents* contents) {
  contents->path = path;
  std::unique_ptr<InputFile> file;
  Status opened = InputFile::Open(path, &file);
  if (!opened.ok()) return opened;
  contents->bytes = file->size();
  Status scanned = TraceScan(file.get(), names, contents).Run(depth);
  if (!contents->ours) contents->ours = BeginsAsOurs(*file);
  if (!contents->ours) contents->damage.clear();
  return scanned;
}

}  // namespace aclprof
