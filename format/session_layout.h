// session_layout.h: the names in a session's directory and the keys of its info.json.
//
// Source   ARCHITECTURE.md, "On disk"; whoever writes or reads a session takes the names from here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "format/trace_format.h"

namespace aclprof {

inline constexpr char kSessionPrefix[] = "PROF_";
inline constexpr char kInfoFileName[] = "info.json";
inline constexpr char kDataFolder[] = "data";  // of the folder of a stream
inline constexpr char kTraceSuffix[] = ".trace.lz4";

// The folder of a stream, whose name its files begin with too; device -1 is the host.
std::string StreamFolder(int32_t device_id);
// The reverse; nothing for a folder that is no stream's.
std::optional<int32_t> DeviceOfFolder(std::string_view folder);

// "1.0": what info.json names as the version of its trace files.
std::string FormatVersionText();

inline constexpr int kInfoVersion = 1;

// The keys of info.json.
namespace info_key {
inline constexpr char kFormatVersion[] = "format_version";
inline constexpr char kSessionId[] = "session_id";
inline constexpr char kHostName[] = "host_name";
inline constexpr char kProcessName[] = "process_name";
inline constexpr char kProcessId[] = "pid";
inline constexpr char kMode[] = "mode";
inline constexpr char kConfig[] = "config";
inline constexpr char kBaseDirectory[] = "base_directory";
inline constexpr char kStart[] = "start_realtime_ns";
inline constexpr char kStop[] = "stop_realtime_ns";  // 0 while the session runs
inline constexpr char kComplete[] = "complete";
inline constexpr char kWhyIncomplete[] = "why_incomplete";
inline constexpr char kRunComplete[] = "run_complete";
inline constexpr char kKinds[] = "kinds";

inline constexpr char kClock[] = "clock";
inline constexpr char kClockSource[] = "source";
inline constexpr char kTicksPerSecond[] = "ticks_per_second";
inline constexpr char kClockNote[] = "note";  // why it is not what was asked for, or empty

inline constexpr char kVersions[] = "versions";
inline constexpr char kLibraryVersion[] = "aclprof";
inline constexpr char kTraceVersion[] = "format";

inline constexpr char kDevices[] = "devices";
inline constexpr char kDeviceId[] = "id";
inline constexpr char kDeviceName[] = "name";

inline constexpr char kLedger[] = "ledger";
inline constexpr char kEmitted[] = "emitted";
inline constexpr char kStored[] = "stored";    // of the ledger a total, of a row by kind
inline constexpr char kDropped[] = "dropped";  // likewise; of a row by cause and kind
inline constexpr char kByCause[] = "by_cause";
inline constexpr char kAgedOut[] = "aged_out";
inline constexpr char kLossMarkers[] = "loss_markers";
inline constexpr char kOpenEnded[] = "open_ended";
inline constexpr char kUnattributed[] = "unattributed";
inline constexpr char kByRing[] = "by_ring";
inline constexpr char kRing[] = "ring";
inline constexpr char kRingDevice[] = "device";
inline constexpr char kRingName[] = "name";
}  // namespace info_key

}  // namespace aclprof
