// ledger.h: emitted = stored + dropped by cause, to the unit.
//
// Shape    counts of records by kind; loss markers, open-ended tasks and clock pairs are written by the library
//          itself and count in none of them.
// Threads  a value type.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "aclprof/producer.h"

namespace aclprof {

using KindCounts = std::array<uint64_t, ACLPROFX_KINDS>;

uint64_t RecordsIn(const KindCounts& counts);

struct LedgerRow {
  KindCounts stored{};
  std::array<KindCounts, ACLPROFX_DROP_CAUSES> dropped{};

  uint64_t Stored() const;
  uint64_t Dropped() const;
  uint64_t DroppedBy(int cause) const;
  uint64_t Emitted() const { return Stored() + Dropped(); }
  LedgerRow& operator+=(const LedgerRow& other);
};

struct Ledger {
  std::map<uint32_t, LedgerRow> by_ring;
  LedgerRow unattributed;     // drops for want of a ring, and rings that have no row of their own
  uint64_t aged_out = 0;      // stored, then removed with their file under the storage limit
  uint64_t loss_markers = 0;  // library-made records, beside the ledger
  uint64_t open_ended = 0;

  LedgerRow Total() const;
  Ledger& operator+=(const Ledger& other);
};

// "ring_full", "no_ring", "too_big", "reentrant", "write_failed": the keys of by_cause in info --json.
const char* DropCauseName(int cause);
// "acl_api", "runtime_api", "framework_api", "task", "pmu", ... ; TASK and TASK_LINKED are both "task".
const char* KindName(int kind);

}  // namespace aclprof
