#include "export/memory_record_table.h"

#include "export/number_text.h"

namespace aclprof {
namespace {

constexpr char kMemoryRecordHeader[] =
    "Device_id,Component,Timestamp(us),Total Allocated(KB),Total Reserved(KB),Device";

}  // namespace

MemoryRecordTable::MemoryRecordTable(OutputSet* outputs, CsvNames* names)
    : table_(outputs, "memory_record", kMemoryRecordHeader), names_(names) {}

void MemoryRecordTable::Add(int32_t device_id, int64_t time_ns, const aclprofx_memory& change) {
  TextSink* sink = table_.BeginRow();
  if (sink == nullptr) return;
  AppendDevice(sink, device_id);
  sink->Append(",");
  sink->Append(names_->Of(change.component));
  sink->Append(",");
  Put(sink, PutMicros, time_ns);
  sink->Append(",");
  Put(sink, PutKiB, change.total_allocated);
  sink->Append(",");
  Put(sink, PutKiB, change.total_reserved);
  sink->Append(",");
  AppendDeviceName(sink, device_id);
  table_.EndRow();
}

}  // namespace aclprof
