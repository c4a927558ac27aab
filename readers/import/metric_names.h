// metric_names.h: which metric of which core each name stands for that a capture gives to its AI Core metrics.
//
// Shape    a table has "aic_mac_time(us)", a database "aic_mac_time"; units are not looked at. The group of a kind of
//          core is the one that most of its names are of. A name of no metric is left.
// Source   format/metric_columns.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "format/metric_columns.h"
#include "readers/import/capture.h"

namespace aclprof {

class MetricNames {
 public:
  MetricNames() = default;
  explicit MetricNames(const std::vector<std::string>& names);

  bool empty() const { return cores_.empty(); }
  // row: a value for each name, NaN where there is none. task: whose values they are. A kind of core of which the row
  // says nothing is not told.
  void Tell(const std::vector<double>& row, ImportedMetrics task, CaptureVisitor* visitor) const;

 private:
  // Places in the names; -1 of what has no name.
  struct Core {
    uint16_t core_kind = 0;
    uint16_t group = 0;
    int cycles = -1;
    std::vector<int> values;
  };

  std::vector<Core> cores_;
};

}  // namespace aclprof
