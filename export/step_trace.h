// step_trace.h: step_trace_<stamp>.csv and .json: the iterations that the application stamped on a device.
//
// Shape    an iteration is the stamps of one device, model and index. They are held until all records have come: memory
//          grows with the number of iterations.
// Units    ns of Unix time.
// Threads  one.
// Source   docs/export.md, "step_trace".
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "aclprof/producer.h"
#include "base/status.h"
#include "export/csv_table.h"
#include "export/output_set.h"
#include "export/timeline_choice.h"
#include "readers/session_reader.h"

namespace aclprof {

class StepTrace {
 public:
  StepTrace(OutputSet* outputs, const SessionReader* reader);

  // The times of the timeline count from there.
  void CountFrom(int64_t origin_ns) { origin_ns_ = origin_ns; }
  void Choose(const TimelineChoice& choice) { choice_ = choice; }
  void Add(int32_t device_id, const aclprofx_step& step, int64_t time_ns);
  void Finish();
  Status status() const;

 private:
  struct Key {
    int32_t device_id;
    uint32_t model_id;
    uint64_t index;
    auto operator<=>(const Key&) const = default;
  };
  struct Stamps {
    int64_t first_ns;
    std::optional<int64_t> end_ns;
  };
  struct Iteration {
    Key key;
    int64_t end_ns = 0;
    std::optional<int64_t> start_ns;
    std::optional<int64_t> duration_ns;
  };

  std::vector<Iteration> InOrder() const;
  void WriteTable(const std::vector<Iteration>& iterations);
  void WriteTimeline(const std::vector<Iteration>& iterations);

  OutputSet* outputs_;
  const SessionReader* reader_;
  CsvTable table_;
  TimelineChoice choice_;
  int64_t origin_ns_ = 0;
  std::map<Key, Stamps> stamps_;
  Status timeline_made_;
};

}  // namespace aclprof
