#include "tests/state/fake_pipeline.h"

#include <algorithm>

#include "core/control_log.h"

namespace aclprof {

Pipeline& Pipeline::Get() { return FakePipeline::Instance(); }

void LogFailure(const char* text) noexcept { FakePipeline::Instance().Log(text); }
void LogWarning(const char* text) noexcept { FakePipeline::Instance().Log(text); }

FakePipeline& FakePipeline::Instance() {
  static FakePipeline* const instance = new FakePipeline;
  return *instance;
}

void FakePipeline::Reset() {
  const std::lock_guard lock(mutex_);
  sessions_.clear();
  log_.clear();
  taps_.clear();
  start_status_ = join_status_ = Status();
  outcome_ = StopOutcome::kWhole;
  held_ = false;
  shutdowns_ = completions_ = 0;
}

Status FakePipeline::Start(const SessionOptions& options, std::shared_ptr<Session>* session) {
  const std::lock_guard lock(mutex_);
  if (!start_status_.ok()) return start_status_;
  *session = std::make_shared<Session>();
  (*session)->options = options;
  sessions_.push_back(*session);
  return {};
}

Status FakePipeline::AddDevice(const std::shared_ptr<Session>& session, int32_t device_id) {
  const std::lock_guard lock(mutex_);
  if (join_status_.ok()) session->joined.push_back(device_id);
  return join_status_;
}

StopOutcome FakePipeline::Stop(const std::shared_ptr<Session>& session) {
  std::unique_lock lock(mutex_);
  ++inside_;
  changed_.notify_all();
  changed_.wait(lock, [this] { return !held_; });
  --inside_;
  session->running = false;
  return outcome_;
}

void FakePipeline::Shutdown() {
  const std::lock_guard lock(mutex_);
  ++shutdowns_;
}

void FakePipeline::MarkRunComplete() {
  const std::lock_guard lock(mutex_);
  ++completions_;
}

Status FakePipeline::BeginTap(int32_t device_id, TaskTap* tap) {
  const std::lock_guard lock(mutex_);
  if (start_status_.ok()) taps_[device_id] = tap;
  return start_status_;
}

void FakePipeline::EndTap(int32_t device_id) {
  const std::lock_guard lock(mutex_);
  taps_.erase(device_id);
}

bool FakePipeline::FindOp(uint32_t op, OpNames* names) const {
  if (op > 9) return false;
  *names = {"name_" + std::to_string(op), "type_" + std::to_string(op)};
  return true;
}

void FakePipeline::RunTask(const TappedTask& task) {
  const std::lock_guard lock(mutex_);
  if (const auto tap = taps_.find(task.device_id); tap != taps_.end()) tap->second->Take(task);
}

std::vector<int32_t> FakePipeline::tapped() const {
  const std::lock_guard lock(mutex_);
  std::vector<int32_t> devices;
  for (const auto& [device, tap] : taps_) devices.push_back(device);
  return devices;
}

void FakePipeline::Log(const char* text) {
  const std::lock_guard lock(mutex_);
  log_.push_back(text);
}

std::vector<std::string> FakePipeline::log() const {
  const std::lock_guard lock(mutex_);
  return log_;
}

void FakePipeline::FailStarts(Status status) {
  const std::lock_guard lock(mutex_);
  start_status_ = std::move(status);
}

void FakePipeline::FailJoins(Status status) {
  const std::lock_guard lock(mutex_);
  join_status_ = std::move(status);
}

void FakePipeline::AnswerStops(StopOutcome outcome) {
  const std::lock_guard lock(mutex_);
  outcome_ = outcome;
}

void FakePipeline::HoldStops() {
  const std::lock_guard lock(mutex_);
  held_ = true;
}

void FakePipeline::LetStopsGo() {
  const std::lock_guard lock(mutex_);
  held_ = false;
  changed_.notify_all();
}

void FakePipeline::AwaitStopsInside(int count) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this, count] { return inside_ >= count; });
}

int FakePipeline::started() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(sessions_.size());
}

int FakePipeline::running() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(std::count_if(sessions_.begin(), sessions_.end(),
                                        [](const auto& session) { return session->running; }));
}

int FakePipeline::shutdowns() const {
  const std::lock_guard lock(mutex_);
  return shutdowns_;
}

int FakePipeline::completions() const {
  const std::lock_guard lock(mutex_);
  return completions_;
}

Session FakePipeline::session(int index) const {
  const std::lock_guard lock(mutex_);
  return *sessions_.at(static_cast<size_t>(index));
}

}  // namespace aclprof
