/* Returns from main in the middle of a session. */
#include "session_steps.h"

int main(int argc, char** argv) {
  if (argc < 2 || StartSession(argv[1]) == NULL) return __LINE__;
  return EmitRecords(1000) == 1000 ? 0 : __LINE__;
}
