#include "devices/replay/capture_survey.h"

#include <algorithm>

namespace aclprof {
namespace {

constexpr int kAttoDigits = 9;

int DigitsOf(uint32_t attos) {
  int digits = attos == 0 ? 0 : kAttoDigits;
  for (; digits > 0 && attos % 10 == 0; attos /= 10) --digits;
  return digits;
}

}  // namespace

void CaptureSurvey::OnTask(const ImportedTask& task) {
  Note(task.start, task.duration);
  NoteStream({task.device_id, task.stream_id});
}

void CaptureSurvey::OnMetrics(const ImportedMetrics& metrics) {
  Note(metrics.start, Span());
  NoteStream({metrics.device_id, metrics.stream_id});
  if (!metrics_) metrics_ = metrics.group;
}

void CaptureSurvey::OnApi(const ImportedApi& api) { Note(api.start, api.duration); }

void CaptureSurvey::OnRange(const ImportedRange& range) { Note(range.start, range.duration); }

void CaptureSurvey::OnSample(const ImportedSample& sample) {
  Note(sample.time, Span());
  has_samples_ = true;
}

void CaptureSurvey::NoteStream(CapturedStream stream) {
  if (seen_.insert(stream).second) streams_.push_back(stream);
}

void CaptureSurvey::Note(Instant start, Span duration) {
  ++records_;
  first_ = std::min(first_, start);
  last_ = std::max(last_, start + duration);
  NoteDigits(SubNanoAttos(start));
  NoteDigits(SubNanoAttos(duration));
}

void CaptureSurvey::NoteDigits(uint32_t attos) {
  sub_nano_digits_ = std::max(sub_nano_digits_, DigitsOf(attos));
}

}  // namespace aclprof
