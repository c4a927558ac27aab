// record_packer.h: packing 2: records into columns, a group per kind, so that LZ4 finds like beside like.
//
// Shape    in: records in ring order. Out: the packed bytes, appended; trace_format.md, "Packing 2".
// Threads  re-entrant.
#pragma once

#include <span>
#include <vector>

#include "base/byte_order.h"
#include "format/ledger.h"
#include "writers/record_scan.h"
#include "writers/time_span.h"
#include "writers/used_names.h"

namespace aclprof {

// Records of one kind.
struct RecordGroup {
  uint16_t kind;
  uint32_t records;
  std::span<const RecordRun> runs;
};

// What is seen of the records while they are packed.
struct RecordFacts {
  TimeSpan times;
  UsedNames names;
  size_t tail_bytes = 0;
};

// Sorts by kind, keeping the order inside each; the groups point into `scan` or `sorted`.
std::vector<RecordGroup> GroupByKind(const RecordScan& scan, std::vector<RecordRun>* sorted);

void PackRecords(const RecordScan& scan, std::span<const RecordGroup> groups, Bytes* packed,
                 RecordFacts* facts);

}  // namespace aclprof
