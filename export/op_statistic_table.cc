#include "export/op_statistic_table.h"

#include <algorithm>

#include "export/csv_text.h"
#include "export/number_text.h"

namespace aclprof {
namespace {

constexpr char kOpStatisticHeader[] =
    "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),"
    "Ratio(%)";

constexpr unsigned kThousandthsOfAll = 100000;  // 100 % in thousandths

}  // namespace

OpStatisticTable::OpStatisticTable(OutputSet* outputs, OpTexts* ops)
    : table_(outputs, "op_statistic", kOpStatisticHeader), ops_(ops) {}

void OpStatisticTable::Add(const TaskRow& task) {
  if (task.communication || task.open_ended) return;
  DurationStatistics* group = GroupOf(task.device_id, task.op);
  if (group != nullptr) group->Add(task.times.duration);
}

DurationStatistics* OpStatisticTable::GroupOf(int32_t device_id, uint32_t op_id) {
  const auto [found, is_new] = by_op_.try_emplace({device_id, op_id}, nullptr);
  const OpText& op = ops_->Of(op_id);
  if (is_new && !op.type.empty()) {
    found->second = &devices_[device_id][{op.type, op.task_type}];
  }
  return found->second;
}

void OpStatisticTable::Finish() {
  for (const auto& [device_id, groups] : devices_) WriteDevice(device_id, groups);
}

void OpStatisticTable::WriteDevice(int32_t device_id, const Groups& groups) {
  std::vector<Row> rows;
  unsigned __int128 all_as = 0;
  for (const auto& group : groups) {
    rows.push_back(&group);
    all_as += group.second.total_as;
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](Row a, Row b) { return a->second.total_as > b->second.total_as; });
  for (const Row row : rows) WriteRow(device_id, row, all_as);
}

void OpStatisticTable::WriteRow(int32_t device_id, Row row, unsigned __int128 all_as) {
  TextSink* sink = table_.BeginRow();
  if (sink == nullptr) return;
  const auto& [name, statistics] = *row;
  AppendDevice(sink, device_id);
  for (const std::string& text : {name.first, name.second}) {
    sink->Append(",");
    sink->Append(CsvCell(text));
  }
  sink->Append(",");
  Put(sink, PutUnsigned, statistics.count);
  for (const unsigned __int128 value :
       {statistics.TotalThousandths(), Thousandths(statistics.least),
        statistics.AverageThousandths(), Thousandths(statistics.most),
        DivideRounded(statistics.total_as * kThousandthsOfAll, all_as)}) {
    sink->Append(",");
    Put(sink, PutThousandths, value);
  }
  table_.EndRow();
}

}  // namespace aclprof
