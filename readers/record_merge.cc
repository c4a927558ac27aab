#include "readers/record_merge.h"

#include <algorithm>
#include <compare>
#include <vector>

#include "format/record_layout.h"
#include "readers/block_decoder.h"
#include "readers/input_file.h"

namespace aclprof {
namespace {

struct Key {
  Instant start;
  int32_t device_id;
  uint32_t ring_id;
  uint64_t position;
  uint64_t sequence;
  auto operator<=>(const Key&) const = default;
};

struct OpenBlock {
  Key key;  // of the next record, or less while the block is not decoded
  const BlockRef* ref;
  size_t next = 0;
  std::unique_ptr<DecodedBlock> decoded;
};

// The order of a heap whose top is the earliest.
bool Later(const OpenBlock& a, const OpenBlock& b) { return b.key < a.key; }

class MergeCursor : public RecordCursor {
 public:
  MergeCursor(SessionContents* contents, const RecordFilter& filter,
              std::set<std::pair<uint32_t, uint64_t>>* noted, size_t decoded_bytes)
      : contents_(contents), filter_(filter), noted_(noted), most_bytes_(decoded_bytes) {
    for (const BlockRef& ref : contents_->blocks) {
      if (IsWanted(ref)) waiting_.push_back({FirstKey(ref), &ref, 0, nullptr});
    }
    std::sort(waiting_.begin(), waiting_.end(), Later);  // the earliest at the back
  }

  bool Next(RecordView* record) override {
    if (gave_one_) StepTop();
    gave_one_ = PrepareTop();
    if (gave_one_) Fill(open_.front(), record);
    return gave_one_;
  }

 private:
  bool IsWanted(const BlockRef& ref) const {
    if (filter_.device_id != -2 && filter_.device_id != contents_->DeviceOf(ref)) return false;
    return std::any_of(ref.announced.counts.begin(), ref.announced.counts.end(),
                       [this](const KindCount& count) {
                         return IsKnownKind(count.kind) && (filter_.kinds >> count.kind & 1) != 0;
                       });
  }

  Key FirstKey(const BlockRef& ref) const {
    const BlockAnnouncement& fixed = ref.announced.fixed;
    return {contents_->ClockOf(ref).At(fixed.first_time), contents_->DeviceOf(ref), fixed.ring_id,
            fixed.first_position, fixed.sequence};
  }

  // Puts the top, whose key has grown, where it belongs now.
  void SinkTop() {
    size_t at = 0;
    while (true) {
      size_t child = 2 * at + 1;
      if (child >= open_.size()) return;
      if (child + 1 < open_.size() && open_[child + 1].key < open_[child].key) ++child;
      if (!(open_[child].key < open_[at].key)) return;
      std::swap(open_[child], open_[at]);
      at = child;
    }
  }

  void DropTop() {
    LetGo(&open_.front());
    std::pop_heap(open_.begin(), open_.end(), Later);
    open_.pop_back();
  }

  // One block's memory is kept for the next to be decoded: most often one ends as another begins.
  void LetGo(OpenBlock* block) {
    if (block->decoded == nullptr) return;
    held_bytes_ -= block->decoded->Bytes();
    spare_ = std::move(block->decoded);
  }

  void StepTop() {
    OpenBlock& top = open_.front();
    if (++top.next == top.decoded->records.size()) return DropTop();
    top.key.start = top.decoded->records[top.next].start;
    SinkTop();
  }

  // Makes the top a decoded block whose next record is the earliest of all.
  bool PrepareTop() {
    while (true) {
      while (!waiting_.empty() && (open_.empty() || waiting_.back().key < open_.front().key)) {
        open_.push_back(std::move(waiting_.back()));
        waiting_.pop_back();
        std::push_heap(open_.begin(), open_.end(), Later);
      }
      if (open_.empty()) return false;
      if (open_.front().decoded != nullptr) return true;
      DecodeTop();
    }
  }

  void DecodeTop() {
    OpenBlock& top = open_.front();
    std::unique_ptr<DecodedBlock> decoded = std::move(spare_);
    if (decoded == nullptr) decoded = std::make_unique<DecodedBlock>();
    const Status outcome = Decode(*top.ref, decoded.get());
    if (!outcome.ok()) NoteDamage(*top.ref, outcome);
    if (!outcome.ok() || decoded->records.size() <= top.next) return DropTop();
    held_bytes_ += decoded->Bytes();
    top.decoded = std::move(decoded);
    top.key.start = top.decoded->records[top.next].start;
    if (held_bytes_ > most_bytes_) LetGoOfOthers();
    SinkTop();
  }

  Status Decode(const BlockRef& ref, DecodedBlock* decoded) {
    if (file_ == nullptr || file_index_ != ref.file) {
      file_.reset();
      Status opened = InputFile::Open(contents_->PathOf(ref), &file_);
      if (!opened.ok()) return opened;
      file_index_ = ref.file;
    }
    return decoder_.Decode(*file_, ref, contents_->ClockOf(ref), filter_.kinds, decoded);
  }

  // Their keys stay, so they wait in the heap for their turn and are decoded again then.
  void LetGoOfOthers() {
    for (size_t i = 1; i < open_.size(); ++i) LetGo(&open_[i]);
  }

  void NoteDamage(const BlockRef& ref, const Status& outcome) {
    if (!noted_->insert({ref.file, ref.frame_offset}).second) return;
    contents_->damage.push_back(contents_->DamageOf(ref, outcome.message()));
  }

  void Fill(const OpenBlock& block, RecordView* view) const {
    const TimedRecord& record = block.decoded->records[block.next];
    view->kind = record.kind;
    view->flags = record.flags;
    view->ring_id = block.key.ring_id;
    view->device_id = block.key.device_id;
    view->start = record.start;
    view->duration = record.duration;
    view->payload = block.decoded->unpacked.PayloadAt(record.first_word);
    view->payload_bytes = record.payload_bytes;
  }

  SessionContents* contents_;
  const RecordFilter filter_;
  std::set<std::pair<uint32_t, uint64_t>>* noted_;
  const size_t most_bytes_;
  std::vector<OpenBlock> waiting_;
  std::vector<OpenBlock> open_;
  size_t held_bytes_ = 0;
  bool gave_one_ = false;
  std::unique_ptr<DecodedBlock> spare_;
  BlockDecoder decoder_;
  std::unique_ptr<InputFile> file_;  // of the block decoded last
  uint32_t file_index_ = 0;
};

}  // namespace

std::unique_ptr<RecordCursor> MergeRecords(SessionContents* contents, const RecordFilter& filter,
                                           std::set<std::pair<uint32_t, uint64_t>>* noted,
                                           size_t decoded_bytes) {
  return std::make_unique<MergeCursor>(contents, filter, noted, decoded_bytes);
}

}  // namespace aclprof
