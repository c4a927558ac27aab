#include "writers/trace_file.h"

#include <algorithm>
#include <new>
#include <string_view>

#include "writers/frame_builder.h"
#include "writers/ledger_frames.h"

namespace aclprof {
namespace {

// The announcement is the first frame of a block's bytes.
size_t AnnouncementBytes(const EncodedBlock& block) {
  return Load<FrameHead>(block.bytes.data()).size_bytes + kLz4HeadBytes - sizeof(FrameHead);
}

FileHeader MakeHeader(const StreamIdentity& identity, uint64_t number, const ClockStamp& opened) {
  FileHeader header{};
  header.major = kFormatMajor;
  header.minor = kFormatMinor;
  header.head_bytes = sizeof(FileHeader);
  header.file_number = number;
  header.device_id = identity.device_id;
  header.process_id = identity.process_id;
  header.ticks_per_second = identity.ticks_per_second;
  header.opened = opened;
  return header;
}

}  // namespace

TraceFile::TraceFile(const StreamWriterOptions& options, const std::string& path,
                     std::unique_ptr<WritableFile> file)
    : options_(options), path_(path), file_(std::move(file)), dictionary_(options.dictionary) {}

Status TraceFile::Create(const StreamWriterOptions& options, const std::string& path,
                         uint64_t number, const ClockStamp& opened,
                         std::unique_ptr<TraceFile>* file) {
  std::unique_ptr<WritableFile> raw;
  Status created = options.files->CreateExclusive(path, &raw);
  if (!created.ok()) return created;
  Status begun =
      Begin(options, path, std::move(raw), MakeHeader(options.identity, number, opened), file);
  if (!begun.ok()) (void)options.files->Remove(path);  // nothing in it is worth a reader's time
  return begun;
}

Status TraceFile::Begin(const StreamWriterOptions& options, const std::string& path,
                        std::unique_ptr<WritableFile> raw, const FileHeader& header,
                        std::unique_ptr<TraceFile>* file) try {
  std::unique_ptr<TraceFile> made(new TraceFile(options, path, std::move(raw)));
  made->header_ = header;
  made->stamps_.push_back(header.opened);
  made->flushed_ = made->Here();
  Bytes bytes;
  made->AppendHeader(0, &bytes);
  Status written = made->Write(bytes);
  if (written.ok()) *file = std::move(made);
  return written;
} catch (const std::bad_alloc&) {
  return {StatusCode::kResourceExhausted, "out of memory"};
}

void TraceFile::AppendHeader(uint16_t flags, Bytes* bytes) const {
  const StreamIdentity& identity = options_.identity;
  const std::string_view texts[kHeaderTexts] = {identity.session_id,   identity.host_name,
                                                identity.process_name, identity.device_name,
                                                identity.clock_source, identity.writer};
  AppendHeaderFrame(header_, texts, flags, bytes);
}

void TraceFile::Add(const EncodedBlock& block) {
  const Mark before = Here();
  try {
    dictionary_.AppendMissing(block.refs, &pending_);
    AddToIndex(block, bytes_ + pending_.size());
    AppendBytes(&pending_, block.bytes.data(), block.bytes.size());
    rows_.try_emplace(block.ring_id);
    added_.push_back(&block);
  } catch (const std::bad_alloc&) {
    GoBack(before);
    throw;
  }
}

void TraceFile::AddToIndex(const EncodedBlock& block, uint64_t offset) {
  const unsigned char* const body = block.bytes.data() + sizeof(FrameHead);
  const auto body_bytes = static_cast<uint32_t>(AnnouncementBytes(block));
  if (index_.empty() || index_.back().size() > kBodyTargetBytes) index_.emplace_back();
  AppendValue(&index_.back(), IndexEntryHead{offset, body_bytes, 0});
  AppendBytes(&index_.back(), body, body_bytes);
  index_bytes_ += sizeof(IndexEntryHead) + body_bytes;
}

void TraceFile::AddClock(const ClockStamp& stamp) {
  const Mark before = Here();
  try {
    stamps_.push_back(stamp);
    AppendClockFrame({&stamp, 1}, 0, &pending_);
  } catch (const std::bad_alloc&) {
    GoBack(before);
    throw;
  }
}

TraceFile::Mark TraceFile::Here() const {
  return {pending_.size(),
          added_.size(),
          stamps_.size(),
          index_.size(),
          index_.empty() ? 0 : index_.back().size(),
          index_bytes_,
          dictionary_.Here()};
}

void TraceFile::GoBack(const Mark& mark) noexcept {
  pending_.resize(mark.pending_bytes);
  added_.resize(mark.added);
  stamps_.resize(mark.stamps);
  index_.resize(mark.index_bodies);
  if (!index_.empty()) index_.back().resize(mark.last_body_bytes);
  index_bytes_ = mark.index_bytes;
  dictionary_.GoBack(mark.dictionary);
}

Status TraceFile::Flush() {
  const Status written = pending_.empty() ? Status() : Write(pending_);
  if (!written.ok()) {
    GoBack(flushed_);
    return written;
  }
  for (const EncodedBlock* const block : added_) Note(*block);
  pending_.clear();
  added_.clear();
  flushed_ = Here();
  return written;
}

// Takes no memory: the block is on the disk.
void TraceFile::Note(const EncodedBlock& block) noexcept {
  RingRow& ring = rows_.find(block.ring_id)->second;
  LedgerRow stored;
  stored.stored = block.counts;
  ring.row += stored;
  ring.dropped_so_far =
      Load<BlockAnnouncement>(block.bytes.data() + sizeof(FrameHead)).dropped_so_far;
  ++blocks_;
  records_ += RecordsIn(block.counts);
}

Status TraceFile::Finish(const Ledger* session) {
  const Status flushed = Flush();
  const Status written = Write(MakeFooter(session));
  const Status synced = file_->Sync();
  const Status closed = file_->Close();
  for (const Status& step : {written, synced, closed})
    if (!step.ok()) return step;
  return flushed;
}

Bytes TraceFile::MakeFooter(const Ledger* session) const {
  Bytes footer;
  AppendHeader(kFrameRepeated, &footer);
  dictionary_.AppendAll(&footer);
  AppendClocks(&footer);
  AppendIndex(&footer);
  AppendLedgers(session, &footer);
  const uint64_t file_bytes = bytes_ + footer.size() + sizeof(FrameHead) + sizeof(FileEnd);
  AppendEndFrame(FileEnd{bytes_, file_bytes, blocks_, records_}, &footer);
  return footer;
}

void TraceFile::AppendIndex(Bytes* bytes) const {
  for (const Bytes& body : index_) {
    const size_t start = BeginFrame(bytes);
    AppendBytes(bytes, body.data(), body.size());
    EndFrame(bytes, start, FrameType::kIndex, kFrameRepeated);
  }
}

void TraceFile::AppendClocks(Bytes* bytes) const {
  constexpr size_t kStampsPerFrame = kBodyTargetBytes / sizeof(ClockStamp);
  std::span<const ClockStamp> left(stamps_);
  while (!left.empty()) {
    const auto some = left.first(std::min(left.size(), kStampsPerFrame));
    AppendClockFrame(some, kFrameRepeated, bytes);
    left = left.subspan(some.size());
  }
}

void TraceFile::AppendLedgers(const Ledger* session, Bytes* bytes) const {
  LedgerFrames frames({sizeof(LedgerHead), kLedgerOfFile, 0, 0, 0}, bytes);
  for (const auto& [ring_id, ring] : rows_)
    if (RecordsIn(ring.row.stored) > 0) frames.AddRow(ring_id, ring.row, ring.dropped_so_far);
  frames.End();
  if (session != nullptr) AppendSessionLedger(*session, bytes);
}

uint64_t TraceFile::bytes_with_footer() const {
  constexpr uint64_t kFixedParts = 1024;
  constexpr uint64_t kBytesPerRing = 160;
  return bytes_ + pending_.size() + dictionary_.body_bytes() + index_bytes_ +
         stamps_.size() * sizeof(ClockStamp) + rows_.size() * kBytesPerRing + kFixedParts;
}

// Memory may run out over the words of an error.
Status TraceFile::TryWrite(const Bytes& bytes) try {
  if (options_.retention != nullptr) options_.retention->Reserve(bytes.size());
  Status written = file_->Append(bytes.data(), bytes.size());
  if (!written.ok() && options_.retention != nullptr) options_.retention->Release(bytes.size());
  return written;
} catch (const std::bad_alloc&) {
  return {StatusCode::kResourceExhausted, "out of memory"};
}

Status TraceFile::Write(const Bytes& bytes) {
  Status written = TryWrite(bytes);
  if (written.ok()) {
    bytes_ += bytes.size();
    return written;
  }
  whole_ = file_->Truncate(bytes_).ok();  // else readers take the rest for a torn tail
  return written;
}

}  // namespace aclprof
