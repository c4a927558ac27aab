#include "readers/record_merge.h"

#include <algorithm>
#include <compare>
#include <vector>

#include "format/record_layout.h"
#include "readers/block_pipeline.h"
#include "readers/open_files.h"

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
  Key key;       // of the next record, or less while the block is not decoded
  size_t index;  // in order of first times
  size_t next = 0;
  std::unique_ptr<DecodedBlock> decoded;
};

// The order of a heap whose top is the earliest.
bool Later(const OpenBlock& a, const OpenBlock& b) { return b.key < a.key; }

class MergeCursor : public RecordCursor {
 public:
  MergeCursor(SessionContents* contents, const RecordFilter& filter, ReadHistory* history,
              const MergeOptions& options)
      : contents_(contents),
        filter_(filter),
        history_(history),
        most_bytes_(options.decoded_bytes),
        blocks_(WantedBlocks()),
        pipeline_(blocks_.size(), options.threads, ContentChecksum::kIgnored,
                  [this](size_t index, BlockDecoder* decoder, DecodedBlock* block) {
                    return Decode(*blocks_[index].ref, decoder, block);
                  }) {}

  bool Next(RecordView* record) override {
    if (gave_one_) StepTop();
    gave_one_ = PrepareTop();
    if (gave_one_) Fill(open_.front(), record);
    return gave_one_;
  }

 private:
  struct WantedBlock {
    Key first;
    const BlockRef* ref;
  };

  // By their first times.
  std::vector<WantedBlock> WantedBlocks() {
    std::vector<WantedBlock> wanted;
    for (const BlockRef& ref : contents_->blocks) {
      if (IsWanted(ref)) wanted.push_back({FirstKey(ref), &ref});
    }
    history_->skipped += contents_->blocks.size() - wanted.size();
    std::sort(wanted.begin(), wanted.end(),
              [](const WantedBlock& a, const WantedBlock& b) { return a.first < b.first; });
    return wanted;
  }

  bool IsWanted(const BlockRef& ref) const {
    if (filter_.device_id != -2 && filter_.device_id != contents_->DeviceOf(ref)) return false;
    if (filter_.window) {
      const TimeWindow times = contents_->TimesOf(ref);
      // What ends last may begin there.
      if (times.to < filter_.window->from || filter_.window->to <= times.from) return false;
    }
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

  void LetGo(OpenBlock* block) {
    if (block->decoded == nullptr) return;
    held_bytes_ -= block->decoded->Bytes();
    pipeline_.GiveBack(std::move(block->decoded));
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
      while (next_ < blocks_.size() &&
             (open_.empty() || blocks_[next_].first < open_.front().key)) {
        open_.push_back({blocks_[next_].first, next_, 0, nullptr});
        ++next_;
        std::push_heap(open_.begin(), open_.end(), Later);
      }
      if (open_.empty()) return false;
      if (open_.front().decoded != nullptr) return true;
      DecodeTop();
    }
  }

  void DecodeTop() {
    OpenBlock& top = open_.front();
    std::unique_ptr<DecodedBlock> decoded;
    const Status outcome = pipeline_.Take(top.index, &decoded);
    if (!outcome.ok()) NoteDamage(*blocks_[top.index].ref, outcome);
    if (!outcome.ok() || decoded->records.size() <= top.next) {
      pipeline_.GiveBack(std::move(decoded));
      return DropTop();
    }
    held_bytes_ += decoded->Bytes();
    top.decoded = std::move(decoded);
    top.key.start = top.decoded->records[top.next].start;
    if (held_bytes_ > most_bytes_) LetGoOfOthers();
    SinkTop();
  }

  // By any thread.
  Status Decode(const BlockRef& ref, BlockDecoder* decoder, DecodedBlock* decoded) {
    std::shared_ptr<const InputFile> file;
    Status opened = files_.Open(contents_->PathOf(ref), &file);
    if (!opened.ok()) return opened;
    history_->decompressed.fetch_add(1, std::memory_order_relaxed);
    return decoder->Decode(*file, ref, contents_->ClockOf(ref), filter_, decoded);
  }

  // Their keys stay, so they wait in the heap for their turn and are decoded again then.
  void LetGoOfOthers() {
    for (size_t i = 1; i < open_.size(); ++i) LetGo(&open_[i]);
  }

  void NoteDamage(const BlockRef& ref, const Status& outcome) {
    if (!history_->noted.insert({ref.file, ref.frame_offset}).second) return;
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
  ReadHistory* history_;
  const size_t most_bytes_;
  const std::vector<WantedBlock> blocks_;
  size_t next_ = 0;  // of them that enters the heap
  std::vector<OpenBlock> open_;
  size_t held_bytes_ = 0;
  bool gave_one_ = false;
  OpenFiles files_;
  BlockPipeline pipeline_;  // last: its threads use the others
};

}  // namespace

std::unique_ptr<RecordCursor> MergeRecords(SessionContents* contents, const RecordFilter& filter,
                                           ReadHistory* history, const MergeOptions& options) {
  return std::make_unique<MergeCursor>(contents, filter, history, options);
}

}  // namespace aclprof
