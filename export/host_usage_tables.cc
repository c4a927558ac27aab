#include "export/host_usage_tables.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "export/csv_text.h"

namespace aclprof {
namespace {

// What is recommended leaves a fifth free at the peak.
constexpr double kShareAtPeak = 0.8;
constexpr char kUsage[] = "Usage(%)";

std::optional<double> Recommended(std::optional<double> peak) {
  return peak ? std::optional(*peak / kShareAtPeak) : std::nullopt;
}

void AppendCell(TextSink* sink, std::optional<double> value) {
  constexpr double kMost = 1e15;
  if (!value || !(*value >= 0 && *value < kMost)) return sink->Append("N/A");
  Put(sink, PutThousandths,
      static_cast<unsigned __int128>(static_cast<uint64_t>(std::llround(*value * 1000))));
}

bool IsOneProcessor(std::string_view counter) {
  return counter.starts_with("CPU ") && counter.size() > 4 && counter[4] >= '0' &&
         counter[4] <= '9';
}

}  // namespace

HostUsageTables::HostUsageTables(OutputSet* outputs, const SessionReader* reader)
    : reader_(reader),
      cpu_(outputs, "host_cpu_usage",
           "Device_id,Total Cpu Numbers,Occupied Cpu Numbers,Recommend Cpu Numbers"),
      memory_(outputs, "host_mem_usage",
              "Device_id,Total Memory(KB),Peak Used Memory(KB),Recommend Memory(KB)"),
      disk_(outputs, "host_disk_usage",
            "Device_id,Peak Disk Read(KB/s),Recommend Disk Read(KB/s),Peak Disk Write(KB/s),"
            "Recommend Disk Write(KB/s)"),
      network_(outputs, "host_network_usage",
               "Device_id,Netcard Speed(KB/s),Peak Used Speed(KB/s),Recommend Speed(KB/s)"),
      host_cpu_(outputs, "cpu_usage",
                "Device_id,Cpu Type,User(%),Sys(%),IoWait(%),Irq(%),Soft(%),Idle(%)"),
      host_memory_(outputs, "sys_mem",
                   "Device_id,Memory Total(kB),Memory Free(kB),Buffers(kB),Cached(kB),"
                   "Share Memory(kB),Commit Limit(kB),Committed AS(kB),Huge Pages Total(pages),"
                   "Huge Pages Free(pages)"),
      process_cpu_(outputs, "process_cpu_usage", "Device_id,PID,Name,CPU(%)"),
      process_memory_(outputs, "process_mem",
                      "Device_id,PID,Name,Size(pages),Resident(pages),Shared(pages)") {}

void HostUsageTables::Add(const aclprofx_sample& sample) {
  Series& series = by_ids_[{sample.counter, sample.series}];
  ++series.count;
  series.sum += sample.value;
  series.most = std::max(series.most, sample.value);
}

const HostUsageTables::Series* HostUsageTables::Find(std::string_view counter,
                                                     std::string_view series) const {
  for (const auto& [ids, found] : by_ids_) {
    if (reader_->String(ids.first) == counter && reader_->String(ids.second) == series)
      return &found;
  }
  return nullptr;
}

HostUsageTables::Cell HostUsageTables::Peak(std::string_view counter,
                                            std::string_view series) const {
  const Series* found = Find(counter, series);
  return found != nullptr ? Cell(found->most) : std::nullopt;
}

HostUsageTables::Cell HostUsageTables::Mean(std::string_view counter,
                                            std::string_view series) const {
  const Series* found = Find(counter, series);
  return found != nullptr ? Cell(found->sum / static_cast<double>(found->count)) : std::nullopt;
}

// first: cells of text before the numbers, unless it is "". No row where nothing is known.
void HostUsageTables::WriteRow(CsvTable* table, std::string_view first,
                               const std::vector<Cell>& cells) {
  if (std::none_of(cells.begin(), cells.end(), [](const Cell& cell) { return cell.has_value(); }))
    return;
  TextSink* sink = table->BeginRow();
  if (sink == nullptr) return;
  AppendDevice(sink, -1);
  if (!first.empty()) sink->Append(",");
  sink->Append(first);
  for (const Cell& cell : cells) {
    sink->Append(",");
    AppendCell(sink, cell);
  }
  table->EndRow();
}

void HostUsageTables::WriteCpu() {
  double total = 0;
  double occupied = 0;
  for (const auto& [ids, series] : by_ids_) {
    if (!IsOneProcessor(reader_->String(ids.first))) continue;
    ++total;
    if (series.most > 0) ++occupied;
  }
  const Cell peak = Recommended(Peak("CPU Avg", kUsage));
  if (total == 0 || !peak) return;
  const double recommended = std::clamp(std::ceil(*peak * total / 100), 1.0, total);
  WriteRow(&cpu_, "", {total, occupied, recommended});
}

void HostUsageTables::WriteMemory() {
  const Cell total = Peak("Host Memory Total", "KB");
  const Cell peak = Peak("Host Memory Used", "KB");
  WriteRow(&memory_, "", {total, peak, Recommended(peak)});
}

void HostUsageTables::WriteDisk() {
  const Cell read = Peak("Host Disk Read", "KB/s");
  const Cell write = Peak("Host Disk Write", "KB/s");
  WriteRow(&disk_, "", {read, Recommended(read), write, Recommended(write)});
}

void HostUsageTables::WriteNetwork() {
  const Cell peak = Peak("Host Network Used", "KB/s");
  WriteRow(&network_, "", {Peak("Host Network Card", "KB/s"), peak, Recommended(peak)});
}

void HostUsageTables::WriteMeans(CsvTable* table, std::string_view first, std::string_view counter,
                                 std::initializer_list<const char*> columns) {
  std::vector<Cell> cells;
  for (const char* column : columns) cells.push_back(Mean(counter, column));
  WriteRow(table, first, cells);
}

void HostUsageTables::Finish() {
  WriteCpu();
  WriteMemory();
  WriteDisk();
  WriteNetwork();
  WriteMeans(&host_cpu_, "Host", "Host CPU Time",
             {"User(%)", "Sys(%)", "IoWait(%)", "Irq(%)", "Soft(%)", "Idle(%)"});
  WriteMeans(&host_memory_, "", "Host Memory",
             {"Memory Total(kB)", "Memory Free(kB)", "Buffers(kB)", "Cached(kB)",
              "Share Memory(kB)", "Commit Limit(kB)", "Committed AS(kB)", "Huge Pages Total(pages)",
              "Huge Pages Free(pages)"});
  const SessionInfo& info = reader_->info();
  const std::string process = std::to_string(info.process_id) + "," + CsvCell(info.process_name);
  WriteMeans(&process_cpu_, process, "Process", {"CPU(%)"});
  WriteMeans(&process_memory_, process, "Process",
             {"Size(pages)", "Resident(pages)", "Shared(pages)"});
}

Status HostUsageTables::status() const {
  for (const CsvTable* table : {&cpu_, &memory_, &disk_, &network_, &host_cpu_, &host_memory_,
                                &process_cpu_, &process_memory_}) {
    if (!table->status().ok()) return table->status();
  }
  return Status();
}

}  // namespace aclprof
