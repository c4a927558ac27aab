// lttng_task.h: the reference task as an event of LTTng-UST. The start is LTTng's own stamp.
//
// Shape    a tracepoint provider: included again and again by LTTng's headers, hence no usual guard.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER aclprof_bench
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "bench/lttng_task.h"

#if !defined(ACLPROF_BENCH_LTTNG_TASK_H_) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define ACLPROF_BENCH_LTTNG_TASK_H_

#include <lttng/tracepoint.h>

#include "aclprof/producer.h"

LTTNG_UST_TRACEPOINT_EVENT(
    aclprof_bench, task, LTTNG_UST_TP_ARGS(const aclprofx_task*, task),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint64_t, duration, task->duration)
                            lttng_ust_field_integer(uint32_t, stream, task->stream_id)
                                lttng_ust_field_integer(uint32_t, task_id, task->task_id)
                                    lttng_ust_field_integer(uint32_t, op, task->op)
                                        lttng_ust_field_integer(uint16_t, type, task->type)
                                            lttng_ust_field_integer(uint16_t, flags, task->flags)))

#endif

#include <lttng/tracepoint-event.h>
