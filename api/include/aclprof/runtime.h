/* runtime.h: how a runtime (the layer that owns devices, streams and models) joins aclprof. C99,
 * version 1, since 0.1.
 *
 * Conventions
 *   1. One runtime a process. It registers once, early (when its library is loaded is best), and
 * describes itself with functions that aclprof calls back; none of them is called with a lock of
 * aclprof held, and none may call aclprof back.
 *   2. Without a runtime every device id 0..63 is taken to exist and no model to be loaded.
 *   3. Functions that return int give 0 or an aclError value of acl/acl_base.h. A call that fails
 * changes nothing, and leaves a text for aclprofx_last_error(). Nothing throws, prints or aborts.
 *   4. Structs begin with `size_bytes` and may grow; set it to sizeof.
 *   5. Every function may be called from any thread; those that take a lock or allocate say so.
 *
 * What a runtime does: register; in aclInit call aclprofx_runtime_configure; at the first
 * aclrtSetDevice of a device open its producer (producer.h), then call aclprofx_runtime_device_up;
 * emit; at the last aclrtResetDevice call aclprofx_runtime_device_down, then close the producer; in
 * aclFinalize, when everything of its own is down, call aclprofx_runtime_finalize; feed
 * aclGetRecentErrMsg from aclprofx_last_error.
 */
#ifndef ACLPROF_RUNTIME_H_
#define ACLPROF_RUNTIME_H_

#include <stddef.h>
#include <stdint.h>

#include "aclprof/producer.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define ACLPROFX_RUNTIME_VERSION 1
#define ACLPROFX_MAX_DEVICES 64

/* What a runtime says of itself. Functions that are NULL count as "not known". */
typedef struct aclprofx_runtime {
  size_t size_bytes; /* sizeof(aclprofx_runtime) */
  const char* name;  /* what outputs call the platform: "host-cpu"; copied */
  void* context;     /* handed to every function below */
  int32_t (*device_count)(void* context);
  /* The device of a loaded model, which can be subscribed; -1 = it is not loaded. */
  int32_t (*model_device)(void* context, uint32_t model_id);
  /* Reserved, not called in 0.1: the device of an aclrtStream, -1 = no such stream. */
  int32_t (*stream_device)(void* context, void* stream);
  uint64_t unsupported_data_types; /* bits of dataTypeConfig that the platform can't offer:
                                             aclprofStart refuses */
  uint64_t unsupported_settings;   /* bit t: aclprofConfigType t can't be offered: aclprofSetConfig
                                    refuses */
  /* Puts a record on a stream: when the stream gets there, the device emits a copy of it with its first eight bytes,
   * the time, filled in, and the stream's id in an aclprofx_step. Returns 0 or an aclError. The payload is copied. */
  int32_t (*stream_record)(void* context, void* stream, uint16_t kind, const void* payload,
                           uint32_t payload_bytes);
} aclprofx_runtime;

/* Registers the runtime; what it points to is copied, its functions stay callable until the process
 * ends or aclprofx_runtime_unregister. Returns 0; 100000 for a NULL or a size that is not known;
 * 100002 when one is registered already. Takes no lock, allocates. Since 0.1. */
ACLPROFX_API int aclprofx_runtime_register(const aclprofx_runtime* runtime);

/* Takes the runtime's description back. Returns 0; 100001 when none is registered. Takes no
 * lock. Since 0.1. */
ACLPROFX_API int aclprofx_runtime_unregister(void);

/* What aclInit does with its argument. json_path: a file; NULL or "" = defaults. Reads and checks
 * the file, and enters CMD mode with one session when its member profiler.switch is "on". The text
 * in the environment variable PROFILER_SAMPLECONFIG, when set and not empty, is read in place of the
 * file; like the file, it is an object with a member profiler. Returns 0; 100000 something in `profiler` is wrong; 100002 configured
 * already; 100003 the file is missing, not a regular file, unreadable or above 10 MiB; 100006 it is
 * not JSON or nested too deep; 100042 the switch is on while aclprofInit is in force; 500005 the
 * session could not be started. After a failure it may be called again. Takes a lock, allocates,
 * reads and writes files. Since 0.1. */
ACLPROFX_API int aclprofx_runtime_configure(const char* json_path);

/* A device came up (its first aclrtSetDevice; its producer is open) or goes down (its last
 * aclrtResetDevice; its producer is still open). In CMD mode the session collects the device from
 * here on. Returns 0; 100000 for an id outside 0..63; up: 500005 when the device could not join the
 * session. Takes a lock, may allocate. Since 0.1. */
ACLPROFX_API int aclprofx_runtime_device_up(int32_t device_id);
ACLPROFX_API int aclprofx_runtime_device_down(int32_t device_id);

/* What aclFinalize does: ends the CMD session, so that everything emitted is on disk, and takes
 * back what aclprofx_runtime_configure did. run_complete: not 0 when aclFinalize is going to return
 * 0; the results of this process then say that the run is complete. An API mode of aclprofInit
 * stays as it is. Returns 0; 100037 when not configured; 100004 some records could not be written
 * and 500005 not written in time (it is finalized all the same in both cases). Takes a lock, writes
 * files, may wait for the disk (at most 30 s). Since 0.1. */
ACLPROFX_API int aclprofx_runtime_finalize(int run_complete);

/* A model is no longer loaded, and none of its tasks will run: its subscription, if it has one, ends. May wait for the
 * reader of its pipe, at most 2 s without progress. Returns 0. Takes a lock. Since 0.1. */
ACLPROFX_API int aclprofx_runtime_model_unloaded(uint32_t model_id);

/* What is wanted now. */
typedef struct aclprofx_collection {
  size_t size_bytes;   /* sizeof(aclprofx_collection), set by the caller */
  uint64_t kinds;      /* bit k: records of kind k (ACLPROFX_KIND_*) are wanted by some session */
  uint64_t data_types; /* bits of dataTypeConfig, all sessions together */
  uint32_t aicore_metrics; /* aclprofAicoreMetrics of the session on this device; 0xFF = none */
  uint32_t sessions;       /* how many sessions these are */
} aclprofx_collection;

/* What is collected on a device, or with device_id -1 on the host (every session's kinds). For
 * decisions that are made rarely, such as which counters to program; emitting needs nothing but the
 * producer's ring. Returns 0; 100000 for a NULL, a size that is not known or an id outside -1..63.
 * Takes a lock. Since 0.1. */
ACLPROFX_API int aclprofx_runtime_collection(int32_t device_id, aclprofx_collection* collection);

/* Leaves an error text for the calling thread, where aclprofx_last_error finds it; cut at 511
 * bytes. NULL or "" is ignored. Takes no lock, does not allocate. Since 0.1. */
ACLPROFX_API void aclprofx_report_error(const char* message);

/* The text of the calling thread's last error, which is thereby forgotten; NULL when there is none
 * since the last call. The text stays valid until the thread has failed eight times more. Takes no
 * lock, does not allocate. Since 0.1. */
ACLPROFX_API const char* aclprofx_last_error(void);

#if defined(__cplusplus)
}
#endif

#endif /* ACLPROF_RUNTIME_H_ */
