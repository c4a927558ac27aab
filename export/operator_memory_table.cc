#include "export/operator_memory_table.h"

#include <algorithm>
#include <vector>

#include "export/number_text.h"

namespace aclprof {
namespace {

constexpr char kOperatorMemoryHeader[] =
    "Device_id,Name,Size(KB),Allocation Time(us),Duration(us),Allocation Total Allocated(KB),"
    "Allocation Total Reserved(KB),Release Total Allocated(KB),Release Total Reserved(KB),Device";

void AppendTotals(TextSink* sink, const aclprofx_memory& memory) {
  sink->Append(",");
  Put(sink, PutKiB, memory.total_allocated);
  sink->Append(",");
  Put(sink, PutKiB, memory.total_reserved);
}

}  // namespace

OperatorMemoryTable::OperatorMemoryTable(OutputSet* outputs, CsvNames* names)
    : table_(outputs, "operator_memory", kOperatorMemoryHeader), names_(names) {}

void OperatorMemoryTable::Add(int32_t device_id, int64_t time_ns, const aclprofx_memory& change) {
  if (change.op_name == 0) return;
  change.bytes < 0 ? Release(device_id, {time_ns, change}) : Allocate(device_id, {time_ns, change});
}

// Where the release of what was there before is missing, its row says so.
void OperatorMemoryTable::Allocate(int32_t device_id, const Change& change) {
  const auto [known, is_new] = allocated_.try_emplace({device_id, change.memory.address}, change);
  if (is_new) return;
  WriteRow(device_id, known->second, nullptr);
  known->second = change;
}

// Of what was allocated before the session neither size nor time are known.
void OperatorMemoryTable::Release(int32_t device_id, const Change& change) {
  const auto allocation = allocated_.find({device_id, change.memory.address});
  if (allocation == allocated_.end()) return;
  WriteRow(device_id, allocation->second, &change);
  allocated_.erase(allocation);
}

void OperatorMemoryTable::Finish() {
  using Left = std::pair<int32_t, Change>;
  std::vector<Left> left;
  for (const auto& [key, change] : allocated_) left.emplace_back(key.first, change);
  std::stable_sort(left.begin(), left.end(), [](const Left& a, const Left& b) {
    return a.second.time_ns < b.second.time_ns;
  });
  for (const auto& [device_id, change] : left) WriteRow(device_id, change, nullptr);
  allocated_.clear();
}

void OperatorMemoryTable::WriteRow(int32_t device_id, const Change& allocation,
                                   const Change* release) {
  TextSink* sink = table_.BeginRow();
  if (sink == nullptr) return;
  AppendDevice(sink, device_id);
  sink->Append(",");
  sink->Append(names_->Of(allocation.memory.op_name));
  sink->Append(",");
  Put(sink, PutKiB, static_cast<uint64_t>(allocation.memory.bytes));
  sink->Append(",");
  Put(sink, PutMicros, allocation.time_ns);
  sink->Append(",");
  if (release == nullptr) {
    sink->Append("N/A");
  } else {
    Put(sink, PutMicros, release->time_ns - allocation.time_ns);
  }
  AppendTotals(sink, allocation.memory);
  release == nullptr ? sink->Append(",N/A,N/A") : AppendTotals(sink, release->memory);
  sink->Append(",");
  AppendDeviceName(sink, device_id);
  table_.EndRow();
}

}  // namespace aclprof
