#include "core/session.h"

#include <chrono>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "core/session_directory.h"
#include "core/session_info.h"
#include "format/session_layout.h"

namespace aclprof {
namespace {

constexpr int kHostStream = 0;

int StreamOf(int32_t device_id) { return device_id + 1; }

ClockPair PairOf(const ClockMoment& moment) {
  return {moment.ticks, moment.monotonic_raw_ns, moment.realtime_ns};
}
ClockPair PairNow() { return PairOf(NowMoment()); }

// The library writes these itself; they are in no count of what was emitted.
bool IsLibraryMade(int kind) { return kind == ACLPROFX_KIND_LOSS || kind == ACLPROFX_KIND_PAD; }

}  // namespace

Session::Session(const SessionOptions& options, const Settings& settings,
                 const Environment& environment)
    : options_(options),
      settings_(settings),
      environment_(environment),
      ops_(options.op_types, environment.names),
      bare_operators_(environment.names),
      retention_(environment.files, options.storage_limit_bytes) {}

Session::~Session() {
  flow_.Close();
  flow_.Join();
}

Status Session::Create(const SessionOptions& options, const Settings& settings,
                       const Environment& environment, std::shared_ptr<Session>* session) {
  auto made = std::make_shared<Session>(options, settings, environment);
  Status opened;
  try {
    opened = made->Open();
  } catch (const std::exception& error) {
    opened = {StatusCode::kResourceExhausted, error.what()};
  }
  if (opened.ok())
    *session = std::move(made);
  else
    made->Remove();
  return opened;
}

Status Session::Open() {
  started_ = NowMoment();
  ticks_per_second_ = TicksPerSecond();
  Status status = CreateSessionDirectory(environment_.files, options_.base_directory,
                                         environment_.ordinal, &directory_, &name_);
  if (!status.ok()) return status;
  const BlockFlow::Options flow_options{
      .helpers = environment_.serial ? 0 : UsableHelpers(static_cast<int>(settings_.helpers)),
      .serial = environment_.serial,
      .limit = static_cast<int>(settings_.blocks_in_flight),
      .stall_ns = static_cast<int64_t>(settings_.write_stall_ns),
      .completed = environment_.completed};
  if (status = flow_.Start(flow_options, this); !status.ok()) return status;
  status = OpenStream(-1);
  for (const int32_t device_id : options_.devices)
    if (status.ok() && (status = OpenStream(device_id)).ok()) CollectFrom(device_id);
  if (status.ok()) status = WriteInfo(/*durable=*/false);
  return status;
}

StreamWriterOptions Session::WriterOptions(int32_t device_id, const std::string& folder) {
  StreamWriterOptions options;
  options.files = environment_.files;
  options.directory = directory_ + "/" + folder + "/" + kDataFolder;
  options.file_prefix = folder;
  options.identity.session_id = name_;
  options.identity.host_name = HostName();
  options.identity.process_name = ProcessName();
  options.identity.process_id = ProcessId();
  options.identity.device_id = device_id;
  options.identity.ticks_per_second = ticks_per_second_;
  options.identity.clock_source = ClockSourceName();
  options.max_file_bytes = settings_.max_file_bytes;
  options.max_file_age_ns = static_cast<int64_t>(settings_.max_file_age_ns);
  options.dictionary = environment_.names;
  if (options_.bare_operators) options.dictionary = &bare_operators_;
  options.clock = PairNow;
  options.monotonic_ns = MonotonicNs;
  if (ClockIsFixed()) {
    options.moment_of = [](uint64_t ticks) { return PairOf(FixedMomentAt(ticks)); };
  }
  options.retention = &retention_;
  return options;
}

Status Session::OpenStream(int32_t device_id) {
  const std::string folder = StreamFolder(device_id);
  StreamWriterOptions options = WriterOptions(device_id, folder);
  if (Status made = environment_.files->MakeDirectories(options.directory); !made.ok()) return made;
  // What is there is asked for no more, so it comes last: memory may run out before.
  std::unique_ptr<StreamWriter> writer = StreamWriter::Create(std::move(options));
  flow_.AddStream(StreamOf(device_id));
  streams_[StreamOf(device_id)] = std::move(writer);
  return {};
}

bool Session::Collects(int32_t device_id) const {
  if (device_id < 0) return true;
  return (devices_.load(std::memory_order_acquire) >> device_id) & 1u;  // [S1]
}

Status Session::OpenDevice(int32_t device_id) {
  const std::lock_guard lock(opening_);
  return streams_[StreamOf(device_id)] != nullptr ? Status() : OpenStream(device_id);
}

bool Session::CollectFrom(int32_t device_id) {
  const uint64_t device = uint64_t{1} << device_id;
  return (devices_.fetch_or(device, std::memory_order_release) & device) == 0;  // [S1]
}

void Session::AddRing(uint32_t ring_id, int32_t device_id) {
  const std::lock_guard lock(mutex_);
  if (device_id < 0 && ledger_.by_ring.size() >= kRingRows) return;
  ledger_.by_ring.try_emplace(ring_id);
  stream_of_ring_[ring_id] = StreamOf(device_id);
}

// Under mutex_.
LedgerRow& Session::RowOf(uint32_t ring_id) {
  const auto row = ledger_.by_ring.find(ring_id);
  return row != ledger_.by_ring.end() ? row->second : ledger_.unattributed;
}

void Session::AddDrops(uint32_t ring_id,
                       const std::array<KindCounts, ACLPROFX_DROP_CAUSES>& dropped) {
  LedgerRow row;
  row.dropped = dropped;
  const std::lock_guard lock(mutex_);
  RowOf(ring_id) += row;
}

void Session::AddUnattributedDrops(const std::array<KindCounts, ACLPROFX_DROP_CAUSES>& dropped) {
  LedgerRow row;
  row.dropped = dropped;
  const std::lock_guard lock(mutex_);
  ledger_.unattributed += row;
}

Ledger Session::ledger() const {
  const std::lock_guard lock(mutex_);
  Ledger ledger = ledger_;
  ledger.aged_out = retention_.aged_out_records() + vanished_;
  return ledger;
}

Ledger Session::StreamLedger(int stream) const {
  Ledger all = ledger();
  if (stream != kHostStream) all.unattributed = {};
  const std::lock_guard lock(mutex_);
  std::erase_if(all.by_ring,
                [&](const auto& row) { return stream_of_ring_.at(row.first) != stream; });
  return all;
}

Status Session::Write(int stream, std::span<const EncodedBlock* const> blocks, size_t* taken) {
  return streams_[stream]->Append(blocks, taken);
}

void Session::Stored(const BlockTask& task) {
  const std::lock_guard lock(mutex_);
  ledger_.loss_markers += task.counts[ACLPROFX_KIND_LOSS];
  if (task.piece == nullptr) {
    ledger_.open_ended += task.counts[ACLPROFX_KIND_TASK_LINKED] + task.counts[ACLPROFX_KIND_RANGE];
    return;
  }
  LedgerRow& row = RowOf(task.source.ring_id);
  for (int kind = 0; kind < ACLPROFX_KINDS; ++kind)
    if (!IsLibraryMade(kind)) row.stored[kind] += task.counts[kind];
}

void Session::Dropped(const BlockTask& task, const Status& why) {
  NoteFailure(why);
  if (task.piece == nullptr) return;
  const std::lock_guard lock(mutex_);
  LedgerRow& row = RowOf(task.source.ring_id);
  for (int kind = 0; kind < ACLPROFX_KINDS; ++kind)
    if (!IsLibraryMade(kind)) row.dropped[ACLPROFX_DROP_WRITE_FAILED][kind] += task.counts[kind];
}

void Session::NoteFailure(const Status& why) noexcept {
  const std::lock_guard lock(mutex_);
  if (failures_++ != 0) return;
  try {
    first_failure_ = why.message();
    environment_.log->Write(LogLevel::kError, directory_ + ": " + why.ToString());
  } catch (const std::bad_alloc&) {  // it is counted, without its reason
  }
}

Status Session::CloseStreams() {
  Status first;
  for (int stream = 0; stream < EncodeGraph::kStreams; ++stream) {
    if (streams_[stream] == nullptr) continue;
    Status closed = streams_[stream]->Close(StreamLedger(stream));
    if (first.ok()) first = std::move(closed);
    const std::lock_guard lock(mutex_);
    vanished_ += streams_[stream]->vanished_records();
  }
  return first;
}

// What can't be done at the end is a failure of the session, never one of the thread that does it.
template <typename Step>
void Session::AtTheEnd(Step step) noexcept {
  try {
    if (Status done = step(); !done.ok()) NoteFailure(done);
  } catch (const std::exception& error) {
    NoteFailure({StatusCode::kResourceExhausted, error.what()});
  }
}

void Session::Drained() {
  AtTheEnd([this] { return CloseStreams(); });
  for (auto& stream : streams_) stream.reset();
  {
    const std::lock_guard lock(mutex_);
    stopped_ = NowMoment();
    closed_ = true;
  }
  AtTheEnd([this] { return WriteInfo(/*durable=*/true); });
  const std::lock_guard lock(mutex_);
  info_closed_ = true;
  closed_changed_.notify_all();
}

StopOutcome Session::WaitClosed(uint64_t bound_ns) {
  std::unique_lock lock(mutex_);
  const auto bound = std::chrono::nanoseconds(bound_ns);
  if (!closed_changed_.wait_for(lock, bound, [this] { return info_closed_; }))
    return StopOutcome::kTimedOut;
  return failures_ == 0 ? StopOutcome::kWhole : StopOutcome::kDegraded;
}

bool Session::closed() const {
  const std::lock_guard lock(mutex_);
  return info_closed_;
}

void Session::MarkRunComplete() {
  {
    const std::lock_guard lock(mutex_);
    run_complete_ = true;
    if (!closed_) return;  // what is still written behind says so at its end
  }
  if (Status written = WriteInfo(/*durable=*/true); !written.ok())
    environment_.log->Write(LogLevel::kWarning, written.ToString());
}

std::string Session::InfoText() const {
  SessionFacts facts;
  facts.ledger = ledger();
  const std::lock_guard lock(mutex_);
  facts.session_id = name_;
  for (int32_t id = 0; id < EncodeGraph::kStreams - 1; ++id)
    if (Collects(id)) facts.devices.push_back(id);
  facts.ticks_per_second = ticks_per_second_;
  facts.start_realtime_ns = started_.realtime_ns;
  facts.stop_realtime_ns = stopped_.realtime_ns;
  facts.complete = closed_ && failures_ == 0;
  if (!closed_)
    facts.why_incomplete = "the session has not been stopped";
  else if (failures_ != 0)
    facts.why_incomplete = first_failure_;
  facts.run_complete = run_complete_;
  return SessionInfoText(options_, facts, *environment_.names);
}

Status Session::WriteInfo(bool durable) {
  const std::lock_guard lock(writing_info_);
  const std::string path = directory_ + "/" + kInfoFileName;
  const std::string temporary = path + ".tmp";
  const std::string text = InfoText();
  FileSystem* const files = environment_.files;
  std::unique_ptr<WritableFile> file;
  Status status = files->CreateExclusive(temporary, &file);
  if (status.ok()) status = file->Append(text.data(), text.size());
  if (status.ok() && durable) status = file->Sync();
  if (status.ok()) status = file->Close();
  if (status.ok()) status = files->Rename(temporary, path);
  if (status.ok() && durable) status = files->SyncDirectory(directory_);
  if (!status.ok() && file != nullptr) static_cast<void>(files->Remove(temporary));
  return status;
}

// Only ever a directory that this Create made.
void Session::Remove() {
  if (directory_.empty()) return;
  flow_.Close();
  flow_.Join();
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

const std::string& SessionDirectory(const Session& session) { return session.directory(); }
Ledger SessionLedger(const Session& session) { return session.ledger(); }

}  // namespace aclprof
