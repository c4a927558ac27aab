// task_row.h: one task record as the tables and the timeline want it.
#pragma once

#include <cstdint>
#include <optional>

#include "aclprof/producer.h"
#include "export/export_times.h"
#include "readers/session_reader.h"

namespace aclprof {

// What the task of a copy copied.
struct CopyFacts {
  uint64_t bytes = 0;
  uint32_t operation = 0;  // aclrtMemcpyKind
};

struct TaskCounts;

// What a linked record says more; without one nothing of it is known.
struct TaskLink {
  uint64_t connection_id = 0;
  uint32_t model_id = ACLPROFX_NONE;
  uint32_t context_id = ACLPROFX_NONE;
  uint32_t batch_id = 0;
  uint32_t subtask_id = ACLPROFX_NONE;
};

struct TaskRow : TaskLink {
  int32_t device_id = 0;
  ExportTimes times;
  uint32_t stream_id = 0;
  uint32_t task_id = 0;
  uint32_t op = 0;
  uint16_t type = 0;
  bool open_ended = false;
  bool communication = false;
  bool linked = false;
  std::optional<CopyFacts> copy;
  const TaskCounts* counts = nullptr;  // of AI Core, where they are known

  void TakeTask(const aclprofx_task& task) {
    stream_id = task.stream_id;
    task_id = task.task_id;
    op = task.op;
    type = task.type;
    open_ended = (task.flags & ACLPROFX_TASK_OPEN_ENDED) != 0;
    communication = (task.flags & ACLPROFX_TASK_COMMUNICATION) != 0;
  }
  void TakeLink(const aclprofx_task_linked* link) {
    linked = link != nullptr;
    static_cast<TaskLink&>(*this) =
        linked ? TaskLink{link->connection_id, link->model_id, link->context_id, link->batch_id,
                          link->subtask_id}
               : TaskLink();
  }
};

inline constexpr uint64_t kTaskKinds =
    (1ull << ACLPROFX_KIND_TASK) | (1ull << ACLPROFX_KIND_TASK_LINKED);

// The payload as the struct of its kind, or NULL when it is too short for one.
template <typename Payload>
const Payload* PayloadAs(const RecordView& record) {
  if (record.payload_bytes < sizeof(Payload)) return nullptr;
  return static_cast<const Payload*>(record.payload);
}

// False when the payload is too short to be a task; otherwise all of *row is set, but field by field: it is done for
// every task of a session, more than once, and clearing it first costs more than the rest. Inline for the same reason.
inline bool DecodeTask(const RecordView& record, TaskRow* row) {
  const auto* task = PayloadAs<aclprofx_task>(record);
  const bool is_linked = record.kind == ACLPROFX_KIND_TASK_LINKED;
  const auto* link = is_linked ? PayloadAs<aclprofx_task_linked>(record) : nullptr;
  if (task == nullptr || is_linked != (link != nullptr)) return false;
  row->device_id = record.device_id;
  row->times = TimesOf(record.start, record.duration);
  row->TakeTask(*task);
  row->TakeLink(link);
  row->copy.reset();
  row->counts = nullptr;
  return true;
}

}  // namespace aclprof
