/* foreign_producer.c: a C99 program of somebody else's that knows only the installed headers and libaclprof: it opens a
 * producer of its own and emits while nothing is being profiled. Ends with 0 when every answer is the documented one. */
#include <acl/acl_prof.h>
#include <aclprof/aclprof.h>
#include <aclprof/producer.h>
#include <stdio.h>

#define EXPECT(condition)                        \
  if (!(condition)) {                            \
    fprintf(stderr, "not so: %s\n", #condition); \
    return 1;                                    \
  }

int main(void) {
  aclprofx_producer_options options = {0};
  aclprofx_status status = {0};
  aclprofx_ring* ring = NULL;
  options.size_bytes = sizeof(options);
  options.policy = -1;
  options.name = "foreign";
  status.size_bytes = sizeof(status);

  EXPECT(aclprofx_open_producer(&options, &ring) == 0);
  EXPECT(ring != NULL);
  EXPECT(aclprofx_intern("kernel", 6) != 0);
  EXPECT(aclprofx_begin(ring, ACLPROFX_KIND_TASK, sizeof(aclprofx_task)) == NULL);
  EXPECT(aclprofx_get_status(&status) == 0);
  EXPECT(status.rings == 1);
  aclprofx_close_producer(ring);

  EXPECT(aclprofStart(NULL) != 0);
  return 0;
}
