/* C9: a framework that looks up half of the functions by name in libmsprofiler.so and may do without each; many windows in a
 * process, each with a path of its own and exactly one PROF_* below it. */
#include <dirent.h>
#include <dlfcn.h>

#include "client.h"

typedef aclError (*SetConfigFunction)(aclprofConfigType, const char*, size_t);
typedef aclError (*FeaturesFunction)(size_t*, void**);
typedef int (*WarmupFunction)(const aclprofConfig*);
typedef int (*CallbackFunction)(void);
typedef aclError (*MarkExFunction)(const char*, size_t, aclrtStream);

static SetConfigFunction set_config;
static FeaturesFunction features, features_v2;
static WarmupFunction warmup;
static CallbackFunction register_callback;
static MarkExFunction mark_ex;

static void LookUp(void) {
  void* library = dlopen("libmsprofiler.so", RTLD_LAZY);
  MUST(library != NULL);
  set_config = (SetConfigFunction)dlsym(library, "aclprofSetConfig");
  features = (FeaturesFunction)dlsym(library, "aclprofGetSupportedFeatures");
  features_v2 = (FeaturesFunction)dlsym(library, "aclprofGetSupportedFeaturesV2");
  warmup = (WarmupFunction)dlsym(library, "aclprofWarmup");
  register_callback = (CallbackFunction)dlsym(library, "aclprofRegisterDeviceCallback");
  mark_ex = (MarkExFunction)dlsym(library, "aclprofMarkEx");
  MUST(set_config && features && features_v2 && warmup && register_callback && mark_ex);
}

static void AskForFeatures(FeaturesFunction ask) {
  size_t size = 0;
  void* data = NULL;
  const aclError answer = ask(&size, &data);
  MUST(answer == ACL_SUCCESS || answer == ACL_ERROR_PROF_MODULES_UNSUPPORTED);
}

static int EntriesOf(const char* path) {
  DIR* directory = opendir(path);
  const struct dirent* entry;
  int entries = 0;
  MUST(directory != NULL);
  while ((entry = readdir(directory)) != NULL) entries += strncmp(entry->d_name, "PROF_", 5) == 0;
  closedir(directory);
  return entries;
}

static void Window(int number, uint64_t mask) {
  char path[32];
  aclprofConfig* config;
  aclrtStream stream = NULL;
  snprintf(path, sizeof(path), "window%d", number);
  (void)InitAt(path);
  AskForFeatures(features_v2);
  AskForFeatures(features);
  (void)set_config(ACL_PROF_SYS_HARDWARE_MEM_FREQ, "50", 2);
  (void)set_config(ACL_PROF_HOST_SYS, "cpu,mem", 7);
  (void)set_config(ACL_PROF_SYS_IO_FREQ, "100", 3);
  (void)set_config(ACL_PROF_SYS_INTERCONNECTION_FREQ, "50", 2);
  config = ConfigOf(0, 1, mask);
  MUST(warmup(config) == ACL_SUCCESS);
  MUST(aclprofStart(config) == ACL_SUCCESS);
  (void)register_callback();
  MUST(aclrtCreateStream(&stream) == ACL_SUCCESS);
  MUST(mark_ex("step", 4, stream) == ACL_SUCCESS);
  WorkOn(stream);
  MUST(aclrtDestroyStream(stream) == ACL_SUCCESS);
  MUST(aclrtSynchronizeDevice() == ACL_SUCCESS);
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  MUST(EntriesOf(path) == 1);
}

int main(void) {
  static const uint64_t levels[] = {0x801, 0x27, 0x12F};
  int window;
  LookUp();
  OpenDevice(0);
  for (window = 0; window < 6; ++window)
    Window(window, levels[window % 3] | 0x80 | 0x1000 | 0x4000);
  CloseDevice(0);
  return 0;
}
