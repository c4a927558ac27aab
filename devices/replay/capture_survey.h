// capture_survey.h: what must be known of a capture before its first record is fed: time span, digits, devices.
//
// Shape    a visitor for a first pass; it keeps one entry for each stream of each device.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "readers/import/capture.h"

namespace aclprof {

struct CapturedStream {
  int32_t device_id;
  uint32_t stream_id;
  auto operator<=>(const CapturedStream&) const = default;
};

class CaptureSurvey : public CaptureVisitor {
 public:
  void OnTask(const ImportedTask& task) override;
  void OnMetrics(const ImportedMetrics& metrics) override;
  void OnApi(const ImportedApi& api) override;
  void OnRange(const ImportedRange& range) override;
  void OnSample(const ImportedSample& sample) override;

  bool empty() const { return records_ == 0; }
  uint64_t records() const { return records_; }
  Instant first() const { return first_; }
  Instant last() const { return last_; }
  // How many decimal digits below the nanosecond any time has: 0..9.
  int sub_nano_digits() const { return sub_nano_digits_; }
  // Streams that ran tasks, in the order of their first task.
  const std::vector<CapturedStream>& streams() const { return streams_; }
  // The group of AI Core metrics that the capture has, if any: its first.
  std::optional<uint16_t> metrics() const { return metrics_; }
  bool has_samples() const { return has_samples_; }

 private:
  void Note(Instant start, Span duration);
  void NoteStream(CapturedStream stream);
  void NoteDigits(uint32_t attos);

  uint64_t records_ = 0;
  Instant first_{INT64_MAX, 0};
  Instant last_{INT64_MIN, 0};
  int sub_nano_digits_ = 0;
  std::set<CapturedStream> seen_;
  std::vector<CapturedStream> streams_;
  std::optional<uint16_t> metrics_;
  bool has_samples_ = false;
};

}  // namespace aclprof
