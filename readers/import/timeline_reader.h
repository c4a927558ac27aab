// timeline_reader.h: what a timeline JSON holds: msprof's, torch_npu's trace_view and Kineto's.
//
// Shape    what a slice is follows from the process it stands under and from its arguments, never
//          from numbers that change with releases. Left out, as they are made from the rest:
//          Overlap Analysis, flows, Kineto's window of the profiler itself and its projections of
//          annotations onto the device.
// Errors   an event whose times are no numbers is left out and counted as damage.
// Source   the vendor's msprof_*.json and trace_view.json of 2025-01 to CANN 9.0.0; Kineto's files
//          of 2022 to 2024.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "readers/import/capture.h"

namespace aclprof {

class TimelineReader : public CaptureReader {
 public:
  static bool Recognizes(std::string_view beginning);
  explicit TimelineReader(std::string path) : path_(std::move(path)) {}

  const std::string& path() const override { return path_; }
  CaptureKind kind() const override { return CaptureKind::kTimeline; }
  Status Read(CaptureVisitor* visitor) override;

 private:
  // Names of processes and the base of relative times may stand behind the events that need them.
  Status LearnHeader();

  std::string path_;
  bool learnt_ = false;
  std::unordered_map<std::string, std::string> process_names_;
  Instant base_;
};

}  // namespace aclprof
