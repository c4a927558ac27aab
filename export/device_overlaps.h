// device_overlaps.h: the overlap analysis of every device of a session, from its tasks.
//
// Shape    takes tasks by start and tells spans as soon as they are over; Finish ends what is open.
// Threads  one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "export/name_texts.h"
#include "export/overlap_analysis.h"
#include "export/task_row.h"

namespace aclprof {

class DeviceOverlaps {
 public:
  using OnSpan =
      std::function<void(int32_t device_id, OverlapRow row, int64_t start_ns, int64_t stop_ns)>;

  DeviceOverlaps(OpTexts* ops, TaskTypeTexts* types, OnSpan on_span);

  void AddTask(const TaskRow& task);
  void Finish();

 private:
  OverlapAnalysis* Of(int32_t device_id);

  OpTexts* ops_;
  TaskTypeTexts* types_;
  const OnSpan on_span_;
  std::map<int32_t, std::unique_ptr<OverlapAnalysis>> devices_;
};

}  // namespace aclprof
