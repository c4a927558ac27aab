// timeline_slice.h: what one event of a timeline stands for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "readers/import/timeline_event.h"

namespace aclprof {

enum class SliceKind : uint8_t {
  kHardwareTask,       // Ascend Hardware
  kCommunicationTask,  // HCCL, Communication
  kDeviceActivity,     // Kineto: kernel, gpu_memcpy, gpu_memset, cuda_sync
  kCannApi,            // CANN
  kRuntimeApi,         // Kineto: cuda_runtime, cuda_driver
  kFrameworkApi,       // Python, Kineto's cpu_op
  kAnnotation,         // Kineto's user_annotation
  kUserMark,           // msproftx
  kCounter,
  kOther,  // made from the others, or of a kind no record carries
};

// `process_name` is "" when the file does not tell it.
SliceKind ClassifySlice(const TimelineEvent& event, std::string_view process_name);

// Whether the name of a hardware task is the runtime's word for it and no operator's.
bool IsRuntimeTaskName(std::string_view name);

}  // namespace aclprof
