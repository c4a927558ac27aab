/* producer.h: how a runtime, an executor or a replay hands its records to aclprof. C99, version 1, since 0.1.
 *
 * Conventions
 *   1. A producer owns one ring and is the only thread that emits into it; aclprofx_host_ring() gives every
 *      application thread its own, aclprofx_open_producer() makes one for a device.
 *   2. Emit = aclprofx_begin(), fill the payload in place, aclprofx_commit(). It takes no lock, allocates
 *      nothing and makes no system call, save a wake of the collector when the ring passes half full (and,
 *      under policy block, the wait for room).
 *   3. Names are interned once, ahead of time, and travel as ids. Id 0 means "none". Ids are never reused.
 *   4. Times are ticks of the producer's clock: aclprofx_ticks(), unless the options name another clock.
 *   5. Functions that return int give 0 or an aclError value of acl/acl_base.h, whose text is
 *      aclprofx_last_error() of aclprof/runtime.h. Nothing throws, prints or aborts.
 *   6. Everything is safe before aclprofInit, after aclprofFinalize and in a forked child: emit is then a
 *      no-op.
 *
 * Layout and growth: every struct is little endian with explicit widths; sizes are asserted where the library
 * uses them. Structs that begin with `size_bytes` may grow; set it to sizeof.
 */
#ifndef ACLPROF_PRODUCER_H_
#define ACLPROF_PRODUCER_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

#define ACLPROFX_API __attribute__((visibility("default")))
#define ACLPROFX_PRODUCER_VERSION 1
#define ACLPROFX_MAX_PAYLOAD_BYTES 4096
#define ACLPROFX_ALWAYS_FITS_BYTES 2040 /* with its header, half of the smallest block */
#define ACLPROFX_KINDS 32               /* room for this many record kinds in the counters */

/* What a record says. The value is also the bit in a ring's gate. */
enum {
  ACLPROFX_KIND_PAD = 0,         /* filler at the end of a block; never emitted by hand */
  ACLPROFX_KIND_API = 1,         /* aclprofx_api of level acl: one AscendCL call on a host thread */
  ACLPROFX_KIND_TASK = 2,        /* aclprofx_task: one task on a stream of a device */
  ACLPROFX_KIND_TASK_LINKED = 3, /* aclprofx_task_linked: the same, with its launch and model */
  ACLPROFX_KIND_PMU = 4,    /* aclprofx_pmu + u64 counters: what the core counted in one task */
  ACLPROFX_KIND_MARK = 5,   /* aclprofx_mark + message bytes */
  ACLPROFX_KIND_RANGE = 6,  /* aclprofx_range + message bytes */
  ACLPROFX_KIND_MEMCPY = 7, /* aclprofx_memcpy */
  ACLPROFX_KIND_MEMORY = 8, /* aclprofx_memory */
  ACLPROFX_KIND_STEP = 9,   /* aclprofx_step */
  ACLPROFX_KIND_MODEL_LOAD = 10, /* aclprofx_model_load */
  ACLPROFX_KIND_SAMPLE = 11,     /* aclprofx_sample: one value of a counter */
  ACLPROFX_KIND_LOSS = 12, /* aclprofx_loss: written by the library where records were dropped */
  ACLPROFX_KIND_RUNTIME_API = 13, /* aclprofx_api of level runtime */
  ACLPROFX_KIND_FRAMEWORK_API =
      14 /* aclprofx_api of every other level: node, model, communication, framework */
};

/* Why a record was not stored. */
enum {
  ACLPROFX_DROP_RING_FULL = 0, /* no room, and the policy or its bound said drop */
  ACLPROFX_DROP_NO_RING = 1,   /* the memory cap for rings was reached */
  ACLPROFX_DROP_TOO_BIG =
      2, /* payload above ACLPROFX_MAX_PAYLOAD_BYTES or a record above half of a block */
  ACLPROFX_DROP_REENTRANT = 3,    /* emitted by a signal handler in the middle of an emit */
  ACLPROFX_DROP_WRITE_FAILED = 4, /* the file system refused or stalled */
  ACLPROFX_DROP_CAUSES = 5
};

/* In front of every record in a ring. size_bytes counts header and payload, and is a multiple of 8. */
typedef struct aclprofx_record_header {
  uint16_t size_bytes;
  uint16_t kind;
  uint16_t flags; /* for the producer's use; stored */
  uint16_t
      generation; /* of the gate under which the record was begun: says whose session it is in */
} aclprofx_record_header;

/* Flags of aclprofx_task. */
#define ACLPROFX_TASK_OPEN_ENDED \
  0x1u /* still running when the session stopped; duration is up to the stop */
#define ACLPROFX_TASK_COMMUNICATION \
  0x2u /* a collective or one of its steps: the Communication layer */

typedef struct aclprofx_task {
  uint64_t start;    /* ticks */
  uint64_t duration; /* ticks */
  uint32_t stream_id;
  uint32_t task_id;
  uint32_t op;   /* of aclprofx_intern_op */
  uint16_t type; /* of aclprofx_task_type: what the hardware ran, such as KERNEL_AIVEC */
  uint16_t flags;
} aclprofx_task;

#define ACLPROFX_NONE 4294967295u /* model_id, context_id, subtask_id, block_num: none */

typedef struct aclprofx_task_linked {
  aclprofx_task task;
  uint64_t connection_id; /* of the API call that launched it; 0 = unknown */
  uint32_t model_id;
  uint32_t context_id;
  uint32_t batch_id;
  uint32_t subtask_id;
} aclprofx_task_linked;

/* Levels of aclprofx_api. */
enum {
  ACLPROFX_LEVEL_RUNTIME = 5000,
  ACLPROFX_LEVEL_COMMUNICATION = 5500,
  ACLPROFX_LEVEL_NODE = 10000,
  ACLPROFX_LEVEL_MODEL = 15000,
  ACLPROFX_LEVEL_ACL = 20000,
  ACLPROFX_LEVEL_FRAMEWORK =
      30000 /* calls of a framework above AscendCL: PyTorch, Kineto's cpu_op */
};

typedef struct aclprofx_api {
  uint64_t start;         /* ticks */
  uint64_t duration;      /* ticks */
  uint64_t connection_id; /* joins the call with the tasks it launched; 0 = none */
  uint32_t name;          /* string: aclrtMalloc, or the operator's name for level node */
  uint32_t mode;          /* string: ACL_RTS, ACL_OP, launch, ... */
  uint32_t item;          /* string: what the call was about ("0" when nothing) */
  uint32_t thread_id;
  uint16_t level;
  uint16_t flags;
  uint32_t process_id; /* 0 = the process of the session */
} aclprofx_api;

/* The record kind that carries an aclprofx_api of this level. */
static inline uint16_t aclprofx_api_kind(uint16_t level) {
  if (level == ACLPROFX_LEVEL_ACL) return ACLPROFX_KIND_API;
  return level == ACLPROFX_LEVEL_RUNTIME ? ACLPROFX_KIND_RUNTIME_API : ACLPROFX_KIND_FRAMEWORK_API;
}

/* Whether records of this kind are aclprofx_api. */
static inline int aclprofx_is_api(uint16_t kind) {
  return kind == ACLPROFX_KIND_API || kind == ACLPROFX_KIND_RUNTIME_API ||
         kind == ACLPROFX_KIND_FRAMEWORK_API;
}

/* Whose counters a pmu record has. */
enum {
  ACLPROFX_CORE_CUBE = 0,   /* aic */
  ACLPROFX_CORE_VECTOR = 1, /* aiv */
  ACLPROFX_CORE_WHOLE = 2   /* does both, on chips that do not split them */
};

/* In aclprofx_pmu.group: the words are not counters but what another profiler computed from them, as it gave it:
 * doubles, NaN where it gave none. */
#define ACLPROFX_PMU_VALUES 0x8000u
#define ACLPROFX_PMU_NO_CYCLES 18446744073709551615u /* total_cycles: not known */

/* The counters are those of the group, in the order of docs/export.md, then two more words: the frequency of the core
 * in Hz and the number of cores of this kind, 0 when not known. Values are the time of the core in us, the columns of
 * the group for this kind of core, then the one value behind them: cube_utilization(%) of a cube core, memory_bound of
 * a core that does both. One task may have a cube and a vector record. */
typedef struct aclprofx_pmu {
  uint64_t start; /* of the task */
  uint32_t stream_id;
  uint32_t task_id;
  uint64_t total_cycles;
  uint16_t core_kind; /* ACLPROFX_CORE_* */
  uint16_t group;     /* aclprofAicoreMetrics, with or without ACLPROFX_PMU_VALUES */
  uint32_t counters;  /* number of u64 or doubles that follow the struct */
} aclprofx_pmu;

/* What made a mark or a range. */
enum {
  ACLPROFX_EVENT_MARKER = 0,
  ACLPROFX_EVENT_PUSH_POP = 1,
  ACLPROFX_EVENT_START_END = 2,
  ACLPROFX_EVENT_MARKER_EX = 3 /* also at its place on a stream */
};

typedef struct aclprofx_mark {
  uint64_t time;
  uint64_t payload_value;
  uint64_t connection_id;
  uint32_t thread_id; /* of a mark that a device emits: the stream it stands on */
  uint32_t category;
  uint16_t payload_type;
  uint16_t event_type;    /* ACLPROFX_EVENT_MARKER or _MARKER_EX */
  uint32_t message_bytes; /* that follow the struct */
} aclprofx_mark;

typedef struct aclprofx_range {
  uint64_t start;
  uint64_t duration;
  uint64_t payload_value;
  uint32_t thread_id; /* where it began */
  uint32_t end_thread_id;
  uint32_t category;
  uint16_t payload_type;
  uint16_t event_type;    /* ACLPROFX_EVENT_PUSH_POP or _START_END */
  uint32_t flags;         /* ACLPROFX_TASK_OPEN_ENDED */
  uint32_t message_bytes; /* that follow the struct */
} aclprofx_range;

typedef struct aclprofx_memcpy {
  uint64_t start;
  uint64_t duration;
  uint64_t bytes;
  uint32_t stream_id;
  uint32_t task_id;
  uint32_t operation; /* aclrtMemcpyKind */
  uint32_t reserved;
} aclprofx_memcpy;

typedef struct aclprofx_memory {
  uint64_t time;
  uint64_t address;
  int64_t bytes;            /* negative when freed */
  uint64_t total_allocated; /* bytes, after the change */
  uint64_t total_reserved;
  uint32_t op_name;   /* string */
  uint32_t component; /* string */
} aclprofx_memory;

typedef struct aclprofx_step {
  uint64_t time;
  uint64_t index;
  uint32_t tag;
  uint32_t stream_id;
  uint32_t model_id;
  uint32_t thread_id;
} aclprofx_step;

typedef struct aclprofx_model_load {
  uint64_t start;
  uint64_t duration;
  uint32_t name; /* string */
  uint32_t model_id;
  uint32_t thread_id;
  uint32_t device_id;
} aclprofx_model_load;

typedef struct aclprofx_sample {
  uint64_t time;
  double value;
  uint32_t counter; /* string: "AI Core Freq" */
  uint32_t series;  /* string: "MHz" */
} aclprofx_sample;

typedef struct aclprofx_loss {
  uint64_t first_time; /* ticks: when the first and the last of them were turned away */
  uint64_t last_time;
  uint64_t count;
  uint32_t cause; /* ACLPROFX_DROP_* */
  uint32_t kinds; /* bit k: records of kind k were among them */
} aclprofx_loss;

/* ---- The ring. Its fields are laid out here because emit is inline; treat them as private. ---------------- */

enum { ACLPROFX_POLICY_DROP = 0, ACLPROFX_POLICY_BLOCK = 1 };

typedef struct aclprofx_ring {
  /* Set once, before the ring is handed out. */
  uint32_t version;
  uint32_t ring_id;
  int32_t device_id; /* -1 for a host thread */
  uint32_t thread_id;
  uint64_t capacity_bytes; /* a power of two */
  uint64_t block_bytes;    /* a power of two, at most half of the capacity */
  unsigned char* data;
  uint32_t* doorbell;     /* nonzero while the collector sleeps */
  uint64_t wait_bound_ns; /* policy block: 0 = no bound */
  uint32_t policy;
  uint32_t own_clock; /* nonzero: the producer stamps with a clock that is not aclprofx_ticks() */
  uint32_t counter_clock; /* nonzero: aclprofx_counter() gives what aclprofx_ticks() gives */

  /* Written by control calls. Low 48 bits: the kinds wanted. High 16: the generation, one more at every change. */
  uint64_t gate __attribute__((aligned(128)));

  /* Written by the producer. Positions count bytes since the ring was made and never go back. */
  uint64_t tail __attribute__((aligned(128))); /* [P1] end of what is published */
  uint64_t limit;            /* emit goes on up to here without a look at the consumer */
  uint64_t committed;        /* records published */
  uint32_t busy;             /* inside begin..commit */
  uint32_t running_sequence; /* [P3] seqlock over running: odd while it changes */
  uint64_t running[7];       /* an aclprofx_task_linked; all zero when nothing runs */
  uint64_t lost_first_time;  /* the loss not yet written as a record */
  uint64_t lost_last_time;
  uint64_t lost_count;
  uint32_t lost_cause;
  uint32_t lost_kinds;
  uint32_t lost_generation;
  uint32_t lost_sequence;  /* [P7] seqlock over the loss: odd while it changes */
  uint64_t out_of_session; /* dropped by an emit that overlapped a change of the gate */
  uint64_t wakes;          /* system calls that emits made to wake the collector */
  uint64_t dropped[ACLPROFX_DROP_CAUSES][ACLPROFX_KINDS];

  /* Written by the collector. */
  uint64_t head
      __attribute__((aligned(128))); /* [P2] the producer may write up to head + capacity */
  uint32_t space_sequence; /* futex word: one more at every release that a producer waits for */
  uint32_t producer_waits; /* set by the producer, cleared by the collector */
} aclprofx_ring;

/* ---- Making a producer ------------------------------------------------------------------------------------ */

/* A clock other than the library's own. All zero: the library's clock. */
typedef struct aclprofx_clock {
  uint64_t ticks_per_second;
  uint64_t anchor_ticks;      /* a moment ... */
  int64_t anchor_realtime_ns; /* ... and the same moment as Unix time */
} aclprofx_clock;

typedef struct aclprofx_producer_options {
  size_t size_bytes;  /* sizeof(aclprofx_producer_options) */
  int32_t device_id;  /* 0..63, or -1 for a producer of host records */
  uint32_t thread_id; /* of a host producer; 0 = the calling thread's */
  const char*
      name; /* what the exports call it: "host-cpu", "replay of x.csv"; copied; NULL = none */
  uint64_t capacity_bytes; /* 0 = the configured default */
  uint64_t block_bytes;    /* 0 = the configured default */
  int32_t policy;          /* ACLPROFX_POLICY_*, -1 = the configured default */
  uint64_t wait_bound_ns;  /* policy block: how long an emit may wait; 0 = no bound */
  aclprofx_clock clock;
} aclprofx_producer_options;

/* Makes a ring. The caller emits into it from one thread at a time and gives it back with
 * aclprofx_close_producer. Returns 0; 100000 for a bad argument; 200000 when memory or the cap for rings is
 * exhausted. Threads: any. Allocates. Since 0.1. */
ACLPROFX_API int aclprofx_open_producer(const aclprofx_producer_options* options,
                                        aclprofx_ring** ring);

/* Gives a ring back; what it holds is still collected. The ring must not be used afterwards. NULL is ignored.
 * Threads: any, once. Since 0.1. */
ACLPROFX_API void aclprofx_close_producer(aclprofx_ring* ring);

/* The calling thread's own ring for records of this kind, or NULL when no session wants the kind (the usual
 * case: a few ns) or when the cap for rings is reached (the record is then counted as dropped). The ring stays
 * the library's and is retired when the thread ends. Threads: any; in a signal handler as well, but not as the
 * thread's first call of a session, since that allocates. Since 0.1. */
ACLPROFX_API aclprofx_ring* aclprofx_host_ring(uint16_t kind);

/* ---- Names ------------------------------------------------------------------------------------------------ */

/* The id of a string, the same for the same bytes; works also when nothing is being profiled. NULL or length
 * 0: 0. When the dictionary is full: 0xFFFFFFFF, counted, shown as unknown(4294967295).
 * Threads: any. Takes a lock and may allocate: call it ahead of time. Since 0.1. */
ACLPROFX_API uint32_t aclprofx_intern(const char* text, size_t length_bytes);

/* The id of a task type's name ("AI_CORE", "EVENT_RECORD"), small enough for aclprofx_task.type; 0xFFFF when
 * the table is full. Otherwise as aclprofx_intern. Since 0.1. */
ACLPROFX_API uint16_t aclprofx_task_type(const char* name);

/* What is known of an operator ahead of its runs. Every pointer may be NULL (the exports then say N/A). */
typedef struct aclprofx_op_info {
  size_t size_bytes; /* sizeof(aclprofx_op_info) */
  const char* name;
  const char* type;
  const char* state;     /* dynamic, static */
  const char* task_type; /* AI_CORE, AI_VECTOR_CORE, ...: what op_summary calls Task Type */
  const char* hf32;      /* YES, NO */
  const char* input_shapes;
  const char* input_data_types;
  const char* input_formats;
  const char* output_shapes;
  const char* output_data_types;
  const char* output_formats;
  uint32_t block_num;     /* ACLPROFX_NONE: N/A */
  uint32_t mix_block_num; /* the same */
} aclprofx_op_info;

/* The id of an operator's description, the same for the same contents. Threads and cost as aclprofx_intern. */
ACLPROFX_API uint32_t aclprofx_intern_op(const aclprofx_op_info* info);

/* ---- Time ------------------------------------------------------------------------------------------------- */

/* Now, in ticks of the library's clock, and not before anything that the thread has seen happen: what one thread
 * stamps, hands over, and another stamps, keeps its order. Threads: any, signal handlers included. Since 0.1. */
ACLPROFX_API uint64_t aclprofx_ticks(void);

/* The processor's counter. Not for direct use: the ring says whether it is the library's clock. */
static inline uint64_t aclprofx_counter(void) {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t ticks;
  __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return 0;
#endif
}

/* As aclprofx_ticks(), at the least price: inline, and free to be some 20 ns before what the thread saw last. For
 * stamps that no other thread's are compared with to the nanosecond. Threads: any. Since 0.1. */
static inline uint64_t aclprofx_ring_ticks(const aclprofx_ring* ring) {
  return ring != NULL && ring->counter_clock ? aclprofx_counter() : aclprofx_ticks();
}

/* ---- Emit ------------------------------------------------------------------------------------------------- */

/* Not for direct use: what begin does when the fast way is closed. Returns 1 when there is room for
 * record_bytes now; else it has counted the drop. record_bytes 0 (payload too big or re-entrant emit) only
 * counts. */
ACLPROFX_API int aclprofx_make_room(aclprofx_ring* ring, uint16_t kind, uint32_t record_bytes,
                                    uint64_t gate);

/* Whether records of this kind are wanted from this ring: one load and one predictable branch. */
static inline int aclprofx_enabled(const aclprofx_ring* ring, uint16_t kind) {
  return ring != NULL && kind < ACLPROFX_KINDS &&
         (int)((__atomic_load_n(&ring->gate, __ATOMIC_RELAXED) >> kind) & 1u);
}

#define ACLPROFX_PREFETCH_BYTES 2560u
#define ACLPROFX_NO_ROOM 18446744073709551615u /* of aclprofx_reserve */

/* Not for direct use: the position of a record of this size, header included, with the ring taken until
 * aclprofx_publish; or ACLPROFX_NO_ROOM when the kind is not wanted or the record was dropped and counted. */
static inline uint64_t aclprofx_reserve(aclprofx_ring* ring, uint16_t kind, uint32_t payload_bytes,
                                        uint32_t record_bytes, uint64_t gate) {
  uint64_t tail;
  if (kind >= ACLPROFX_KINDS || !((gate >> kind) & 1u)) return ACLPROFX_NO_ROOM;
  /* What is small enough for any ring is known when this is compiled, for most callers. */
  if (__atomic_load_n(&ring->busy, __ATOMIC_RELAXED) ||
      (payload_bytes > ACLPROFX_ALWAYS_FITS_BYTES &&
       (payload_bytes > ACLPROFX_MAX_PAYLOAD_BYTES || record_bytes > ring->block_bytes / 2))) {
    aclprofx_make_room(ring, kind, 0, gate);
    return ACLPROFX_NO_ROOM;
  }
  __atomic_store_n(&ring->busy, 1u, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  tail = __atomic_load_n(&ring->tail, __ATOMIC_RELAXED);
  if (__builtin_expect(tail + record_bytes > ring->limit, 0)) {
    if (!aclprofx_make_room(ring, kind, record_bytes, gate)) {
      __atomic_signal_fence(__ATOMIC_SEQ_CST);
      __atomic_store_n(&ring->busy, 0u, __ATOMIC_RELAXED);
      return ACLPROFX_NO_ROOM;
    }
    tail = __atomic_load_n(&ring->tail, __ATOMIC_RELAXED);
  }
  return tail;
}

/* Not for direct use: what lies before `end` is there for Stop, flush and recovery from now on. */
static inline void aclprofx_publish(aclprofx_ring* ring, uint64_t end) {
  __atomic_store_n(&ring->committed, ring->committed + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&ring->tail, end, __ATOMIC_RELEASE); /* [P1] */
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&ring->busy, 0u, __ATOMIC_RELAXED);
}

/* Not for direct use. */
static inline uint32_t aclprofx_record_bytes(uint32_t payload_bytes) {
  return (payload_bytes + (uint32_t)sizeof(aclprofx_record_header) + 7u) & ~7u;
}

/* Not for direct use: asks for the memory of records to come, which the collector's processor had last. */
static inline void aclprofx_prefetch(const aclprofx_ring* ring, uint64_t position) {
  const unsigned char* ahead =
      ring->data + ((position + ACLPROFX_PREFETCH_BYTES) & (ring->capacity_bytes - 1));
#if defined(__x86_64__)
  __asm__ __volatile__("prefetchw %0" : : "m"(*ahead)); /* no operation where it is not known */
#else
  __builtin_prefetch(ahead, 1);
#endif
}

/* Not for direct use: the header at this position, filled in. */
static inline aclprofx_record_header* aclprofx_put_header(const aclprofx_ring* ring,
                                                          uint64_t position, uint16_t kind,
                                                          uint32_t record_bytes, uint64_t gate) {
  aclprofx_record_header* header =
      (aclprofx_record_header*)(void*)(ring->data + (position & (ring->capacity_bytes - 1)));
  header->size_bytes = (uint16_t)record_bytes;
  header->kind = kind;
  header->flags = 0;
  header->generation = (uint16_t)(gate >> 48);
  return header;
}

/* Not for direct use: word by word, because a struct whose fields were stored a moment ago can't be loaded by wider
 * words without a stall. */
static inline void aclprofx_copy(void* to, const void* from, uint32_t bytes) {
  unsigned char* const out = (unsigned char*)to;
  const unsigned char* const in = (const unsigned char*)from;
  uint32_t at;
  for (at = 0; at + 8u <= bytes; at += 8u) __builtin_memcpy(out + at, in + at, 8);
  __builtin_memcpy(out + at, in + at, bytes - at);
}

/* Reserves a record. Returns where the payload goes (8-aligned, payload_bytes long), or NULL when the kind is
 * not wanted or the record was dropped and counted. After a non-NULL return aclprofx_commit must follow.
 * Threads: the ring's producer. */
static inline void* aclprofx_begin(aclprofx_ring* ring, uint16_t kind, uint32_t payload_bytes) {
  const uint32_t record_bytes = aclprofx_record_bytes(payload_bytes);
  uint64_t gate, position;
  if (ring == NULL) return NULL;
  gate = __atomic_load_n(&ring->gate, __ATOMIC_RELAXED);
  position = aclprofx_reserve(ring, kind, payload_bytes, record_bytes, gate);
  if (position == ACLPROFX_NO_ROOM) return NULL;
  return aclprofx_put_header(ring, position, kind, record_bytes, gate) + 1;
}

/* Publishes the record begun last: from now on Stop, flush and recovery see it. Threads: the ring's producer. */
static inline void aclprofx_commit(aclprofx_ring* ring) {
  const uint64_t tail = __atomic_load_n(&ring->tail, __ATOMIC_RELAXED);
  const aclprofx_record_header* header =
      (const aclprofx_record_header*)(const void*)(ring->data +
                                                   (tail & (ring->capacity_bytes - 1)));
  aclprofx_publish(ring, tail + header->size_bytes);
}

/* Begin, a copy of the payload, and commit in one: the cheapest way where the payload is at hand and its size known when
 * this is compiled. Returns 1, or 0 as begin returns NULL. Threads: the ring's producer. */
static inline int aclprofx_emit(aclprofx_ring* ring, uint16_t kind, const void* payload,
                                uint32_t payload_bytes) {
  const uint32_t record_bytes = aclprofx_record_bytes(payload_bytes);
  uint64_t gate, position;
  if (ring == NULL) return 0;
  gate = __atomic_load_n(&ring->gate, __ATOMIC_RELAXED);
  position = aclprofx_reserve(ring, kind, payload_bytes, record_bytes, gate);
  if (position == ACLPROFX_NO_ROOM) return 0;
  aclprofx_prefetch(ring, position);
  aclprofx_copy(aclprofx_put_header(ring, position, kind, record_bytes, gate) + 1, payload,
                payload_bytes);
  aclprofx_publish(ring, position + record_bytes);
  return 1;
}

/* Says what the producer runs now, so that a Stop in the middle exports it as open-ended; NULL: nothing any
 * more. Threads: the ring's producer. */
static inline void aclprofx_set_running(aclprofx_ring* ring, const aclprofx_task_linked* task) {
  uint64_t words[7] = {0, 0, 0, 0, 0, 0, 0};
  uint32_t sequence;
  int i;
  if (ring == NULL) return;
  if (task != NULL) __builtin_memcpy(words, task, sizeof(words));
  sequence = __atomic_load_n(&ring->running_sequence, __ATOMIC_RELAXED);
  __atomic_store_n(&ring->running_sequence, sequence + 1, __ATOMIC_RELAXED);
  for (i = 0; i < 7; ++i)
    __atomic_store_n(&ring->running[i], words[i], __ATOMIC_RELEASE);         /* [P3] */
  __atomic_store_n(&ring->running_sequence, sequence + 2, __ATOMIC_RELEASE); /* [P3] */
}

#if defined(__cplusplus)
}
#endif

#endif /* ACLPROF_PRODUCER_H_ */
