#include "devices/replay/capture_replay.h"

#include <filesystem>

#include "devices/replay/record_feed.h"
#include "readers/import/capture_set.h"

namespace aclprof {

Status CaptureReplay::OpenFiles(ReplayResult* result) {
  if (Status status = FindCaptureFiles(options_.input, &result->files); !status.ok()) return status;
  for (const std::string& file : result->files) {
    std::unique_ptr<CaptureReader> reader;
    if (Status status = CaptureReader::Open(file, &reader); !status.ok()) return status;
    readers_.push_back(std::move(reader));
  }
  return Status();
}

Status CaptureReplay::ReadAll(CaptureVisitor* visitor) {
  Status damage;
  for (const auto& reader : readers_) {
    const Status status = reader->Read(visitor);
    if (status.ok()) continue;
    if (status.code() != StatusCode::kDataLoss) return status;
    if (damage.ok()) damage = status;
  }
  return damage;
}

std::string CaptureReplay::Name() const {
  const std::filesystem::path path = std::filesystem::path(options_.input).lexically_normal();
  const std::filesystem::path name = path.has_filename() ? path : path.parent_path();
  return "replay of " + name.filename().string();
}

Status CaptureReplay::Run(ReplayResult* result) {
  if (Status status = OpenFiles(result); !status.ok()) return status;
  CaptureSurvey survey;
  const Status read = ReadAll(&survey);
  if (!read.ok() && read.code() != StatusCode::kDataLoss) return read;
  if (survey.empty()) return read;
  const Status status = Replay(survey, result);
  return status.ok() ? read : status;
}

Status CaptureReplay::Replay(const CaptureSurvey& survey, ReplayResult* result) {
  DevicePlan plan;
  if (Status status = DevicePlan::Make(survey.streams(), options_.devices, &plan); !status.ok()) {
    return status;
  }
  const ReplayClock clock(survey.first(), survey.last(), survey.sub_nano_digits());
  result->exact_times = clock.exact();
  ReplaySession session;
  const ReplayDemand demand{plan.Devices(), options_.block, survey.metrics(), survey.has_samples()};
  if (Status status = session.Begin(options_.output, demand); !status.ok()) return status;
  ReplayProducers producers;
  Status status = producers.Open(plan.Devices(), {Name(), clock.description(), options_.block});
  if (status.ok()) status = Feed(clock, plan, producers, &result->fed);
  producers.Close();
  const Status end = session.End(&result->outcome);
  result->replayed = true;
  return status.ok() ? end : status;
}

Status CaptureReplay::Feed(const ReplayClock& clock, const DevicePlan& plan,
                           const ReplayProducers& producers, uint64_t* fed) {
  DirectSink direct;
  PacedSink paced(options_.speed, pace_clock_, cancelled_);
  const bool at_pace = options_.speed > 0;
  RecordFeed feed(clock, plan, producers, at_pace ? static_cast<RecordSink*>(&paced) : &direct);
  const Status status = ReadAll(&feed);
  if (at_pace) paced.Play(&direct);
  *fed = direct.fed();
  // The survey has told of damage already.
  return status.code() == StatusCode::kDataLoss ? Status() : status;
}

}  // namespace aclprof
