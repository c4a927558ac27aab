#include "export/session_timeline.h"

#include "export/json_timeline_sink.h"
#include "export/perfetto_timeline_sink.h"

namespace aclprof {

SessionTimeline::SessionTimeline(TimelineFormat format, const SessionReader* reader,
                                 OutputSet* outputs, OpTexts* ops, TaskTypeTexts* types)
    : format_(format), reader_(reader), outputs_(outputs), ops_(ops), types_(types) {}

std::string SessionTimeline::FileName(const std::string& name) const {
  return outputs_->Stamped(name, format_ == TimelineFormat::kJson ? "json" : "perfetto-trace");
}

Status SessionTimeline::Open(const TimelineChoice& choice) {
  Status status = outputs_->Create(FileName("msprof"), &piece_);
  if (status.ok()) timeline_ = std::make_unique<Timeline>(reader_, MakeSink(choice), ops_, types_);
  return status;
}

std::unique_ptr<TimelineSink> SessionTimeline::MakeSink(const TimelineChoice& choice) {
  const auto next_piece = [this] { return NextPiece(); };
  if (format_ == TimelineFormat::kJson)
    return std::make_unique<JsonTimelineSink>(piece_, choice, next_piece);
  return std::make_unique<PerfettoTimelineSink>(piece_, choice, next_piece);
}

TextSink* SessionTimeline::NextPiece() {
  const auto name = [this](int piece) { return FileName("msprof_slice_" + std::to_string(piece)); };
  if (pieces_ == 1) outputs_->Rename(piece_, name(0));
  piece_made_ = outputs_->Create(name(pieces_++), &piece_);
  return piece_made_.ok() ? piece_ : nullptr;
}

void SessionTimeline::AddMark(int32_t device_id, const aclprofx_mark& mark, const MarkTexts& texts,
                              const ExportTimes& times) {
  if (device_id >= 0) return timeline_->AddPoint(device_id, mark, times.start_ns);
  timeline_->AddMark(mark, texts, times);
}

}  // namespace aclprof
