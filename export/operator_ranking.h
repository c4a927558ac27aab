// operator_ranking.h: which operators took a device's time: what `aclprof summary` shows.
//
// Shape    the tasks that op_statistic counts and those of operators without a type, as in sessions of level 0, by (device,
//          model, operator, type): two models may have equally named nodes. Memory grows with the groups.
// Errors   records that are damaged or too short are left out; the reader's damage() has the former.
// Source   docs/export.md, "op_statistic".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "export/duration_statistics.h"
#include "readers/session_reader.h"

namespace aclprof {

struct RankedOperator {
  uint32_t model_id = 0;  // ACLPROFX_NONE: of no model
  std::string name;
  std::string type;       // "" when not known
  std::string task_type;  // "" when not known
  DurationStatistics runs;
};

struct DeviceOperators {
  DeviceInfo device;
  DurationStatistics runs;                // of all
  std::vector<RankedOperator> operators;  // largest total first
};

// The devices of the session, also those that ran no operator, by id.
std::vector<DeviceOperators> RankOperators(SessionReader* reader);

}  // namespace aclprof
