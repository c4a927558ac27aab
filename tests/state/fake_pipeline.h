// fake_pipeline.h: a Pipeline that collects nothing: it notes what the state machine asks of it and answers as told. It
// stands in for the log of control calls too.
//
// Threads  any; HoldStops makes Stop wait inside, so that a test can look at a session that is being stopped.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/pipeline.h"

namespace aclprof {

class Session {
 public:
  SessionOptions options;
  std::vector<int32_t> joined;  // by AddDevice
  bool running = true;
};

class FakePipeline final : public Pipeline {
 public:
  // The one that Pipeline::Get returns.
  static FakePipeline& Instance();
  void Reset();

  Status Start(const SessionOptions& options, std::shared_ptr<Session>* session) override;
  Status AddDevice(const std::shared_ptr<Session>& session, int32_t device_id) override;
  StopOutcome Stop(const std::shared_ptr<Session>& session) override;
  void Shutdown() override;
  void MarkRunComplete() override;
  Status BeginTap(int32_t device_id, TaskTap* tap) override;
  void EndTap(int32_t device_id) override;
  void DrainTaps() override {}
  bool FindOp(uint32_t op, OpNames* names) const override;

  void Log(const char* text);

  void FailStarts(Status status);
  void FailJoins(Status status);
  void AnswerStops(StopOutcome outcome);
  void HoldStops();
  void LetStopsGo();
  void AwaitStopsInside(int count);

  // As if a device had run it: what taps get.
  void RunTask(const TappedTask& task);
  std::vector<int32_t> tapped() const;

  int started() const;
  int running() const;
  int shutdowns() const;
  int completions() const;
  std::vector<std::string> log() const;
  Session session(int index) const;  // in the order of their starts

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::shared_ptr<Session>> sessions_;
  Status start_status_;
  Status join_status_;
  StopOutcome outcome_ = StopOutcome::kWhole;
  std::vector<std::string> log_;
  std::map<int32_t, TaskTap*> taps_;
  bool held_ = false;
  int inside_ = 0;
  int shutdowns_ = 0;
  int completions_ = 0;
};

}  // namespace aclprof
