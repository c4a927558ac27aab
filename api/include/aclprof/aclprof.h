/* aclprof.h: the library's own controls: settings, status, ledger, log sink. C99, version 1, since 0.1.
 *
 * Conventions
 *   1. Structs begin with `size_bytes` and may grow; set it to sizeof before every call.
 *   2. Functions that return int give 0, or 100000 for an argument that is wrong; then nothing has changed.
 *   3. Every function may be called from any thread and before aclprofInit. Nothing throws, prints or aborts.
 *   4. Sizes are bytes, times nanoseconds.
 */
#ifndef ACLPROF_ACLPROF_H_
#define ACLPROF_ACLPROF_H_

#include <stddef.h>
#include <stdint.h>

#include "aclprof/producer.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* ---- Settings --------------------------------------------------------------------------------------------- */

typedef struct aclprofx_settings {
  size_t size_bytes;
  uint64_t device_ring_bytes; /* power of two, at least two blocks; 8 MiB */
  uint64_t host_ring_bytes;   /* the same; 256 KiB, one for each thread that calls in a session */
  uint64_t block_bytes;       /* power of two, at least 4096; 64 KiB */
  uint64_t ring_cap_bytes; /* all rings together, beyond it records are dropped(no_ring); 128 MiB */
  uint32_t policy;         /* ACLPROFX_POLICY_DROP (the default) or _BLOCK */
  uint64_t wait_bound_ns;  /* policy block: how long an emit may wait, 0 = no bound; 100 ms */
  uint64_t flush_interval_ns; /* what was emitted is in a file after this long; 1 s */
  uint64_t max_file_bytes;    /* a trace file is closed and the next begun; 64 MiB */
  uint64_t max_file_age_ns;   /* the same by age, 0 = never */
  uint64_t stop_bound_ns;     /* aclprofStop returns after this long at the latest; 30 s */
  uint64_t
      write_stall_ns; /* a session that writes nothing for this long gets its blocks dropped; 2 s */
  uint32_t helpers;   /* TBB threads that encode, at most, 0..64; 1, or ACLPROF_HELPERS */
  uint32_t blocks_in_flight; /* between ring and file, a session; 1..4096; 32 */
} aclprofx_settings;

/* The settings in force. Takes a lock. Since 0.1. */
ACLPROFX_API int aclprofx_get_settings(aclprofx_settings* settings);

/* Changes them all, for rings and sessions that begin afterwards. A value out of bounds: 100000, and
 * aclprofx_last_error() names it. Takes a lock. Since 0.1. */
ACLPROFX_API int aclprofx_set_settings(const aclprofx_settings* settings);

/* ---- Ledger ----------------------------------------------------------------------------------------------- */

/* emitted = stored + the sum of dropped, to the unit. */
typedef struct aclprofx_ledger {
  size_t size_bytes;
  uint64_t emitted;
  uint64_t stored;
  uint64_t dropped[ACLPROFX_DROP_CAUSES]; /* by ACLPROFX_DROP_* */
  uint64_t aged_out;     /* stored, then removed with their file under the storage limit */
  uint64_t loss_markers; /* written by the library, in none of the counts above; so are: */
  uint64_t open_ended;   /* tasks that were still running at the stop */
} aclprofx_ledger;

/* The session started last, running or over: its ledger so far and its directory (cut to capacity_bytes, always
 * terminated). Either may be NULL. Returns 0; 100000 for a wrong size; 100001 when no session was ever started; 200000 without memory.
 * Takes a lock, allocates. Since 0.1. */
ACLPROFX_API int aclprofx_last_session(aclprofx_ledger* ledger, char* directory,
                                       size_t capacity_bytes);

/* What became of the records of aclprofModelSubscribe since the first of the subscriptions of now, or of the last ones:
 * stored are those that were written to a pipe, dropped(ring full) those that a device could not emit, of whatever model,
 * dropped(write failed) those that nobody read in time. What is on its way is in none of them. Returns 0; 100000 for a
 * wrong size. Takes a lock. Since 0.1. */
ACLPROFX_API int aclprofx_subscription_ledger(aclprofx_ledger* ledger);

/* ---- Status ----------------------------------------------------------------------------------------------- */

typedef struct aclprofx_status {
  size_t size_bytes;
  uint32_t collecting; /* 1 while the collector thread lives */
  uint32_t rings;      /* of producers and threads */
  uint64_t ring_bytes; /* mapped for them */
  uint64_t committed;  /* records published since the process began, whosever they are */
  uint64_t
      out_of_session; /* dropped by an emit that overlapped a start or stop; in no session's ledger */
  uint64_t unknown_names; /* names that the dictionary had no room for */
  uint64_t wakes;         /* system calls that emits made to wake the collector: their only ones */
} aclprofx_status;

/* Takes a lock. Since 0.1. */
ACLPROFX_API int aclprofx_get_status(aclprofx_status* status);

/* ---- Log -------------------------------------------------------------------------------------------------- */

/* Called for each line of the log, from one thread at a time, never from an emitter. level: 0 error, 1 warning,
 * 2 info. It must not call aclprof. */
typedef void (*aclprofx_log_sink)(void* context, int level, const char* text);

/* Sends the log to `sink`; NULL: back to the file that ACLPROF_LOG names, or to nowhere. Takes a lock. Since 0.1. */
ACLPROFX_API void aclprofx_set_log_sink(aclprofx_log_sink sink, void* context);

#if defined(__cplusplus)
}
#endif

#endif /* ACLPROF_ACLPROF_H_ */
