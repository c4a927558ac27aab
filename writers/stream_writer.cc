#include "writers/stream_writer.h"

#include <algorithm>
#include <cstdio>
#include <new>
#include <utility>

#include "base/byte_order.h"
#include "format/session_layout.h"
#include "writers/trace_file.h"

namespace aclprof {
namespace {

constexpr int kNamesTried = 1000;  // left-overs in the way are stepped over, up to here
// How often is looked whether somebody has removed the file.
constexpr int64_t kLookNs = 10000000;

class RotatingStreamWriter : public StreamWriter {
 public:
  explicit RotatingStreamWriter(StreamWriterOptions options) : options_(std::move(options)) {
    if (options_.monotonic_ns == nullptr)
      options_.monotonic_ns = [clock = options_.clock] { return clock().monotonic_raw_ns; };
    if (options_.retention != nullptr)
      options_.max_file_bytes = options_.retention->CapOfFile(options_.max_file_bytes);
    if (options_.moment_of) latest_ticks_ = options_.clock().ticks;
  }

  Status Append(std::span<const EncodedBlock* const> blocks, size_t* taken) override {
    *taken = 1;
    if (blocks[0]->bytes.empty()) return Status();
    NoteTime(*blocks[0]);
    const int64_t now_ns = NowNs();
    Status ready = MakeReady(*blocks[0], now_ns);
    if (!ready.ok()) return ready;
    Add(*blocks[0], now_ns);
    while (*taken < blocks.size() && GoesAlong(*blocks[*taken])) ++*taken;
    Status written = file_->Flush();
    if (!written.ok() && *taken > 1 && file_->whole()) {  // where there is room for one
      *taken = 1;
      Add(*blocks[0], now_ns);
      written = file_->Flush();
    }
    if (!written.ok()) GiveUpFile(written, now_ns);
    return written;
  }

  Status Close(const Ledger& ledger) override {
    if (closed_) return Status();
    closed_ = true;
    const ClockStamp now = Now();
    DropVanishedFile();
    if (file_ != nullptr) {
      file_->AddClock(now);
    } else if (Status opened = Open(now); !opened.ok()) {
      return opened;
    }
    Status finished = FinishFile(&ledger);
    if (!finished.ok()) return finished;
    if (vanished_records_ == 0) return SyncNames();
    return Status(StatusCode::kDataLoss, options_.directory + ": files with " +
                                             std::to_string(vanished_records_) +
                                             " records were removed while they were written");
  }

  uint64_t files_written() const override { return files_written_; }
  uint64_t write_failures() const override { return write_failures_; }
  uint64_t vanished_records() const override { return vanished_records_; }

 private:
  ClockStamp Now() const {
    const ClockPair pair = options_.moment_of ? MomentOfBlocks() : options_.clock();
    return {pair.ticks, pair.monotonic_raw_ns, pair.realtime_ns};
  }

  // As late as the blocks that were written; where the stream is closed, as late as that.
  ClockPair MomentOfBlocks() const {
    const ClockPair now = options_.clock();
    return closed_ && now.ticks > latest_ticks_ ? now : options_.moment_of(latest_ticks_);
  }

  int64_t NowNs() const {
    return options_.moment_of ? Now().monotonic_raw_ns : options_.monotonic_ns();
  }

  void NoteTime(const EncodedBlock& block) {
    if (options_.moment_of && !HasOwnClock(block.ring_id))
      latest_ticks_ = std::max(latest_ticks_, block.last_time);
  }

  bool HasOwnClock(uint32_t ring_id) const {
    std::string_view entry;
    return options_.dictionary->Lookup({DictionarySpace::kRing, ring_id}, &entry) &&
           Load<RingEntry>(entry.data()).clock_hz != 0;
  }

  Status SyncNames() { return options_.files->SyncDirectory(options_.directory); }

  // A file that has room for the block, or the reason why there is none.
  Status MakeReady(const EncodedBlock& block, int64_t now_ns) {
    if (closed_)
      return Status(StatusCode::kUnavailable, options_.directory + ": the stream is closed");
    if (now_ns >= look_at_ns_) {
      look_at_ns_ = now_ns + kLookNs;
      DropVanishedFile();
    }
    if (file_ != nullptr && MustRotate(block, now_ns)) Rotate();
    if (file_ != nullptr) return Status();
    if (now_ns < retry_at_ns_) return last_failure_;
    Status opened = Open(Now());
    if (!opened.ok()) BackOff(opened, now_ns);
    return opened;
  }

  // Adds a block that is to follow in the same file, and that there is memory for.
  bool GoesAlong(const EncodedBlock& block) try {
    if (block.bytes.empty()) return true;
    NoteTime(block);
    const int64_t now_ns = NowNs();
    if (MustRotate(block, now_ns)) return false;
    Add(block, now_ns);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }

  void Add(const EncodedBlock& block, int64_t now_ns) {
    const int64_t since_ns = now_ns - file_->last_stamp().monotonic_raw_ns;
    if (since_ns >= options_.clock_pair_interval_ns) file_->AddClock(Now());
    file_->Add(block);
  }

  bool MustRotate(const EncodedBlock& block, int64_t now_ns) const {
    if (file_->blocks() == 0) return false;
    const int64_t age_ns = now_ns - file_->opened().monotonic_raw_ns;
    if (options_.max_file_age_ns > 0 && age_ns >= options_.max_file_age_ns) return true;
    return file_->bytes_with_footer() + block.bytes.size() > options_.max_file_bytes;
  }

  // A footer that can't be written costs the index, no block; the next file is tried all the same.
  void Rotate() {
    DropVanishedFile();
    if (file_ == nullptr) return;
    file_->AddClock(Now());
    if (!FinishFile(nullptr).ok()) ++write_failures_;
  }

  Status FinishFile(const Ledger* session) {
    const std::unique_ptr<TraceFile> file = std::move(file_);
    Status finished = file->Finish(session);
    if (options_.retention != nullptr)
      options_.retention->AddClosed(file->path(), file->bytes(), file->records());
    return finished;
  }

  std::string NextPath() {
    char number[24];
    std::snprintf(number, sizeof(number), ".%06llu",
                  static_cast<unsigned long long>(++last_number_));
    return options_.directory + "/" + options_.file_prefix + number + kTraceSuffix;
  }

  Status Open(const ClockStamp& now) {
    Status created;
    for (int i = 0; i < kNamesTried; ++i) {
      const std::string path = NextPath();
      created = TraceFile::Create(options_, path, last_number_, now, &file_);
      if (created.code() != StatusCode::kAlreadyExists) break;
    }
    if (created.ok()) ++files_written_;
    return created;
  }

  // A file without a block has nothing to say and would be one more at every try.
  void GiveUpFile(const Status& why, int64_t now_ns) {
    BackOff(why, now_ns);
    if (file_->blocks() > 0) return (void)FinishFile(nullptr);
    if (options_.retention != nullptr) options_.retention->Release(file_->bytes());
    (void)options_.files->Remove(file_->path());
    file_.reset();
    --files_written_;
  }

  void BackOff(const Status& why, int64_t now_ns) {
    ++write_failures_;
    last_failure_ = why;
    retry_at_ns_ = now_ns + options_.retry_delay_ns;
  }

  // Blocks written into a file without a name would look stored and be lost.
  void DropVanishedFile() {
    if (file_ == nullptr || file_->StillAtPath()) return;
    ++write_failures_;
    vanished_records_ += file_->records();
    if (options_.retention != nullptr) options_.retention->Release(file_->bytes());
    file_.reset();
  }

  StreamWriterOptions options_;
  std::unique_ptr<TraceFile> file_;
  bool closed_ = false;
  uint64_t last_number_ = 0;
  uint64_t files_written_ = 0;
  uint64_t write_failures_ = 0;
  uint64_t vanished_records_ = 0;
  int64_t retry_at_ns_ = INT64_MIN;
  int64_t look_at_ns_ = INT64_MIN;
  uint64_t latest_ticks_ = 0;  // of an injected clock
  Status last_failure_;
};

}  // namespace

std::unique_ptr<StreamWriter> StreamWriter::Create(StreamWriterOptions options) {
  return std::make_unique<RotatingStreamWriter>(std::move(options));
}

}  // namespace aclprof
