#include "readers/import/timeline_reader.h"

#include <charconv>

#include "aclprof/producer.h"
#include "readers/import/damage_note.h"
#include "readers/import/decimal_time.h"
#include "readers/import/timeline_parser.h"
#include "readers/import/timeline_slice.h"

namespace aclprof {
namespace {

constexpr uint32_t kDeviceBitsOfPid = 31;  // pid = process << 10 | layer << 5 | device
constexpr int kProcessShiftOfPid = 10;
constexpr std::string_view kHostLabelLayers[] = {"CPU Usage", "Memory Usage", "Network Usage",
                                                 "Disk Usage"};

constexpr std::string_view kCollective = "COMMUNICATION";  // the task type of a whole collective

struct LevelName {
  std::string_view name;
  uint16_t level;
};
constexpr LevelName kLevels[] = {
    {"acl", ACLPROFX_LEVEL_ACL},
    {"model", ACLPROFX_LEVEL_MODEL},
    {"node", ACLPROFX_LEVEL_NODE},
    {"communication", ACLPROFX_LEVEL_COMMUNICATION},
    {"hccl", ACLPROFX_LEVEL_COMMUNICATION},
    {"runtime", ACLPROFX_LEVEL_RUNTIME},
};

// Beyond it a start and a duration might not add up to an Instant.
constexpr Instant kLastStart = {INT64_MAX / 2, 0};

template <typename Number>
Number NumberOr(std::string_view text, Number otherwise) {
  Number number = otherwise;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : otherwise;
}

// The first of the arguments that is there, as a number.
uint32_t IdArg(const TimelineEvent& event, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    const std::string_view text = event.ArgText(key);
    if (!text.empty()) return NumberOr<uint32_t>(text, kImportedNone);
  }
  return kImportedNone;
}

// Tells one event after the other.
class EventTeller {
 public:
  EventTeller(Instant base, CaptureVisitor* visitor, DamageNote* damage)
      : base_(base), visitor_(visitor), damage_(damage) {}

  void OnEvent(const TimelineEvent& event, std::string_view process_name) {
    const SliceKind kind = ClassifySlice(event, process_name);
    if (kind == SliceKind::kOther || !TakeTimes(event, kind)) return;
    Tell(event, kind, process_name);
  }

 private:
  void Tell(const TimelineEvent& event, SliceKind kind, std::string_view process_name) {
    switch (kind) {
      case SliceKind::kHardwareTask:
        return TellHardwareTask(event);
      case SliceKind::kCommunicationTask:
        return TellCommunication(event);
      case SliceKind::kDeviceActivity:
        return TellActivity(event);
      case SliceKind::kCannApi:
        return TellCannApi(event);
      case SliceKind::kRuntimeApi:
        return TellApi(event, ACLPROFX_LEVEL_RUNTIME);
      case SliceKind::kFrameworkApi:
        return TellApi(event, ACLPROFX_LEVEL_FRAMEWORK);
      case SliceKind::kAnnotation:
      case SliceKind::kUserMark:
        return TellRange(event);
      case SliceKind::kCounter:
        return TellCounter(event, process_name);
      case SliceKind::kOther:
        return;
    }
  }

  bool TakeTimes(const TimelineEvent& event, SliceKind kind) {
    Instant start;
    if (!ParseMicros(event.start, &start)) return Note(event, "ts", event.start);
    start_ = base_ + Span{start.ns, start.fs, start.as};
    if (start_ > kLastStart) return Note(event, "ts", event.start);
    duration_ = Span();
    if (kind == SliceKind::kCounter) return true;
    return ParseMicros(event.duration, &duration_) || Note(event, "dur", event.duration);
  }

  bool Note(const TimelineEvent& event, const char* member, const std::string& text) {
    damage_->Add("byte " + std::to_string(event.offset) + ": \"" + member + "\" is \"" + text +
                 "\"");
    return false;
  }

  ImportedTask NewTask() const {
    ImportedTask task;
    task.start = start_;
    task.duration = duration_;
    return task;
  }

  static int32_t DeviceOfPid(const TimelineEvent& event) {
    return static_cast<int32_t>(NumberOr<uint64_t>(event.pid, 0) & kDeviceBitsOfPid);
  }

  void TellHardwareTask(const TimelineEvent& event) {
    ImportedTask task = NewTask();
    task.device_id = DeviceOfPid(event);
    task.stream_id = IdArg(event, {"Physic Stream Id", "Stream Id"});
    if (task.stream_id == kImportedNone) task.stream_id = NumberOr(event.tid, kImportedNone);
    task.task_id = IdArg(event, {"Task Id"});
    task.model_id = IdArg(event, {"Model Id"});
    task.context_id = IdArg(event, {"Subtask Id"});
    task.batch_id = NumberOr<uint32_t>(event.ArgText("Batch Id"), 0);
    task.connection_id = NumberOr<uint64_t>(event.ArgText("connection_id"), 0);
    NameHardwareTask(event, &task);
    visitor_->OnTask(task);
  }

  // In 2025 the type was the queue's word (PCIE_DMA_SQE) for what the runtime calls MEMCPY_ASYNC;
  // the database of the same release and later timelines have the runtime's word as the type.
  static void NameHardwareTask(const TimelineEvent& event, ImportedTask* task) {
    task->type = event.ArgText("Task Type");
    if (event.name == task->type) return;
    if (IsRuntimeTaskName(event.name)) {
      task->type = event.name;
    } else {
      task->op.name = event.name;
    }
  }

  void TellCommunication(const TimelineEvent& event) {
    ImportedTask task = NewTask();
    task.communication = true;
    task.device_id = DeviceOfPid(event);
    task.stream_id = NumberOr(event.tid, kImportedNone);  // the row of the group or plane
    task.task_id = IdArg(event, {"task id"});
    task.model_id = IdArg(event, {"model id"});
    task.context_id = IdArg(event, {"context id"});
    task.connection_id = NumberOr<uint64_t>(event.ArgText("connection_id"), 0);
    const std::string_view step = event.ArgText("task type");
    task.type = step.empty() ? std::string_view(kCollective) : step;
    task.op.name = event.name;
    if (step.empty()) task.op.task_type = kCollective;
    visitor_->OnTask(task);
  }

  void TellActivity(const TimelineEvent& event) {
    ImportedTask task = NewTask();
    const std::string_view device = event.ArgText("device");
    task.device_id = static_cast<int32_t>(
        NumberOr<uint16_t>(device.empty() ? std::string_view(event.pid) : device, 0));
    task.stream_id = IdArg(event, {"stream"});
    task.connection_id = NumberOr<uint64_t>(event.ArgText("correlation"), 0);
    task.type = event.category;
    task.op.name = event.name;
    task.op.task_type = event.category;
    visitor_->OnTask(task);
  }

  static uint16_t LevelOf(std::string_view name) {
    for (const LevelName& known : kLevels) {
      if (name == known.name) return known.level;
    }
    return ACLPROFX_LEVEL_FRAMEWORK;
  }

  // Above level acl the call is the mode ("launch") and the item is what it was about (the
  // operator).
  void TellCannApi(const TimelineEvent& event) {
    ImportedApi api = NewApi(event);
    api.process_id = static_cast<uint32_t>(NumberOr<uint64_t>(event.pid, 0) >> kProcessShiftOfPid);
    api.level = LevelOf(event.ArgText("level"));
    api.mode = event.ArgText("Mode");
    api.item = event.ArgText("item_id");
    api.name = api.level == ACLPROFX_LEVEL_ACL ? event.ArgText("id") : api.mode;
    api.connection_id = NumberOr<uint64_t>(event.ArgText("connection_id"), 0);
    visitor_->OnApi(api);
  }

  void TellApi(const TimelineEvent& event, uint16_t level) {
    ImportedApi api = NewApi(event);
    api.process_id = NumberOr<uint32_t>(event.pid, 0);
    api.level = level;
    api.name = event.name;
    api.mode = event.category;
    if (level == ACLPROFX_LEVEL_RUNTIME) {
      api.connection_id = NumberOr<uint64_t>(event.ArgText("correlation"), 0);
    }
    visitor_->OnApi(api);
  }

  ImportedApi NewApi(const TimelineEvent& event) const {
    ImportedApi api;
    api.start = start_;
    api.duration = duration_;
    api.thread_id = NumberOr<uint32_t>(event.tid, 0);
    return api;
  }

  void TellRange(const TimelineEvent& event) {
    ImportedRange range;
    range.start = start_;
    range.duration = duration_;
    range.thread_id = range.end_thread_id = NumberOr<uint32_t>(event.tid, 0);
    range.category = NumberOr<uint32_t>(event.ArgText("Category"), 0);
    const std::string_view type = event.ArgText("event_type");
    range.event_type = type == "start/end" ? 2 : type == "marker_ex" ? 3 : type == "marker" ? 0 : 1;
    range.is_mark = type == "marker" || type == "marker_ex";
    range.message = event.name;
    visitor_->OnRange(range);
  }

  void TellCounter(const TimelineEvent& event, std::string_view process_name) {
    for (const TimelineArg& arg : event) {
      if (!arg.is_number) continue;
      ImportedSample sample;
      sample.time = start_;
      sample.device_id = IsHostLayer(process_name) ? kImportedHost : DeviceOfPid(event);
      sample.value = NumberOr<double>(arg.text, 0);
      sample.counter = event.name;
      sample.series = arg.key;
      visitor_->OnSample(sample);
    }
  }

  static bool IsHostLayer(std::string_view process_name) {
    for (const std::string_view layer : kHostLabelLayers) {
      if (process_name == layer) return true;
    }
    return false;
  }

  Instant base_;
  CaptureVisitor* visitor_;
  DamageNote* damage_;
  Instant start_;
  Span duration_;
};

}  // namespace

bool TimelineReader::Recognizes(std::string_view beginning) {
  const size_t first = beginning.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  if (beginning[first] == '[') return beginning.find("\"ph\"") != std::string_view::npos;
  if (beginning[first] != '{') return false;
  return beginning.find("\"traceEvents\"") != std::string_view::npos ||
         beginning.find("\"schemaVersion\"") != std::string_view::npos;
}

Status TimelineReader::LearnHeader() {
  std::unique_ptr<CaptureInput> input;
  if (Status status = CaptureInput::Open(path_, &input); !status.ok()) return status;
  TimelineHeader header;
  const auto on_event = [this](const TimelineEvent& event) {
    if (event.phase == "M" && event.name == "process_name") {
      process_names_[event.pid] = std::string(event.ArgText("name"));
    }
  };
  const Status end = ParseTimeline(input.get(), on_event, &header);
  if (!end.ok() && end.code() != StatusCode::kDataLoss) return end;
  if (!header.base_nanos.empty()) ParseNanos(header.base_nanos, &base_);
  learnt_ = true;
  return Status();
}

Status TimelineReader::Read(CaptureVisitor* visitor) {
  if (!learnt_) {
    if (Status status = LearnHeader(); !status.ok()) return status;
  }
  std::unique_ptr<CaptureInput> input;
  if (Status status = CaptureInput::Open(path_, &input); !status.ok()) return status;
  DamageNote damage;
  EventTeller teller(base_, visitor, &damage);
  TimelineHeader header;
  const auto on_event = [&](const TimelineEvent& event) {
    const auto name = process_names_.find(event.pid);
    teller.OnEvent(event, name == process_names_.end() ? std::string_view() : name->second);
  };
  const Status end = ParseTimeline(input.get(), on_event, &header);
  return end.ok() ? damage.ToStatus(path_) : end;
}

}  // namespace aclprof
