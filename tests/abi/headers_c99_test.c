/* Every public header in one C99 program: it compiles, links, and the constants have the vendor's values. */
#include <acl/acl.h>
#include <acl/acl_op_compiler.h>
#include <acl/acl_prof.h>
#include <acl/error_codes/ge_error_codes.h>
#include <acl/error_codes/rt_error_codes.h>
#include <aclprof/aclprof.h>
#include <aclprof/producer.h>
#include <aclprof/runtime.h>
#include <stdio.h>
#include <string.h>

typedef struct Value {
  const char* name;
  long long is;
  long long ought;
} Value;

#define VALUE(name, value) {#name, (long long)(name), (long long)(value)},

/* The seed's right sequence, with wrong ones in between, as far as a program without a runtime gets. */
static int CallsWork(void) {
  uint32_t devices[] = {0};
  aclprofConfig* config = aclprofCreateConfig(devices, 1, ACL_AICORE_NONE, NULL, ACL_PROF_ACL_API);
  const char* text;
  if (config == NULL) return 0;
  if (aclprofStart(config) != ACL_ERROR_PROF_NOT_RUN) return 0;
  text = aclprofx_last_error();
  if (text == NULL || strncmp(text, "EK0002", 6) != 0) return 0;
  return aclprofDestroyConfig(config) == ACL_SUCCESS;
}

int main(void) {
  static const int kSuccess = 0;
  const Value values[] = {
#include "acl_values.inc"
      {"ACL_SUCCESS", ACL_SUCCESS, kSuccess},
  };
  size_t i;
  int wrong = 0;
  for (i = 0; i < sizeof(values) / sizeof(values[0]); ++i) {
    if (values[i].is == values[i].ought) continue;
    printf("%s is %lld, ought to be %lld\n", values[i].name, values[i].is, values[i].ought);
    ++wrong;
  }
  if (!CallsWork()) {
    printf("the calls do not answer as they ought to\n");
    ++wrong;
  }
  return wrong != 0;
}
