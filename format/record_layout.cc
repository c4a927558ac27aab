#include "format/record_layout.h"

namespace aclprof {
namespace {

constexpr auto kPlain = Transform::kPlain;
constexpr auto kDelta = Transform::kDelta;
constexpr auto kSigned = Transform::kSigned;
using Role = FieldRole;

#define FIELD(type, name, transform, role) \
  Field { offsetof(type, name), sizeof(type::name), transform, role }

constexpr Field kTask[] = {
    FIELD(aclprofx_task, start, kDelta, Role::kStart),
    FIELD(aclprofx_task, duration, kPlain, Role::kDuration),
    FIELD(aclprofx_task, stream_id, kPlain, Role::kNone),
    FIELD(aclprofx_task, task_id, kDelta, Role::kNone),
    FIELD(aclprofx_task, op, kPlain, Role::kOp),
    FIELD(aclprofx_task, type, kPlain, Role::kTaskType),
    FIELD(aclprofx_task, flags, kPlain, Role::kNone),
};

constexpr Field kTaskLinked[] = {
    FIELD(aclprofx_task_linked, task.start, kDelta, Role::kStart),
    FIELD(aclprofx_task_linked, task.duration, kPlain, Role::kDuration),
    FIELD(aclprofx_task_linked, task.stream_id, kPlain, Role::kNone),
    FIELD(aclprofx_task_linked, task.task_id, kDelta, Role::kNone),
    FIELD(aclprofx_task_linked, task.op, kPlain, Role::kOp),
    FIELD(aclprofx_task_linked, task.type, kPlain, Role::kTaskType),
    FIELD(aclprofx_task_linked, task.flags, kPlain, Role::kNone),
    FIELD(aclprofx_task_linked, connection_id, kDelta, Role::kNone),
    FIELD(aclprofx_task_linked, model_id, kPlain, Role::kNone),
    FIELD(aclprofx_task_linked, context_id, kPlain, Role::kNone),
    FIELD(aclprofx_task_linked, batch_id, kPlain, Role::kNone),
    FIELD(aclprofx_task_linked, subtask_id, kPlain, Role::kNone),
};

constexpr Field kApi[] = {
    FIELD(aclprofx_api, start, kDelta, Role::kStart),
    FIELD(aclprofx_api, duration, kPlain, Role::kDuration),
    FIELD(aclprofx_api, connection_id, kDelta, Role::kNone),
    FIELD(aclprofx_api, name, kPlain, Role::kString),
    FIELD(aclprofx_api, mode, kPlain, Role::kString),
    FIELD(aclprofx_api, item, kPlain, Role::kString),
    FIELD(aclprofx_api, thread_id, kPlain, Role::kNone),
    FIELD(aclprofx_api, level, kPlain, Role::kNone),
    FIELD(aclprofx_api, flags, kPlain, Role::kNone),
    FIELD(aclprofx_api, process_id, kPlain, Role::kNone),
};

constexpr Field kPmu[] = {
    FIELD(aclprofx_pmu, start, kDelta, Role::kStart),
    FIELD(aclprofx_pmu, stream_id, kPlain, Role::kNone),
    FIELD(aclprofx_pmu, task_id, kDelta, Role::kNone),
    FIELD(aclprofx_pmu, total_cycles, kPlain, Role::kNone),
    FIELD(aclprofx_pmu, core_kind, kPlain, Role::kNone),
    FIELD(aclprofx_pmu, group, kPlain, Role::kNone),
    FIELD(aclprofx_pmu, counters, kPlain, Role::kTailWords),
};

constexpr Field kMark[] = {
    FIELD(aclprofx_mark, time, kDelta, Role::kStart),
    FIELD(aclprofx_mark, payload_value, kPlain, Role::kNone),
    FIELD(aclprofx_mark, connection_id, kDelta, Role::kNone),
    FIELD(aclprofx_mark, thread_id, kPlain, Role::kNone),
    FIELD(aclprofx_mark, category, kPlain, Role::kNone),
    FIELD(aclprofx_mark, payload_type, kPlain, Role::kNone),
    FIELD(aclprofx_mark, event_type, kPlain, Role::kNone),
    FIELD(aclprofx_mark, message_bytes, kPlain, Role::kTailBytes),
};

constexpr Field kRange[] = {
    FIELD(aclprofx_range, start, kDelta, Role::kStart),
    FIELD(aclprofx_range, duration, kPlain, Role::kDuration),
    FIELD(aclprofx_range, payload_value, kPlain, Role::kNone),
    FIELD(aclprofx_range, thread_id, kPlain, Role::kNone),
    FIELD(aclprofx_range, end_thread_id, kPlain, Role::kNone),
    FIELD(aclprofx_range, category, kPlain, Role::kNone),
    FIELD(aclprofx_range, payload_type, kPlain, Role::kNone),
    FIELD(aclprofx_range, event_type, kPlain, Role::kNone),
    FIELD(aclprofx_range, flags, kPlain, Role::kNone),
    FIELD(aclprofx_range, message_bytes, kPlain, Role::kTailBytes),
};

constexpr Field kMemcpy[] = {
    FIELD(aclprofx_memcpy, start, kDelta, Role::kStart),
    FIELD(aclprofx_memcpy, duration, kPlain, Role::kDuration),
    FIELD(aclprofx_memcpy, bytes, kPlain, Role::kNone),
    FIELD(aclprofx_memcpy, stream_id, kPlain, Role::kNone),
    FIELD(aclprofx_memcpy, task_id, kDelta, Role::kNone),
    FIELD(aclprofx_memcpy, operation, kPlain, Role::kNone),
    FIELD(aclprofx_memcpy, reserved, kPlain, Role::kNone),
};

constexpr Field kMemory[] = {
    FIELD(aclprofx_memory, time, kDelta, Role::kStart),
    FIELD(aclprofx_memory, address, kDelta, Role::kNone),
    FIELD(aclprofx_memory, bytes, kSigned, Role::kNone),
    FIELD(aclprofx_memory, total_allocated, kDelta, Role::kNone),
    FIELD(aclprofx_memory, total_reserved, kDelta, Role::kNone),
    FIELD(aclprofx_memory, op_name, kPlain, Role::kString),
    FIELD(aclprofx_memory, component, kPlain, Role::kString),
};

constexpr Field kStep[] = {
    FIELD(aclprofx_step, time, kDelta, Role::kStart),
    FIELD(aclprofx_step, index, kDelta, Role::kNone),
    FIELD(aclprofx_step, tag, kPlain, Role::kNone),
    FIELD(aclprofx_step, stream_id, kPlain, Role::kNone),
    FIELD(aclprofx_step, model_id, kPlain, Role::kNone),
    FIELD(aclprofx_step, thread_id, kPlain, Role::kNone),
};

constexpr Field kModelLoad[] = {
    FIELD(aclprofx_model_load, start, kDelta, Role::kStart),
    FIELD(aclprofx_model_load, duration, kPlain, Role::kDuration),
    FIELD(aclprofx_model_load, name, kPlain, Role::kString),
    FIELD(aclprofx_model_load, model_id, kPlain, Role::kNone),
    FIELD(aclprofx_model_load, thread_id, kPlain, Role::kNone),
    FIELD(aclprofx_model_load, device_id, kPlain, Role::kNone),
};

constexpr Field kSample[] = {
    FIELD(aclprofx_sample, time, kDelta, Role::kStart),
    FIELD(aclprofx_sample, value, kPlain, Role::kNone),
    FIELD(aclprofx_sample, counter, kPlain, Role::kString),
    FIELD(aclprofx_sample, series, kPlain, Role::kString),
};

constexpr Field kLoss[] = {
    FIELD(aclprofx_loss, first_time, kDelta, Role::kStart),
    FIELD(aclprofx_loss, last_time, kDelta, Role::kEnd),
    FIELD(aclprofx_loss, count, kPlain, Role::kNone),
    FIELD(aclprofx_loss, cause, kPlain, Role::kNone),
    FIELD(aclprofx_loss, kinds, kPlain, Role::kNone),
};
#undef FIELD

constexpr bool CoverEveryByte(std::span<const Field> fields, size_t fixed_bytes) {
  size_t next = 0;
  for (const Field& field : fields) {
    if (field.offset != next) return false;
    next += field.bytes;
  }
  return next == fixed_bytes && fields.size() <= kMostFields &&
         fixed_bytes <= kMostFixedWords * sizeof(uint64_t);
}
static_assert(CoverEveryByte(kTask, sizeof(aclprofx_task)));
static_assert(CoverEveryByte(kTaskLinked, sizeof(aclprofx_task_linked)));
static_assert(CoverEveryByte(kApi, sizeof(aclprofx_api)));
static_assert(CoverEveryByte(kPmu, sizeof(aclprofx_pmu)));
static_assert(CoverEveryByte(kMark, sizeof(aclprofx_mark)));
static_assert(CoverEveryByte(kRange, sizeof(aclprofx_range)));
static_assert(CoverEveryByte(kMemcpy, sizeof(aclprofx_memcpy)));
static_assert(CoverEveryByte(kMemory, sizeof(aclprofx_memory)));
static_assert(CoverEveryByte(kStep, sizeof(aclprofx_step)));
static_assert(CoverEveryByte(kModelLoad, sizeof(aclprofx_model_load)));
static_assert(CoverEveryByte(kSample, sizeof(aclprofx_sample)));
static_assert(CoverEveryByte(kLoss, sizeof(aclprofx_loss)));

constexpr std::array<RecordLayout, ACLPROFX_KINDS> MakeLayouts() {
  std::array<RecordLayout, ACLPROFX_KINDS> layouts{};
  layouts[ACLPROFX_KIND_TASK] = {sizeof(aclprofx_task), kTask};
  layouts[ACLPROFX_KIND_TASK_LINKED] = {sizeof(aclprofx_task_linked), kTaskLinked};
  layouts[ACLPROFX_KIND_API] = {sizeof(aclprofx_api), kApi};
  layouts[ACLPROFX_KIND_RUNTIME_API] = layouts[ACLPROFX_KIND_API];
  layouts[ACLPROFX_KIND_FRAMEWORK_API] = layouts[ACLPROFX_KIND_API];
  layouts[ACLPROFX_KIND_PMU] = {sizeof(aclprofx_pmu), kPmu};
  layouts[ACLPROFX_KIND_MARK] = {sizeof(aclprofx_mark), kMark};
  layouts[ACLPROFX_KIND_RANGE] = {sizeof(aclprofx_range), kRange};
  layouts[ACLPROFX_KIND_MEMCPY] = {sizeof(aclprofx_memcpy), kMemcpy};
  layouts[ACLPROFX_KIND_MEMORY] = {sizeof(aclprofx_memory), kMemory};
  layouts[ACLPROFX_KIND_STEP] = {sizeof(aclprofx_step), kStep};
  layouts[ACLPROFX_KIND_MODEL_LOAD] = {sizeof(aclprofx_model_load), kModelLoad};
  layouts[ACLPROFX_KIND_SAMPLE] = {sizeof(aclprofx_sample), kSample};
  layouts[ACLPROFX_KIND_LOSS] = {sizeof(aclprofx_loss), kLoss};
  return layouts;
}
}  // namespace

constexpr std::array<RecordLayout, ACLPROFX_KINDS> kRecordLayouts = MakeLayouts();

const Field* FieldWithRole(const RecordLayout& layout, FieldRole role) {
  for (const Field& field : layout.fields) {
    if (field.role == role) return &field;
  }
  return nullptr;
}

}  // namespace aclprof
