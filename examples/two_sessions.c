/* two_sessions.c: two profiling sessions in one run, on devices that overlap: first 0 and 1, then 1 and 2.
 *
 *   two_sessions [DIR]   writes below DIR, by default ./two_sessions_out; needs 4 devices
 *
 * A device can be in one session at a time: the first is stopped before the second starts. Each session gets a
 * PROF_* directory of its own, with the devices of its list and the calls of the host. (wrong_sequence.c shows what
 * happens without the stop.)
 */
#include <acl/acl.h>
#include <acl/acl_prof.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

#define DEVICES 4
#define ROUNDS 100
#define BYTES (256 * 1024)

typedef struct Device {
  aclrtStream stream;
  void* memory; /* on the device */
  void* staged; /* on the host, pinned: copies from here are asynchronous */
} Device;

/* The work of a host function: a checksum of what the device sent back. */
static void Checksum(void* args) {
  const Device* device = args;
  const unsigned char* bytes = device->staged;
  volatile unsigned sum = 0;
  size_t i;
  for (i = 0; i < BYTES; ++i) sum += bytes[i];
}

static int Open(Device* device, int32_t id) {
  CHECK(aclrtSetDevice(id)); /* from now on this thread works on the device */
  CHECK(aclrtCreateStream(&device->stream));
  CHECK(aclrtMalloc(&device->memory, BYTES, ACL_MEM_MALLOC_NORMAL_ONLY));
  CHECK(aclrtMallocHost(&device->staged, BYTES));
  memset(device->staged, 1, BYTES);
  return 0;
}

static int Close(Device* device, int32_t id) {
  CHECK(aclrtSetDevice(id));
  CHECK(aclrtFreeHost(device->staged));
  CHECK(aclrtFree(device->memory));
  CHECK(aclrtDestroyStream(device->stream));
  CHECK(aclrtResetDevice(id)); /* one for the SetDevice above, */
  CHECK(aclrtResetDevice(id)); /* and one for that of Open */
  return 0;
}

/* Five tasks a round, launched here and run by the device: copy in, fill, copy out, checksum, event. */
static int Work(Device* device, int32_t id) {
  aclrtEvent done;
  int round;
  CHECK(aclrtSetDevice(id));
  CHECK(aclrtCreateEvent(&done));
  for (round = 0; round < ROUNDS; ++round) {
    CHECK(aclrtMemcpyAsync(device->memory, BYTES, device->staged, BYTES, ACL_MEMCPY_HOST_TO_DEVICE,
                           device->stream));
    CHECK(aclrtMemsetAsync(device->memory, BYTES, round, BYTES / 2, device->stream));
    CHECK(aclrtMemcpyAsync(device->staged, BYTES, device->memory, BYTES, ACL_MEMCPY_DEVICE_TO_HOST,
                           device->stream));
    CHECK(aclrtLaunchHostFunc(device->stream, Checksum, device));
    CHECK(aclrtRecordEvent(done, device->stream));
  }
  CHECK(aclrtSynchronizeEvent(done));
  CHECK(aclrtDestroyEvent(done));
  CHECK(aclrtResetDevice(id));
  return 0;
}

/* One session on the devices of the list, while all four devices work. */
static int Session(Device* devices, uint32_t* list, uint32_t count) {
  aclprofConfig* config = aclprofCreateConfig(list, count, ACL_AICORE_NONE, NULL,
                                              ACL_PROF_ACL_API | ACL_PROF_TASK_TIME);
  int32_t id;
  if (config == NULL) return 1;
  CHECK(aclprofStart(config));
  for (id = 0; id < DEVICES; ++id)
    if (Work(&devices[id], id) != 0) return 1;
  CHECK(aclprofStop(config)); /* the session's records are on disk */
  CHECK(aclprofDestroyConfig(config));
  return 0;
}

int main(int argc, char** argv) {
  const char* directory = argc > 1 ? argv[1] : "two_sessions_out";
  uint32_t first[] = {0, 1};
  uint32_t second[] = {1, 2};
  Device devices[DEVICES];
  int32_t id;

  CHECK(aclInit(NULL));
  for (id = 0; id < DEVICES; ++id)
    if (Open(&devices[id], id) != 0) return 1;

  CHECK(aclprofInit(directory, strlen(directory)));
  if (Session(devices, first, 2) != 0) return 1;
  if (Session(devices, second, 2) != 0) return 1;
  CHECK(aclprofFinalize());

  for (id = 0; id < DEVICES; ++id)
    if (Close(&devices[id], id) != 0) return 1;
  CHECK(aclFinalize()); /* 0: the run is complete */
  printf("two sessions, %d tasks on each device in each; see %s\n", 5 * ROUNDS, directory);
  return 0;
}
