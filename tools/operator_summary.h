// operator_summary.h: what `aclprof summary` tells of one session, as text and as JSON.
//
// Units    top: operators shown of each device; 0 shows all.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "export/operator_ranking.h"
#include "readers/session_reader.h"

namespace aclprof {

struct OperatorSummary {
  const SessionReader* reader;
  std::vector<DeviceOperators> devices;
  size_t top;
};

nlohmann::ordered_json OperatorSummaryJson(const OperatorSummary& summary);
std::string OperatorSummaryText(const OperatorSummary& summary);

}  // namespace aclprof
