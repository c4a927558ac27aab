// record_packer.h: packing 1: records into columns, a group per kind, so that LZ4 finds like beside like.
//
// Shape    in: records in ring order. Out: the packed bytes, appended; trace_format.md, "Packing 1".
// Threads  re-entrant.
#pragma once

#include <span>

#include "base/byte_order.h"
#include "format/ledger.h"
#include "writers/record_scan.h"

namespace aclprof {

// Records of one kind.
struct RecordGroup {
  uint16_t kind;
  std::span<const RecordRef> records;
};

// Sorts by kind, keeping the order inside each; `sorted` receives the records and must outlive the groups.
std::vector<RecordGroup> GroupByKind(const RecordScan& scan, std::vector<RecordRef>* sorted);

void PackRecords(const RecordScan& scan, std::span<const RecordGroup> groups, Bytes* packed);

}  // namespace aclprof
