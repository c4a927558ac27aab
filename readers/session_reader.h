// session_reader.h: opens a PROF_* directory and gives its records back in order of time, with their names.
//
// Shape    records are not held: blocks are announced before they are decoded, and the cursor holds only those that
//          overlap the moment it has reached. What grows with the session is its announcements, about 250 bytes a
//          block, and its names.
// Threads  one reader, one thread, which others help to decode if the options say so: what is read does not depend on
//          how many. Several readers may read the same directory.
// Errors   Damage is not an error: what is whole is read, the rest is in damage(), files that can't be read among it.
//          Open fails for what is not a session (kNotFound), when no file can be read (as the system says) and for a
//          file of a newer major version (kUnsupported).
// Source   format/trace_format.md.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/status.h"
#include "format/dictionary.h"
#include "format/ledger.h"

namespace aclprof {

struct DeviceInfo {
  int32_t id = 0;
  std::string name;  // "host-cpu", "replay of ..."
};

// What info.json says of the session; for a session without one (a killed process) what the file headers say.
struct SessionInfo {
  std::string directory;
  std::string session_id;
  std::string host_name;
  std::string process_name;
  uint32_t process_id = 0;
  std::vector<DeviceInfo> devices;
  std::string clock_source;
  bool complete = false;
  std::string why_incomplete;  // empty when complete
  int64_t start_realtime_ns = 0;
  int64_t stop_realtime_ns = 0;
  bool run_complete = false;       // the program ended its use of the API in order
  std::vector<std::string> kinds;  // that were asked for, by name
  std::string info_json;           // the text of info.json, "" when there is none
};

struct FileDamage {
  std::string path;
  uint64_t offset = 0;
  uint64_t bytes = 0;
  uint64_t records = 0;  // as announced; 0 when even the announcement is gone
  std::string what;      // "torn tail", "checksum of block 3", ...
};

struct RecordView {
  uint16_t kind = 0;
  uint16_t flags = 0;  // of the record header
  uint32_t ring_id = 0;
  int32_t device_id = -1;  // -1 = host
  Instant start;           // Unix time; of point events the moment
  Span duration;           // zero for point events
  const void* payload =
      nullptr;  // the aclprofx_* struct of the kind, 8-aligned, valid until the next Next
  uint32_t payload_bytes = 0;
};

// From `from` on and before `to`.
struct TimeWindow {
  Instant from;
  Instant to;

  // Whether any of start..end, or start itself where that is all, is inside. So a moment is in one of several windows
  // that touch.
  bool Overlaps(Instant start, Instant end) const {
    return start < to && (from < end || from <= start);
  }
};

struct RecordFilter {
  uint64_t kinds = ~0ull;  // bit k: kind k
  int32_t device_id = -2;  // -2 = all streams, -1 = host, else one device
  // Records that overlap it alone; no other block is decompressed.
  std::optional<TimeWindow> window = std::nullopt;
};

// By all cursors of a reader so far.
struct BlockCounts {
  uint64_t decompressed = 0;
  uint64_t skipped = 0;  // by their announcements: of other devices, kinds or times
};

struct ReadOptions {
  int threads = 1;  // that decode, the caller's included; 0: as many as there are processors
};

class RecordCursor {
 public:
  virtual ~RecordCursor() = default;
  // The next record by (start, device, ring, position); false at the end.
  virtual bool Next(RecordView* record) = 0;
};

class SessionReader {
 public:
  static Status Open(const std::string& prof_directory, std::unique_ptr<SessionReader>* reader,
                     const ReadOptions& options = {});
  virtual ~SessionReader() = default;

  virtual const SessionInfo& info() const = 0;
  // From the footers where the session closed, else counted from the announcements (stored) alone.
  virtual const Ledger& ledger() const = 0;
  virtual const std::vector<std::string>& files() const = 0;
  virtual std::unique_ptr<RecordCursor> Records(const RecordFilter& filter) = 0;
  // What was found damaged so far; complete once a cursor over everything (or Verify) has ended.
  virtual const std::vector<FileDamage>& damage() const = 0;
  // Records announced in all files, by kind.
  virtual KindCounts announced() const = 0;
  // The same by device, -1 for the host; devices without a record are not there.
  virtual const std::map<int32_t, KindCounts>& announced_by_device() const = 0;
  // From the least start to the greatest end of all records announced; nothing when there are none.
  virtual std::optional<TimeWindow> announced_times() const = 0;
  virtual BlockCounts block_counts() const = 0;
  // Announced records of kinds that this version does not know; no cursor gives them.
  virtual uint64_t unknown_records() const = 0;
  // Stored by the final ledger's word, and neither announced nor aged out; negative: more are there than it says.
  // 0 where there is no final ledger.
  virtual int64_t missing_records() const = 0;
  // Dropped by the word of the announcements, for sessions without a final ledger.
  virtual uint64_t dropped_announced() const = 0;
  // Files in the data folders that are not trace files of this session.
  virtual const std::vector<std::string>& foreign_files() const = 0;

  // Names. An id without an entry gives "unknown(<id>)", id 0 gives "".
  virtual std::string_view String(uint32_t id) const = 0;
  virtual std::string_view TaskType(uint16_t id) const = 0;
  // NULL when there is no such operator.
  virtual const OpEntry* Op(uint32_t id) const = 0;
  // NULL when there is no such ring. *name receives its name.
  virtual const RingEntry* Ring(uint32_t id, std::string_view* name) const = 0;
  virtual uint64_t unknown_names() const = 0;
};

}  // namespace aclprof
