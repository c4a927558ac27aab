// session_info.h: the text of a session's info.json.
//
// Source   format/session_layout.h has the keys, which readers/ reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/pipeline.h"
#include "format/dictionary.h"
#include "format/ledger.h"

namespace aclprof {

struct SessionFacts {
  std::string session_id;
  std::vector<int32_t> devices;
  uint64_t ticks_per_second = 0;
  int64_t start_realtime_ns = 0;
  int64_t stop_realtime_ns = 0;  // 0 while it runs
  bool complete = false;
  std::string why_incomplete;
  bool run_complete = false;
  Ledger ledger;
};

std::string SessionInfoText(const SessionOptions& options, const SessionFacts& facts,
                            const DictionarySource& names);

// This process, as the files name it; repeatable where the clock is fixed.
std::string HostName();
std::string ProcessName();
uint32_t ProcessId();

}  // namespace aclprof
