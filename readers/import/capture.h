// capture.h: what a capture made by another tool holds, as every importer tells it.
//
// Shape    an importer streams: memory does not grow with the capture. Read may be called again and
//          then tells the same in the same order, which is the order of the capture.
// Units    Instants are Unix time. Digits finer than an attosecond are rounded to it: they are the
//          noise of doubles.
// Threads  one reader, one thread.
// Errors   Open fails for what is missing (kNotFound), unreadable (kPermissionDenied, kIoError) or
//          no capture (kUnsupported). Read returns kDataLoss when something was damaged or
//          truncated; all that was whole has been told by then, and the message names the first
//          damaged place.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "base/status.h"

namespace aclprof {

inline constexpr uint32_t kImportedNone = 0xFFFFFFFFu;  // no stream, task, model, context
inline constexpr uint32_t kMaxImportedDevice = 65535;   // a larger id is damage
inline constexpr int32_t kImportedHost = -1;            // the device id of what ran on no device

// An operator as the capture describes it. Empty: the capture does not say ("N/A").
struct ImportedOp {
  std::string_view name;
  std::string_view type;
  std::string_view state;
  std::string_view task_type;
  std::string_view hf32;
  std::string_view input_shapes;
  std::string_view input_data_types;
  std::string_view input_formats;
  std::string_view output_shapes;
  std::string_view output_data_types;
  std::string_view output_formats;
  uint32_t block_num = 0;
  uint32_t mix_block_num = 0;
};

// One row of the device: an operator when op.name is not empty, else an event, a copy and the like.
struct ImportedTask {
  Instant start;
  Span duration;
  uint64_t connection_id = 0;
  int32_t device_id = 0;
  uint32_t stream_id = kImportedNone;
  uint32_t task_id = kImportedNone;
  uint32_t model_id = kImportedNone;
  uint32_t context_id = kImportedNone;
  uint32_t batch_id = 0;
  bool communication = false;  // a collective or one of its steps
  std::string_view type;       // what the hardware ran, such as KERNEL_AIVEC
  ImportedOp op;
};

// What the tool made of the counters of one task on one kind of core.
struct ImportedMetrics {
  Instant start;  // as its task has it, and so are the ids
  int32_t device_id = 0;
  uint32_t stream_id = kImportedNone;
  uint32_t task_id = kImportedNone;
  uint16_t core_kind = 0;          // ACLPROFX_CORE_*
  uint16_t group = 0;              // aclprofAicoreMetrics
  uint64_t total_cycles = 0;       // ACLPROFX_PMU_NO_CYCLES: not known
  std::span<const double> values;  // in the order of ACLPROFX_PMU_VALUES
};

struct ImportedApi {
  Instant start;
  Span duration;
  uint64_t connection_id = 0;
  uint32_t process_id = 0;
  uint32_t thread_id = 0;
  uint16_t level = 0;  // ACLPROFX_LEVEL_*
  std::string_view name;
  std::string_view mode;
  std::string_view item;
};

// A range a program marked; a mark when its duration is zero and is_mark is set.
struct ImportedRange {
  Instant start;
  Span duration;
  uint64_t connection_id = 0;
  uint32_t thread_id = 0;
  uint32_t end_thread_id = 0;
  uint32_t category = 0;
  uint16_t event_type = 0;  // 0 marker, 1 push/pop, 2 start/end, 3 marker_ex
  bool is_mark = false;
  std::string_view message;
};

// One value of a counter.
struct ImportedSample {
  Instant time;
  int32_t device_id = kImportedHost;
  double value = 0;
  std::string_view counter;
  std::string_view series;
};

// Receives a capture's contents. The views are valid during the call.
class CaptureVisitor {
 public:
  virtual ~CaptureVisitor() = default;
  virtual void OnTask(const ImportedTask& task) = 0;
  // Behind its task.
  virtual void OnMetrics(const ImportedMetrics& metrics) = 0;
  virtual void OnApi(const ImportedApi& api) = 0;
  virtual void OnRange(const ImportedRange& range) = 0;
  virtual void OnSample(const ImportedSample& sample) = 0;
};

// What a file is, the richest kind first.
enum class CaptureKind : uint8_t {
  kDatabase,
  kTimeline,
  kTaskTime,   // every task, but not what is known of operators
  kOpSummary,  // operators alone: op_summary, kernel_details
};

class CaptureReader {
 public:
  // Opens a file, plain or gzip, whose contents (never its name) say what it is.
  static Status Open(const std::string& path, std::unique_ptr<CaptureReader>* reader);
  virtual ~CaptureReader() = default;

  virtual const std::string& path() const = 0;
  virtual CaptureKind kind() const = 0;
  virtual Status Read(CaptureVisitor* visitor) = 0;
};

}  // namespace aclprof
