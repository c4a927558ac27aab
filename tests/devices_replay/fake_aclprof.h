// fake_aclprof.h: a stand-in for libaclprof: rings that keep everything, and control calls that note their order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "aclprof/producer.h"

namespace aclprof {

struct FakeRecord {
  int32_t device_id;
  uint16_t kind;
  std::string payload;
};

struct FakeAclprof {
  std::vector<std::string> calls;                    // control calls, in order
  std::vector<aclprofx_producer_options> producers;  // as opened
  std::vector<std::string> producer_names;
  std::vector<std::string> strings;     // id - 1
  std::vector<std::string> task_types;  // id - 1
  std::vector<std::string> ops;         // id - 1: "name|type|..."
  std::vector<uint32_t> session_devices;
  uint32_t metrics = 0;
  uint64_t data_types = 0;
  uint64_t kinds = ~0ull >> 16;  // what rings opened from now on want
  int fail_open_of_device = -2;
  std::string fail_call;  // the control call that fails with 500000

  // Everything emitted, ring by ring, in the order of the rings' positions.
  std::vector<FakeRecord> Records() const;

  static FakeAclprof& Get();
  static void Reset();
};

}  // namespace aclprof
