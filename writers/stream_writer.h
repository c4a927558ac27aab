// stream_writer.h: one stream of trace files: header, dictionary entries as they are needed, blocks, footer; rotated
// by size and time, aged out under the session's storage limit.
//
// Threads  one at a time (the serial node of the graph); the budget is shared by the streams of a session.
// Errors   A failed write leaves the file whole up to what was written before (it is cut back), closes it, and the stream
//          tries a new file after a back-off; Append then returns the error and its blocks were not stored.
// Source   format/trace_format.md; files under fault are reached through base/file_system.h only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "base/file_system.h"
#include "base/status.h"
#include "base/version.h"
#include "format/dictionary.h"
#include "format/ledger.h"
#include "writers/block_encoder.h"
#include "writers/retention.h"

namespace aclprof {

// One moment on three clocks, as ClockStamp of the format. Pairs are written at open, at every rotation, at close and every few seconds.
struct ClockPair {
  uint64_t ticks = 0;
  int64_t monotonic_raw_ns = 0;
  int64_t realtime_ns = 0;
};

struct StreamIdentity {
  std::string session_id;  // the name of the PROF_* directory
  std::string host_name;
  std::string process_name;
  uint32_t process_id = 0;
  int32_t device_id = -1;   // -1 = host
  std::string device_name;  // "host-cpu", "replay of ..."; may be empty: rings name their device
  uint64_t ticks_per_second = 1000000000;
  std::string clock_source;  // "monotonic_raw", "tsc", "fixed", ...
  std::string writer = std::string("aclprof ") + kLibraryVersion;
};

struct StreamWriterOptions {
  FileSystem* files = nullptr;
  std::string directory;    // absolute: PROF_*/device_0/data, exists already
  std::string file_prefix;  // "device_0" -> device_0.000001.trace.lz4
  StreamIdentity identity;
  uint64_t max_file_bytes = 64u << 20;
  int64_t max_file_age_ns = 0;  // 0 = no rotation by time
  int64_t clock_pair_interval_ns = 5000000000;
  int64_t retry_delay_ns = 1000000000;
  const DictionarySource* dictionary = nullptr;
  std::function<ClockPair()> clock;
  // The time for rotation, back-off and pairs, on the same clock as monotonic_raw_ns; asked for every block, and cheaper
  // than three clocks. NULL: theirs.
  std::function<int64_t()> monotonic_ns;
  // With a clock that is injected: the moment of these ticks. Blocks are then written at the time of their last record,
  // so that no byte depends on when the writer came to them. NULL: at the time of the clock.
  std::function<ClockPair(uint64_t ticks)> moment_of;
  Retention* retention = nullptr;  // NULL = no storage limit
};

class StreamWriter {
 public:
  static std::unique_ptr<StreamWriter> Create(StreamWriterOptions options);
  virtual ~StreamWriter() = default;

  // Writes as many of the blocks, from the first on, as go into one file, and with one write; *taken, at least 1, says
  // how many, also where memory runs out. When this returns OK, their bytes were accepted by write(). A block with empty
  // bytes is nothing.
  virtual Status Append(std::span<const EncodedBlock* const> blocks, size_t* taken) = 0;
  // Writes the footer with the ledger, makes the file durable and closes it. A stream without a block still leaves
  // one file with header and footer. `ledger`: the session's, this stream's rings at least. kDataLoss when files vanished.
  virtual Status Close(const Ledger& ledger) = 0;

  virtual uint64_t files_written() const = 0;
  virtual uint64_t write_failures() const = 0;
  // Records of files that somebody removed or replaced while they were written: accepted once, and gone.
  virtual uint64_t vanished_records() const = 0;
};

}  // namespace aclprof
