/* C18: one configuration, and for each measurement a session, an export of the first directory, and the base removed and
 * made again. EXPORT is the command that exports the directory behind it. */
#include <dirent.h>

#include "run_model.h"

static void FirstEntry(const char* base, char* path, size_t bytes) {
  DIR* directory = opendir(base);
  const struct dirent* entry;
  MUST(directory != NULL);
  path[0] = 0;
  while ((entry = readdir(directory)) != NULL)
    if (strncmp(entry->d_name, "PROF_", 5) == 0) {
      MUST(path[0] == 0);
      snprintf(path, bytes, "%s/%s", base, entry->d_name);
    }
  closedir(directory);
  MUST(path[0] != 0);
}

static void Run(const char* format, const char* what) {
  char command[2048];
  snprintf(command, sizeof(command), format, what);
  MUST(system(command) == 0);
}

int main(void) {
  const char* export_command = getenv("EXPORT");
  aclprofConfig* config;
  char path[512], command[1024];
  int measurement;
  MUST(export_command != NULL);
  OpenDevice(0);
  MakeDirectory("base");
  MUST(InitAt("base") == ACL_SUCCESS);
  config = ConfigOf(0, 1, 0x6);
  for (measurement = 0; measurement < 3; ++measurement) {
    MUST(aclprofStart(config) == ACL_SUCCESS);
    RunModel();
    MUST(aclprofStop(config) == ACL_SUCCESS);
    FirstEntry("base", path, sizeof(path));
    snprintf(command, sizeof(command), "%s %s > exported.txt", export_command, path);
    Run("%s", command);
    Run("grep -q 'OP Type' %s/mindstudio_profiler_output/op_summary_*.csv", path);
    Run("grep -q 'Input Shapes' %s/mindstudio_profiler_output/op_summary_*.csv", path);
    if (measurement == 2) break; /* the last one stays, to be looked at */
    Run("rm -r %s", "base");
    MakeDirectory("base");
  }
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  CloseDevice(0);
  return 0;
}
