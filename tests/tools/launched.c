/* A program as msprof launches it: some work on device 0, no call of the profiling API; then as its argument says: ends with
 * that code, or waits for a signal. */
#include <unistd.h>

#include "tests/clients/client.h"

int main(int argc, char** argv) {
  OpenDevice(0);
  Work();
  CloseDevice(0);
  if (argc > 1 && strcmp(argv[1], "wait") == 0) {
    puts("waiting");
    fflush(stdout);
    pause();
  }
  return argc > 1 ? atoi(argv[1]) : 0;
}
