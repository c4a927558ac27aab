#include "core/session_pipeline.h"

#include <deque>
#include <mutex>

#include "base/byte_order.h"
#include "base/library_scope.h"
#include "core/process.h"
#include "core/session.h"
#include "core/settings.h"

namespace aclprof {
namespace {

// A service may run more sessions than anyone wants to be told of at its end.
constexpr size_t kRemembered = 1024;

class SessionPipeline final : public Pipeline {
 public:
  explicit SessionPipeline(Process* process) : process_(process) {}

  Status Start(const SessionOptions& options, std::shared_ptr<Session>* session) override;
  Status AddDevice(const std::shared_ptr<Session>& session, int32_t device_id) override {
    return process_->registry.AddDevice(session, device_id);
  }
  StopOutcome Stop(const std::shared_ptr<Session>& session) override;
  void Shutdown() override;
  void MarkRunComplete() override;
  Status BeginTap(int32_t device_id, TaskTap* tap) override;
  void EndTap(int32_t device_id) override;
  void DrainTaps() override;
  bool FindOp(uint32_t op, OpNames* names) const override;
  std::shared_ptr<Session> last() const;

 private:
  uint32_t NextOrdinal();
  Status Begin(const std::shared_ptr<Session>& session);
  void Remember(const std::shared_ptr<Session>& session);
  void Forget(const std::shared_ptr<Session>& session);

  Process* const process_;
  mutable std::mutex mutex_;
  uint32_t ordinal_ = 0;
  std::deque<std::shared_ptr<Session>> past_;  // of this run: told when it is complete
  std::shared_ptr<Session> last_;
};

uint32_t SessionPipeline::NextOrdinal() {
  const std::lock_guard lock(mutex_);
  return ++ordinal_;
}

Status SessionPipeline::Start(const SessionOptions& options, std::shared_ptr<Session>* session) {
  const LibraryScope inside;
  if (Status running = process_->collector.EnsureRunning(); !running.ok()) return running;
  Process* const process = process_;
  const Session::Environment environment{.files = process->files,
                                         .names = &ProcessNames(),
                                         .log = &process->log,
                                         .serial = Process::IsForkedChild(),
                                         .ordinal = NextOrdinal(),
                                         .completed = [process] { process->collector.Kick(); }};
  Status made = Session::Create(options, GetSettings(), environment, session);
  if (made.ok()) made = Begin(*session);
  if (!made.ok()) {
    session->reset();
    if (!process_->registry.HasWork()) process_->collector.Shutdown();
    process_->log.Flush();
    return made;
  }
  process_->sampler.Add(session->get(), options.host);
  process_->collector.Kick();
  process_->log.Write(LogLevel::kInfo, "session started: " + (*session)->directory());
  return {};
}

Status SessionPipeline::Begin(const std::shared_ptr<Session>& session) {
  Remember(session);
  Status begun = process_->registry.BeginSession(session);
  if (begun.ok()) return begun;
  Forget(session);
  process_->collector.Kick();
  session->WaitClosed(GetSettings().stop_bound_ns);
  session->Remove();
  return begun;
}

void SessionPipeline::Remember(const std::shared_ptr<Session>& session) {
  const std::lock_guard lock(mutex_);
  last_ = session;
  past_.push_back(session);
  if (past_.size() > kRemembered) past_.pop_front();
}

void SessionPipeline::Forget(const std::shared_ptr<Session>& session) {
  const std::lock_guard lock(mutex_);
  std::erase(past_, session);
  last_ = past_.empty() ? nullptr : past_.back();
}

StopOutcome SessionPipeline::Stop(const std::shared_ptr<Session>& session) {
  const LibraryScope inside;
  process_->sampler.Remove(session.get());
  process_->registry.EndSession(session, &process_->ranges);
  process_->collector.Kick();
  const StopOutcome outcome = session->WaitClosed(GetSettings().stop_bound_ns);
  if (outcome != StopOutcome::kTimedOut) session->flow().Join();
  process_->log.Write(LogLevel::kInfo, "session stopped: " + session->directory());
  return outcome;
}

void SessionPipeline::Shutdown() {
  process_->collector.Shutdown();
  if (!process_->collector.running()) process_->registry.Trim();
  process_->log.Flush();
}

void SessionPipeline::MarkRunComplete() {
  std::deque<std::shared_ptr<Session>> past;
  {
    const std::lock_guard lock(mutex_);
    past.swap(past_);
  }
  for (const auto& session : past) session->MarkRunComplete();
}

Status SessionPipeline::BeginTap(int32_t device_id, TaskTap* tap) {
  const LibraryScope inside;
  if (Status running = process_->collector.EnsureRunning(); !running.ok()) return running;
  process_->registry.BeginTap(device_id, tap);
  process_->collector.Kick();
  return {};
}

void SessionPipeline::EndTap(int32_t device_id) {
  const LibraryScope inside;
  process_->registry.EndTap(device_id);
}

void SessionPipeline::DrainTaps() {
  const LibraryScope inside;
  process_->registry.DrainTaps();
}

bool SessionPipeline::FindOp(uint32_t op, OpNames* names) const {
  std::string_view bytes;
  if (!ProcessNames().Lookup({DictionarySpace::kOp, op}, &bytes)) return false;
  const auto entry = Load<OpEntry>(bytes.data());
  const auto text = [](uint32_t id) {
    std::string_view found;
    return ProcessNames().Lookup({DictionarySpace::kString, id}, &found) ? std::string(found)
                                                                         : std::string();
  };
  *names = {text(entry.name), text(entry.type)};
  return true;
}

std::shared_ptr<Session> SessionPipeline::last() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

}  // namespace

Pipeline& Pipeline::Get() { return *Process::Get().pipeline; }

std::unique_ptr<Pipeline> MakeSessionPipeline(Process* process) {
  return std::make_unique<SessionPipeline>(process);
}

std::shared_ptr<Session> LastSession() {
  return static_cast<SessionPipeline&>(Pipeline::Get()).last();
}

}  // namespace aclprof
