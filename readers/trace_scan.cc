#include "readers/trace_scan.h"

#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "base/checksum.h"
#include "readers/coverage.h"
#include "readers/frame_reader.h"
#include "readers/input_file.h"
#include "readers/trace_footer.h"
#include "readers/trace_part.h"

namespace aclprof {
namespace {

uint64_t EndOf(const BlockRef& block) {
  return block.frame_offset + block.announced.fixed.frame_bytes;
}

class TraceScan {
 public:
  TraceScan(const InputFile* file, std::optional<std::string>* session_id, NameIndex* names,
            TraceContents* contents)
      : file_(file), frames_(file), session_id_(session_id), names_(names), contents_(contents) {}

  Status Run(ScanDepth depth) {
    std::vector<TracePart> closed;  // the last first
    end_ = file_->size();
    if (depth == ScanDepth::kFooters) ReadFooters(&closed);
    WalkFrames();
    for (auto part = closed.rbegin(); part != closed.rend(); ++part) TakePart(std::move(*part));
    contents_->damage = coverage_.Gaps(file_->path(), file_->size());
    return status_.ok() ? frames_.status() : status_;
  }

 private:
  // Of joined files those that have one, from the end on; what is before them is left to be walked over.
  void ReadFooters(std::vector<TracePart>* parts) {
    for (TracePart part; end_ > 0 && ReadFooter(&frames_, end_, &part); part = TracePart()) {
      contents_->ours = true;
      coverage_.Cover(part.begin, end_);
      end_ = part.begin;
      if (part.too_new) return Refuse(*part.too_new);
      parts->push_back(std::move(part));
    }
  }

  void WalkFrames() {
    uint64_t offset = 0;
    while (offset < end_ && status_.ok() && frames_.status().ok()) offset = Step(offset);
    FinishPart();
  }

  // Past what is at `offset`.
  uint64_t Step(uint64_t offset) {
    if (!frames_.ReadAt(offset)) return StepOverForeignFrame(offset);
    const uint64_t next = offset + frames_.frame_bytes();
    contents_->ours = true;
    if (!TakeFrame(offset)) return Search(offset, offset + 1, "a frame that contradicts itself");
    coverage_.Cover(offset, next);
    return frames_.type() == FrameType::kBlock ? StepOverBlock() : next;
  }

  uint64_t StepOverForeignFrame(uint64_t offset) {
    const uint64_t next = frames_.EndOfForeignFrame(offset);
    if (next == 0 || next > end_) return Search(offset, offset + 1, "bytes that are no frame");
    coverage_.Cover(offset, next);
    return next;
  }

  uint64_t Search(uint64_t fault, uint64_t from, const char* what) {
    coverage_.Fault(fault, what);
    return frames_.FindNext(from, end_);
  }

  uint64_t StepOverBlock() {
    const BlockRef& block = part_.blocks.back();
    const uint64_t begin = block.frame_offset;
    if (IsBelieved(block)) {
      coverage_.Cover(begin, EndOf(block));
      return EndOf(block);
    }
    part_.torn.push_back(std::move(part_.blocks.back()));
    part_.blocks.pop_back();
    return Search(begin, begin, "a block that is not whole");
  }

  // A block whose bytes were lost would let the next one's head seem to be inside it: it is trusted when a frame of
  // ours stands where it ends, or when its own checksum holds (then what follows is damaged, not the block).
  bool IsBelieved(const BlockRef& block) {
    FrameHead head;
    const uint64_t end = EndOf(block);
    if (end >= end_) return end == end_;
    return frames_.HeadAt(end, &head) || BlockIsWhole(*file_, block);
  }

  bool TakeFrame(uint64_t offset) {
    const bool begins = frames_.type() == FrameType::kHeader && !frames_.repeated();
    TracePart next;
    next.begin = offset;
    if (!AddFrame(frames_, offset, begins ? &next : &part_)) return false;
    if (begins) {
      FinishPart();
      part_ = std::move(next);
    } else if (part_.closed) {
      FinishPart();
      part_.begin = offset + frames_.frame_bytes();
    }
    if (part_.too_new) Refuse(*part_.too_new);
    return true;
  }

  void Refuse(const FormatVersion& version) {
    status_ = Status(StatusCode::kUnsupported,
                     file_->path() + " is of format " + std::to_string(version.major) + "." +
                         std::to_string(version.minor) + "; this version reads up to " +
                         std::to_string(kFormatMajor) + ".x");
  }

  void FinishPart() {
    if (!part_.index.empty()) TakeIndex();
    TakePart(std::exchange(part_, TracePart()));
  }

  // Blocks whose announcement is damaged come back from the index. Where bytes were inserted or removed, what it says of
  // places is true on one side of them only: what is not whole there is no better than what was announced.
  void TakeIndex() {
    std::set<BlockRef::Identity> known;
    std::set<Copy> copies;
    const auto note = [&](const BlockRef& ref) {
      known.insert(ref.identity());
      return copies.insert(CopyOf(ref)).second;
    };
    for (const BlockRef& block : part_.blocks) note(block);
    for (const BlockRef& block : part_.torn) note(block);
    for (IndexedBlock& entry : part_.index) {
      BlockRef ref = part_.RefOf(std::move(entry));
      const bool was_known = known.contains(ref.identity());
      if (!note(ref)) continue;
      if (IsWhole(ref)) {
        coverage_.Cover(ref.frame_offset, EndOf(ref));
        part_.blocks.push_back(std::move(ref));
      } else if (!was_known) {
        part_.torn.push_back(std::move(ref));
      }
    }
  }

  // The same block in the same place.
  using Copy = std::tuple<BlockRef::Identity, uint64_t, uint32_t, uint64_t>;
  static Copy CopyOf(const BlockRef& ref) {
    const BlockAnnouncement& fixed = ref.announced.fixed;
    return {ref.identity(), ref.frame_offset, fixed.frame_bytes, fixed.frame_checksum};
  }

  // Of entries of indexes, which may all claim the same bytes: reading them stays linear in a hostile file.
  bool IsWhole(const BlockRef& ref) {
    const uint64_t bytes = ref.announced.fixed.frame_bytes;
    if (bytes > index_budget_) return false;
    index_budget_ -= bytes;
    return BlockIsWhole(*file_, ref);
  }

  void TakePart(TracePart part) {
    contents_->unknown_frames += part.unknown_frames;
    contents_->footers += part.closed ? 1 : 0;
    if (part.header && !IsOfSession(*part.header)) {
      ++contents_->foreign_parts;
      return;
    }
    const int32_t device_id = part.header ? part.header->fixed.device_id : -1;
    for (BlockRef& block : part.blocks) block.device_id = device_id;
    for (const auto& [ref, text] : part.names) names_->Add(ref, text);
    Append(std::move(part.blocks), &contents_->blocks);
    Append(std::move(part.torn), &contents_->torn);
    Append(std::move(part.stamps), &contents_->stamps);
    if (part.session_ledger) contents_->session_ledgers.push_back(std::move(*part.session_ledger));
    if (part.header) contents_->headers.push_back(std::move(*part.header));
  }

  // The first file with a header says whose they are.
  bool IsOfSession(const TraceHeader& header) {
    if (!session_id_->has_value()) *session_id_ = header.session_id;
    return **session_id_ == header.session_id;
  }

  template <typename T>
  static void Append(std::vector<T> from, std::vector<T>* to) {
    to->insert(to->end(), std::make_move_iterator(from.begin()),
               std::make_move_iterator(from.end()));
  }

  const InputFile* file_;
  FrameReader frames_;
  std::optional<std::string>* session_id_;
  NameIndex* names_;
  TraceContents* contents_;
  uint64_t end_ = 0;  // of what is walked over: the rest was read from footers
  TracePart part_;    // that is being walked over
  Coverage coverage_;
  uint64_t index_budget_ = file_->size() * 16 + (64u << 20);
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
  if (block.frame_offset > file.size()) return false;
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
