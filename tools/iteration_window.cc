#include "tools/iteration_window.h"

#include <optional>
#include <string>

#include "aclprof/producer.h"

namespace aclprof {
namespace {

bool IsOf(const aclprofx_step& step, const Iteration& iteration) {
  return step.index == iteration.number &&
         (step.model_id == iteration.model_id || step.model_id == ACLPROFX_NONE);
}

}  // namespace

Status WindowOfIteration(SessionReader* reader, const Iteration& iteration, TimeWindow* window) {
  std::optional<Instant> first, last;
  const auto cursor = reader->Records({uint64_t{1} << ACLPROFX_KIND_STEP});
  for (RecordView record; cursor->Next(&record);) {
    if (record.payload_bytes < sizeof(aclprofx_step)) continue;
    if (!IsOf(*static_cast<const aclprofx_step*>(record.payload), iteration)) continue;
    if (!first) first = record.start;
    last = record.start;
  }
  if (!first || !(*first < *last))
    return {StatusCode::kNotFound, "no start and end of iteration " +
                                       std::to_string(iteration.number) + " of model " +
                                       std::to_string(iteration.model_id)};
  *window = {*first, *last};
  return {};
}

}  // namespace aclprof
