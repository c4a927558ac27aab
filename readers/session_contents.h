// session_contents.h: everything that a session's directory says without a block being decoded.
//
// Shape    filled once by LoadSession; a reader only adds damage to it as it decodes.
// Threads  one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/status.h"
#include "readers/info_file.h"
#include "readers/name_index.h"
#include "readers/session_clock.h"
#include "readers/trace_contents.h"
#include "readers/trace_scan.h"

namespace aclprof {

struct SessionContents {
  InfoFile info;
  std::vector<TraceContents> files;  // ours alone; their blocks have moved to `blocks`
  std::vector<std::string> foreign;
  std::vector<BlockRef> blocks;  // each once, however many files hold it
  std::vector<FileDamage> damage;
  NameIndex names;
  SessionClock clock;
  Ledger ledger;
  bool ledger_is_final = false;    // of a footer or info.json, not merely counted
  uint64_t dropped_announced = 0;  // at least so many were dropped, whatever the ledger knows
  KindCounts announced{};
  std::map<int32_t, KindCounts> announced_by_device;
  uint64_t unknown_records = 0;

  const std::string& PathOf(const BlockRef& ref) const { return files[ref.file].path; }
  // SessionReader::missing_records.
  int64_t MissingRecords() const;
  // The device a block's records belong to: its ring's, or its file's where the ring is not known.
  int32_t DeviceOf(const BlockRef& ref) const;
  RingClock ClockOf(const BlockRef& ref) const;
  FileDamage DamageOf(const BlockRef& ref, const std::string& what) const;
  // From the least start to the greatest end of a block's records, as announced.
  TimeWindow TimesOf(const BlockRef& ref) const;
};

Status LoadSession(const std::string& path, ScanDepth depth, SessionContents* contents);

}  // namespace aclprof
