/* A thread gets no ring where the process has no thread-specific key left, and nobody else's key is touched. */
#include <pthread.h>

#include "session_steps.h"

int main(int argc, char** argv) {
  const void* before;
  pthread_key_t key;
  aclprofx_ledger ledger;
  aclprofConfig* config;
  /* TBB needs a key too, and takes it in its first session. */
  if (argc < 2 || (config = StartSession(argv[1])) == NULL || aclprofStop(config) != 0)
    return __LINE__;
  while (pthread_key_create(&key, NULL) == 0) {
  }
  before = pthread_getspecific(0); /* the key that one which was never made is taken for */
  if (aclprofStart(config) != 0) return __LINE__;
  if (EmitRecords(10) != 0) return __LINE__;
  if (aclprofStop(config) != 0) return __LINE__;
  if (pthread_getspecific(0) != before) return __LINE__;
  ledger.size_bytes = sizeof(ledger);
  if (aclprofx_last_session(&ledger, NULL, 0) != 0) return __LINE__;
  return ledger.dropped[ACLPROFX_DROP_NO_RING] == 10 ? 0 : __LINE__;
}
