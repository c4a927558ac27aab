/* C20: a benchmark that makes a step while the session runs and gives it back before Stop, exports, and reads its columns.
 * EXPORT is the command that exports the directory behind it. */
#include "run_model.h"

int main(void) {
  const char* export_command = getenv("EXPORT");
  aclprofConfig* config;
  aclprofStepInfo* step;
  char command[1024];
  MUST(export_command != NULL);
  OpenDevice(0);
  MUST(InitAt("bench") == ACL_SUCCESS);
  config = ConfigOf(0, 1, 0x7);
  MUST(aclprofStart(config) == ACL_SUCCESS);
  step = aclprofCreateStepInfo();
  MUST(step != NULL);
  RunModel();
  aclprofDestroyStepInfo(step);
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  snprintf(command, sizeof(command), "%s bench > exported.txt", export_command);
  MUST(system(command) == 0);
  MUST(system("grep -q 'OP Type.*Task Duration(us)' "
              "bench/PROF_*/mindstudio_profiler_output/op_summary_*.csv") == 0);
  CloseDevice(0);
  return 0;
}
