/* acl_prof.h: AscendCL's profiling: collection to files, user marks, steps, subscription. C99 and
 * C++.
 *
 * Names, signatures and values are the vendor's. Every call may be made from any thread and acts on
 * the whole process; none throws or aborts. A call that fails changes nothing and leaves a text for
 * aclGetRecentErrMsg. docs/not_yet.md lists what is declared here and not implemented yet. Since
 * 0.1.
 */
#ifndef ACLPROF_ACL_ACL_PROF_H_
#define ACLPROF_ACL_ACL_PROF_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"

#if defined(__cplusplus)
extern "C" {
#endif

#if !defined(MSVP_PROF_API)
#define MSVP_PROF_API __attribute__((visibility("default")))
#endif

/* ---- What to collect: bits of dataTypeConfig. */

#define ACL_PROF_ACL_API 0x0001ULL        /* AscendCL calls */
#define ACL_PROF_TASK_TIME 0x0002ULL      /* launch and run time of operators, details: level 1 */
#define ACL_PROF_AICORE_METRICS 0x0004ULL /* AI Core counters; aicoreMetrics names the group */
#define ACL_PROF_AICPU 0x0008ULL          /* AI CPU operators */
#define ACL_PROF_L2CACHE 0x0010ULL        /* L2 cache hits */
#define ACL_PROF_HCCL_TRACE 0x0020ULL     /* collective communication */
#define ACL_PROF_TRAINING_TRACE 0x0040ULL /* iterations */
#define ACL_PROF_MSPROFTX 0x0080ULL       /* user marks and ranges */
#define ACL_PROF_RUNTIME_API 0x0100ULL    /* runtime layer calls */
#define ACL_PROF_GE_API_L0 0x0200ULL      /* framework scheduling, main phases */
#define ACL_PROF_TASK_TIME_L0 0x0800ULL   /* launch and run time only */
#define ACL_PROF_TASK_MEMORY 0x1000ULL    /* memory of operators */
#define ACL_PROF_TASK_TIME_L2 0x2000ULL   /* level 1 and more */
#define ACL_PROF_OP_ATTR 0x4000ULL        /* attributes of operators */
#define ACL_PROF_TASK_TIME_L3 0x8000ULL   /* level 2 and more */
#define ACL_PROF_GE_API_L1 0x01000000ULL  /* framework scheduling, details */
#define ACL_PROF_API_STATS 0x400000000ULL /* statistics of calls */
#define ACL_PROF_AICORE_SHAPE 0x800000000ULL /* shapes on the AI Core */

/* The same bits by the names of older headers. */
#define ACL_PROF_AICPU_TRACE ACL_PROF_AICPU
#define ACL_PROF_FWK_SCHEDULE_L0 ACL_PROF_GE_API_L0
#define ACL_PROF_FWK_SCHEDULE_L1 ACL_PROF_GE_API_L1

/* Deprecated limits. */
#define ACL_PROF_MAX_OP_NAME_LEN 257
#define ACL_PROF_MAX_OP_TYPE_LEN 65

typedef enum {
  ACL_AICORE_ARITHMETIC_UTILIZATION = 0,
  ACL_AICORE_PIPE_UTILIZATION = 1,
  ACL_AICORE_MEMORY_BANDWIDTH = 2,
  ACL_AICORE_L0B_AND_WIDTH = 3,
  ACL_AICORE_RESOURCE_CONFLICT_RATIO = 4,
  ACL_AICORE_MEMORY_UB = 5,
  ACL_AICORE_L2_CACHE = 6,
  ACL_AICORE_PIPE_EXECUTE_UTILIZATION = 7,
  ACL_AICORE_MEMORY_ACCESS = 8,
  ACL_AICORE_NONE = 0xFF
} aclprofAicoreMetrics;

typedef enum {
  ACL_PROF_ARGS_MIN = 0,
  ACL_PROF_STORAGE_LIMIT = 1,
  ACL_PROF_SYS_HARDWARE_MEM_FREQ = 3,
  ACL_PROF_LLC_MODE = 4,
  ACL_PROF_SYS_IO_FREQ = 5,
  ACL_PROF_SYS_INTERCONNECTION_FREQ = 6,
  ACL_PROF_DVPP_FREQ = 7,
  ACL_PROF_HOST_SYS = 8,
  ACL_PROF_HOST_SYS_USAGE = 9,
  ACL_PROF_HOST_SYS_USAGE_FREQ = 10,
  ACL_PROF_LOW_POWER_FREQ = 11,
  ACL_PROF_SYS_MEM_SERVICEFLOW = 12,
  ACL_PROF_SYS_CPU_FREQ = 13,
  ACL_PROF_OPTYPE = 14,
  ACL_PROF_NTS_METRICS = 15,
  ACL_PROF_PATH = 16,
  ACL_PROF_ARGS_MAX = 17
} aclprofConfigType;

typedef struct aclprofConfig aclprofConfig;
typedef struct aclprofStopConfig aclprofStopConfig;
typedef struct aclprofAicoreEvents aclprofAicoreEvents;
typedef struct aclprofSubscribeConfig aclprofSubscribeConfig;
typedef struct aclprofStepInfo aclprofStepInfo;

/* ---- Collection to files. */

/* Says where results go and enters API mode. profilerResultPath: absolute or relative to the
 * working directory, created when missing; length: its strlen, 1..4096. 100000 bad argument, 100002
 * initialised already, 100003 unusable directory, 100042 profiling was configured through aclInit,
 * 200006 PROFILING_MODE=dynamic is set. */
MSVP_PROF_API aclError aclprofInit(const char* profilerResultPath, size_t length);

/* Stops what still runs and leaves API mode. 100043 not initialised, 100042 configured through
 * aclInit. */
MSVP_PROF_API aclError aclprofFinalize(void);

/* Describes a session: devices, counter group, kinds of data. The list is copied. aicoreEvents must
 * be NULL; deviceNums may be 0 only with ACL_PROF_MSPROFTX. Works before aclprofInit. NULL on
 * failure; the caller destroys the result, at any time. */
MSVP_PROF_API aclprofConfig* aclprofCreateConfig(uint32_t* deviceIdList, uint32_t deviceNums,
                                                 aclprofAicoreMetrics aicoreMetrics,
                                                 const aclprofAicoreEvents* aicoreEvents,
                                                 uint64_t dataTypeConfig);
MSVP_PROF_API aclError aclprofDestroyConfig(const aclprofConfig* profilerConfig);

/* Begins a session with its own PROF_* directory. 100000 bad argument, 100042 one of its devices is
 * collected already (or profiling was configured through aclInit), 100043 not initialised, 200007
 * unknown kind of data. */
MSVP_PROF_API aclError aclprofStart(const aclprofConfig* profilerConfig);

/* Ends the session that was started with an equal config; returns when its records are on disk.
 * 100010 the config is not that of a running session, 100043 nothing runs, 100004 some could not be
 * written, 500005 not finished in time (the session is over all the same). */
MSVP_PROF_API aclError aclprofStop(const aclprofConfig* profilerConfig);

/* Sets one option for the sessions started from now on until aclprofFinalize. config: text of
 * configLength bytes, 0..256. 100000 bad argument, 100001 not initialised, 100010 value refused. */
MSVP_PROF_API aclError aclprofSetConfig(aclprofConfigType configType, const char* config,
                                        size_t configLength);

/* ---- User marks. Outside a session with ACL_PROF_MSPROFTX: NULL or -1. */

#define ACL_PROF_TENSOR_DATA_SHAPE_LEN 8
#define ACL_PROF_EVENT_ATTR_VERSION 1

#if !defined(ACL_PROF_TENSOR_INFO_DEFINED)
#define ACL_PROF_TENSOR_INFO_DEFINED
typedef struct aclprofTensor {
  uint32_t type; /* 0 input, 1 output */
  uint32_t format;
  uint32_t dataType;
  uint32_t shapeDim;
  uint32_t shape[ACL_PROF_TENSOR_DATA_SHAPE_LEN];
} aclprofTensor;

typedef struct aclprofTensorInfo {
  uint64_t opNameId;
  uint64_t opTypeId;
  uint32_t resv;
  uint32_t tensorNum;
  uint32_t kernelType;
  uint32_t blockNums;
  void* stream;
  aclprofTensor* tensors;
} aclprofTensorInfo;
#endif

typedef enum { ACL_PROF_MESSAGE_TYPE_TENSOR_INFO = 0 } aclprofMessageType;

typedef struct aclprofEventAttributes {
  uint16_t version;
  uint16_t size;
  uint32_t messageType;
  union Message {
    aclprofTensorInfo* tensorInfo;
  } message;
} aclprofEventAttributes;

MSVP_PROF_API void* aclprofCreateStamp(void);
MSVP_PROF_API void aclprofDestroyStamp(void* stamp);
MSVP_PROF_API aclError aclprofSetStampTraceMessage(void* stamp, const char* msg, uint32_t msgLen);
MSVP_PROF_API aclError aclprofMark(void* stamp);
MSVP_PROF_API aclError aclprofMarkEx(const char* msg, size_t msgLen, aclrtStream stream);
MSVP_PROF_API aclError aclprofPush(void* stamp);
MSVP_PROF_API aclError aclprofPop(void);
MSVP_PROF_API aclError aclprofRangeStart(void* stamp, uint32_t* rangeId);
MSVP_PROF_API aclError aclprofRangeStop(uint32_t rangeId);
MSVP_PROF_API aclError aclprofRangePushEx(aclprofEventAttributes* attr);
MSVP_PROF_API aclError aclprofRangePop(void);
MSVP_PROF_API uint64_t aclprofStr2Id(const char* message);

/* ---- Steps. */

typedef enum { ACL_STEP_START = 0, ACL_STEP_END = 1 } aclprofStepTag;

MSVP_PROF_API aclprofStepInfo* aclprofCreateStepInfo(void);
MSVP_PROF_API void aclprofDestroyStepInfo(aclprofStepInfo* stepinfo);
MSVP_PROF_API aclError aclprofGetStepTimestamp(aclprofStepInfo* stepInfo, aclprofStepTag tag,
                                               aclrtStream stream);

/* ---- Subscription: records of a model through a pipe. opInfo and opInfoLen: what was read from
 * it. */

typedef enum {
  ACL_SUBSCRIBE_OP = 0,
  ACL_SUBSCRIBE_SUBGRAPH = 1,
  ACL_SUBSCRIBE_OP_THREAD = 2,
  ACL_SUBSCRIBE_NONE = 0xFF
} aclprofSubscribeOpFlag;

typedef enum {
  ACL_SUBSCRIBE_ATTRI_THREADID = 0,
  ACL_SUBSCRIBE_ATTRI_NONE = 1
} aclprofSubscribeOpAttri;

MSVP_PROF_API aclprofSubscribeConfig* aclprofCreateSubscribeConfig(
    int8_t timeInfoSwitch, aclprofAicoreMetrics aicoreMetrics, void* fd);
MSVP_PROF_API aclError
aclprofDestroySubscribeConfig(const aclprofSubscribeConfig* profSubscribeConfig);
MSVP_PROF_API aclError aclprofModelSubscribe(uint32_t modelId,
                                             const aclprofSubscribeConfig* profSubscribeConfig);
MSVP_PROF_API aclError aclprofModelUnSubscribe(uint32_t modelId);
MSVP_PROF_API aclError aclprofGetOpDescSize(size_t* opDescSize);
MSVP_PROF_API aclError aclprofGetOpNum(const void* opInfo, size_t opInfoLen, uint32_t* opNumber);
MSVP_PROF_API aclError aclprofGetOpTypeLen(const void* opInfo, size_t opInfoLen, uint32_t index,
                                           size_t* opTypeLen);
MSVP_PROF_API aclError aclprofGetOpType(const void* opInfo, size_t opInfoLen, uint32_t index,
                                        char* opType, size_t opTypeLen);
MSVP_PROF_API aclError aclprofGetOpNameLen(const void* opInfo, size_t opInfoLen, uint32_t index,
                                           size_t* opNameLen);
MSVP_PROF_API aclError aclprofGetOpName(const void* opInfo, size_t opInfoLen, uint32_t index,
                                        char* opName, size_t opNameLen);
MSVP_PROF_API uint64_t aclprofGetOpStart(const void* opInfo, size_t opInfoLen, uint32_t index);
MSVP_PROF_API uint64_t aclprofGetOpEnd(const void* opInfo, size_t opInfoLen, uint32_t index);
MSVP_PROF_API uint64_t aclprofGetOpDuration(const void* opInfo, size_t opInfoLen, uint32_t index);
MSVP_PROF_API size_t aclprofGetModelId(const void* opInfo, size_t opInfoLen, uint32_t index);
MSVP_PROF_API aclprofSubscribeOpFlag aclprofGetOpFlag(const void* opInfo, size_t opInfoLen,
                                                      uint32_t index);
MSVP_PROF_API const char* aclprofGetOpAttriValue(const void* opInfo, size_t opInfoLen,
                                                 uint32_t index, aclprofSubscribeOpAttri attri);

#if defined(__cplusplus)
}
#endif

#endif /* ACLPROF_ACL_ACL_PROF_H_ */
