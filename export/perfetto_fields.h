// perfetto_fields.h: the numbers of the fields of Perfetto's trace format that a timeline needs.
//
// Source   protos/perfetto in Perfetto's public sources: trace/trace_packet.proto, trace/clock_snapshot.proto,
//          trace/interned_data, trace/track_event, trace/profiling/profile_common.proto.
#pragma once

#include <cstdint>

namespace aclprof::perfetto {

enum TraceField : uint32_t { kPacket = 1 };

enum PacketField : uint32_t {
  kClockSnapshot = 6,
  kTimestamp = 8,
  kSequenceId = 10,
  kTrackEvent = 11,
  kInternedData = 12,
  kSequenceFlags = 13,
  kTrackDescriptor = 60,
};
enum SequenceFlag : uint32_t { kStateCleared = 1, kNeedsState = 2 };

enum SnapshotField : uint32_t { kClocks = 1 };
enum ClockField : uint32_t { kClockId = 1, kClockTime = 2 };
enum ClockNumber : uint32_t { kRealTime = 1, kBootTime = 6 };

enum DescriptorField : uint32_t {
  kUuid = 1,
  kTrackName = 2,
  kProcess = 3,
  kThread = 4,
  kParentUuid = 5,
  kCounter = 8,
};
enum ProcessField : uint32_t {
  kProcessPid = 1,
  kSortIndex = 3,
  kProcessName = 6,
  kProcessLabels = 8,
};
enum ThreadField : uint32_t { kThreadPid = 1, kThreadTid = 2, kThreadName = 5 };

enum EventField : uint32_t {
  kDebugAnnotations = 4,
  kEventType = 9,
  kNameIid = 10,
  kTrackUuid = 11,
  kName = 23,
  kDoubleCounterValue = 44,
  kFlowIds = 47,
};
enum EventType : int32_t { kSliceBegin = 1, kSliceEnd = 2, kInstant = 3, kCounterValue = 4 };

enum AnnotationField : uint32_t {
  kAnnotationNameIid = 1,
  kBoolValue = 2,
  kUintValue = 3,
  kDoubleValue = 5,
  kStringValue = 6,
  kStringValueIid = 17,
};

enum InternedField : uint32_t {
  kEventNames = 2,
  kAnnotationNames = 3,
  kAnnotationTexts = 29,
};
enum InternedTextField : uint32_t { kIid = 1, kText = 2 };

}  // namespace aclprof::perfetto
