// host_usage_tables.h: the tables that sum up the samples of the host: host_cpu_usage, host_mem_usage, host_disk_usage,
// host_network_usage of the process, cpu_usage and sys_mem of the whole host; one row each.
//
// Units    percent, KB of 1,024 bytes, KB/s; at most three decimals.
// Threads  one.
// Source   docs/export.md, "Samples of the host".
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "aclprof/producer.h"
#include "export/csv_table.h"
#include "readers/session_reader.h"

namespace aclprof {

class HostUsageTables {
 public:
  HostUsageTables(OutputSet* outputs, const SessionReader* reader);

  // A sample of the host; counters without a table are passed over at the end.
  void Add(const aclprofx_sample& sample);
  void Finish();
  Status status() const;

 private:
  struct Series {
    uint64_t count = 0;
    double sum = 0;
    double most = 0;
  };
  using Cell = std::optional<double>;

  const Series* Find(std::string_view counter, std::string_view series) const;
  Cell Peak(std::string_view counter, std::string_view series) const;
  Cell Mean(std::string_view counter, std::string_view series) const;
  void WriteRow(CsvTable* table, std::string_view first, const std::vector<Cell>& cells);
  void WriteCpu();
  void WriteMemory();
  void WriteDisk();
  void WriteNetwork();
  void WriteMeans(CsvTable* table, std::string_view first, std::string_view counter,
                  std::initializer_list<const char*> columns);

  const SessionReader* reader_;
  std::map<std::pair<uint32_t, uint32_t>, Series> by_ids_;  // counter and series
  CsvTable cpu_, memory_, disk_, network_, host_cpu_, host_memory_, process_cpu_, process_memory_;
};

}  // namespace aclprof
