#include "export/api_statistic_table.h"

#include <map>
#include <string>
#include <utility>

#include "export/csv_text.h"
#include "export/number_text.h"

namespace aclprof {
namespace {

constexpr char kApiStatisticHeader[] =
    "Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance";

void AppendThousandths(TextSink* sink, unsigned __int128 value) {
  sink->Append(",");
  Put(sink, PutThousandths, value);
}

}  // namespace

ApiStatisticTable::ApiStatisticTable(OutputSet* outputs)
    : table_(outputs, "api_statistic", kApiStatisticHeader) {}

void ApiStatisticTable::Add(const ApiCall& call, Span duration) {
  if (call.in_cann) calls_[&call].Add(duration);
}

// The same name may have come under several ids and modes.
void ApiStatisticTable::Finish() {
  std::map<std::pair<std::string, std::string>, DurationStatistics> rows;
  for (const auto& [call, statistics] : calls_) rows[{call->name, call->level}].Merge(statistics);
  for (const auto& [key, statistics] : rows) WriteRow(key.first, key.second, statistics);
}

void ApiStatisticTable::WriteRow(const std::string& name, const std::string& level,
                                 const DurationStatistics& statistics) {
  TextSink* sink = table_.BeginRow();
  if (sink == nullptr) return;
  sink->Append("host," + level + "," + CsvCell(name));
  AppendThousandths(sink, statistics.TotalThousandths());
  sink->Append(",");
  Put(sink, PutUnsigned, statistics.count);
  AppendThousandths(sink, statistics.AverageThousandths());
  AppendThousandths(sink, Thousandths(statistics.least));
  AppendThousandths(sink, Thousandths(statistics.most));
  AppendThousandths(sink, statistics.VarianceThousandths());
  table_.EndRow();
}

}  // namespace aclprof
