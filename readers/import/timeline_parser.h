// timeline_parser.h: the events of a timeline JSON, one at a time; the file is never held whole.
//
// Shape    an array of events, or an object with "traceEvents" and, where times are relative,
//          "baseTimeNanoseconds".
// Errors   kDataLoss names the byte where the text breaks; every event that ended before it has
//          been told.
// Source   the parser is RapidJSON's, run as an iteration, so that deep nesting takes no stack.
#pragma once

#include <functional>
#include <string>

#include "base/status.h"
#include "readers/import/capture_input.h"
#include "readers/import/timeline_event.h"

namespace aclprof {

struct TimelineHeader {
  std::string base_nanos;  // text of baseTimeNanoseconds, "" when there is none
};

using OnTimelineEvent = std::function<void(const TimelineEvent&)>;

Status ParseTimeline(CaptureInput* input, const OnTimelineEvent& on_event, TimelineHeader* header);

}  // namespace aclprof
