/* A timer's handler emits on the thread that emits: every record is kept or counted as re-entrant. */
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

#include "session_steps.h"

static volatile sig_atomic_t from_handler;
static pthread_t emitter;

/* The timer may also find a thread of TBB, whose emits would overlap the stop. */
static void OnTimer(int number) {
  (void)number;
  if (!pthread_equal(pthread_self(), emitter)) return;
  ++from_handler;
  EmitRecords(1);
}
int main(int argc, char** argv) {
  const struct itimerval often = {{0, 100}, {0, 100}};
  const struct itimerval never = {{0, 0}, {0, 0}};
  aclprofx_ledger ledger;
  aclprofConfig* config;
  uint64_t emitted = 0;
  ledger.size_bytes = sizeof(ledger);
  if (argc < 2 || (config = StartSession(argv[1])) == NULL) return __LINE__;
  emitter = pthread_self();
  EmitRecords(1);
  ++emitted;
  signal(SIGALRM, OnTimer);
  setitimer(ITIMER_REAL, &often, NULL);
  while (from_handler < 2000) {
    EmitRecords(100);
    emitted += 100;
  }
  setitimer(ITIMER_REAL, &never, NULL);
  if (aclprofStop(config) != 0) return __LINE__;
  if (aclprofx_last_session(&ledger, NULL, 0) != 0) return __LINE__;
  return ledger.emitted == emitted + (uint64_t)from_handler ? 0 : __LINE__;
}
