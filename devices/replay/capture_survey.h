// capture_survey.h: what must be known of a capture before its first record is fed: time span, digits, devices.
//
// Shape    a visitor for a first pass; it keeps one entry for each stream of each device.
#pragma once

#include <cstdint>
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

 private:
  void Note(Instant start, Span duration);
  void NoteDigits(uint32_t attos);

  uint64_t records_ = 0;
  Instant first_{INT64_MAX, 0};
  Instant last_{INT64_MIN, 0};
  int sub_nano_digits_ = 0;
  std::set<CapturedStream> seen_;
  std::vector<CapturedStream> streams_;
};

}  // namespace aclprof
