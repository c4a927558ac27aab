#include "readers/import/timeline_slice.h"

#include <algorithm>

namespace aclprof {
namespace {

struct CategoryKind {
  std::string_view category;
  SliceKind kind;
};

constexpr CategoryKind kCategories[] = {
    {"kernel", SliceKind::kDeviceActivity},        {"gpu_memcpy", SliceKind::kDeviceActivity},
    {"gpu_memset", SliceKind::kDeviceActivity},    {"cuda_sync", SliceKind::kDeviceActivity},
    {"cuda_runtime", SliceKind::kRuntimeApi},      {"cuda_driver", SliceKind::kRuntimeApi},
    {"hip_runtime", SliceKind::kRuntimeApi},       {"cpu_op", SliceKind::kFrameworkApi},
    {"python_function", SliceKind::kFrameworkApi}, {"enqueue", SliceKind::kFrameworkApi},
    {"dequeue", SliceKind::kFrameworkApi},         {"user_annotation", SliceKind::kAnnotation},
    {"gpu_user_annotation", SliceKind::kOther},    {"Trace", SliceKind::kOther},
};

constexpr std::string_view kRuntimeTaskNames[] = {
    "PROFILING_ENABLE", "PROFILING_DISABLE", "MEMCPY_ASYNC",     "EVENT_RECORD",
    "EVENT_WAIT",       "TASK_TIMEOUT_SET",  "PLACE_HOLDER_SQE", "MODEL_EXECUTE",
    "NOTIFY_WAIT",      "NOTIFY_RECORD",     "STREAM_SWITCH",    "STREAM_ACTIVE",
};

// Arguments tell a layer even where a cut file lost the name of its process.
SliceKind KindByArguments(const TimelineEvent& event) {
  if (event.Find("Task Type") != nullptr && event.Find("Task Id") != nullptr) {
    return SliceKind::kHardwareTask;
  }
  if (event.Find("level") != nullptr && event.Find("Mode") != nullptr) return SliceKind::kCannApi;
  if (event.Find("alg_type") != nullptr || event.Find("notify_id") != nullptr) {
    return SliceKind::kCommunicationTask;
  }
  if (event.Find("event_type") != nullptr) return SliceKind::kUserMark;
  return SliceKind::kOther;
}

SliceKind KindByCategory(const TimelineEvent& event) {
  for (const CategoryKind& known : kCategories) {
    if (event.category == known.category) return known.kind;
  }
  if (event.Find("device") != nullptr && event.Find("stream") != nullptr) {
    return SliceKind::kDeviceActivity;
  }
  return SliceKind::kFrameworkApi;
}

}  // namespace

SliceKind ClassifySlice(const TimelineEvent& event, std::string_view process_name) {
  if (event.phase == "C") return SliceKind::kCounter;
  if (event.phase != "X") return SliceKind::kOther;
  if (process_name == "HCCL" || process_name == "Communication") {
    return SliceKind::kCommunicationTask;
  }
  if (process_name == "Overlap Analysis") return SliceKind::kOther;
  const SliceKind by_arguments = KindByArguments(event);
  if (by_arguments != SliceKind::kOther || event.category.empty()) return by_arguments;
  return KindByCategory(event);
}

bool IsRuntimeTaskName(std::string_view name) {
  return std::find(std::begin(kRuntimeTaskNames), std::end(kRuntimeTaskNames), name) !=
         std::end(kRuntimeTaskNames);
}

}  // namespace aclprof
