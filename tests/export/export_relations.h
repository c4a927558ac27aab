// export_relations.h: how the files of one export agree with each other: docs/export.md, "How the
// files agree".
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/export/exported_files.h"

namespace aclprof {

// Device, stream, task.
using TaskKey = std::tuple<std::string, std::string, std::string>;

inline TaskKey KeyOf(const nlohmann::json& slice) {
  const uint64_t device = slice["pid"].get<uint64_t>() & 31;
  return {std::to_string(device), slice["tid"].dump(), slice["args"]["Task Id"].dump()};
}

inline void ExpectApiStatisticIsTheCannLayer(const ExportedFiles& files) {
  std::map<std::pair<std::string, std::string>, std::vector<double>> groups;
  for (const nlohmann::json& call : files.Slices("CANN")) {
    const std::string level = call["args"]["level"];
    groups[{call["args"][level == "acl" ? "id" : "Mode"], level}].push_back(call["dur"]);
  }
  const std::vector<TableRow> rows = files.Rows("api_statistic");
  ASSERT_EQ(rows.size(), groups.size());
  auto group = groups.begin();  // in the order of the table: by name, levels mixed
  for (const TableRow& row : rows) {
    const auto& [key, durations] = *group++;
    EXPECT_EQ(row.at("API Name"), key.first);
    EXPECT_EQ(row.at("Level"), key.second);
    double sum = 0, squares = 0;
    for (const double us : durations) sum += us;
    const double mean = sum / static_cast<double>(durations.size());
    for (const double us : durations) squares += (us - mean) * (us - mean);
    EXPECT_EQ(row.at("Count"), std::to_string(durations.size()));
    EXPECT_NEAR(std::stod(row.at("Time(us)")), sum, 1e-6);
    EXPECT_NEAR(std::stod(row.at("Avg(us)")), mean, 0.00051);
    EXPECT_EQ(std::stod(row.at("Min(us)")), *std::min_element(durations.begin(), durations.end()));
    EXPECT_EQ(std::stod(row.at("Max(us)")), *std::max_element(durations.begin(), durations.end()));
    EXPECT_NEAR(std::stod(row.at("Variance")), squares / static_cast<double>(durations.size()),
                0.00051);
  }
}

inline void ExpectOpStatisticIsOpSummaryGrouped(const ExportedFiles& files) {
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, std::vector<int64_t>> groups;
  for (const TableRow& row : files.Rows("op_summary")) {
    groups[{row.at("Device_id"), row.at("OP Type"), row.at("Task Type")}].push_back(
        Scaled(row.at("Task Duration(us)"), 3));
  }
  const std::vector<TableRow> rows = files.Rows("op_statistic");
  ASSERT_EQ(rows.size(), groups.size());
  std::map<std::string, double> ratios;
  std::map<std::string, int64_t> last_total;
  for (const TableRow& row : rows) {
    const std::vector<int64_t>& ns =
        groups.at({row.at("Device_id"), row.at("OP Type"), row.at("Core Type")});
    int64_t sum = 0;
    for (const int64_t one : ns) sum += one;
    const int64_t total = Scaled(row.at("Total Time(us)"), 3);
    EXPECT_EQ(row.at("Count"), std::to_string(ns.size()));
    EXPECT_NEAR(static_cast<double>(total), static_cast<double>(sum),
                static_cast<double>(ns.size()));
    EXPECT_NEAR(std::stod(row.at("Avg Time(us)")),
                static_cast<double>(total) / 1000 / static_cast<double>(ns.size()), 0.00051);
    ratios[row.at("Device_id")] += std::stod(row.at("Ratio(%)"));
    const auto [last, first] = last_total.try_emplace(row.at("Device_id"), total);
    EXPECT_LE(total, last->second);
    last->second = total;
  }
  for (const auto& [device, ratio] : ratios) EXPECT_NEAR(ratio, 100, 0.01) << device;
}

// Gives the number of tasks whose duration in op_summary is the higher one.
inline int ExpectThreeDurationsOfATask(const ExportedFiles& files) {
  std::map<TaskKey, TableRow> summary;
  for (const TableRow& row : files.Rows("op_summary"))
    summary[{row.at("Device_id"), row.at("Stream ID"), row.at("Task ID")}] = row;
  std::map<TaskKey, nlohmann::json> slices;
  for (const nlohmann::json& task : files.Slices("Ascend Hardware")) slices[KeyOf(task)] = task;
  int higher = 0;
  for (const TableRow& row : files.Rows("task_time")) {
    const TaskKey key = {row.at("Device_id"), row.at("stream_id"), row.at("task_id")};
    const int64_t task_time = Scaled(row.at("task_time(us)"), 3);
    EXPECT_EQ(task_time, DurationFs(slices.at(key)) / 1000000);
    if (row.at("kernel_name") == "N/A") continue;
    const int64_t op_time = Scaled(summary.at(key).at("Task Duration(us)"), 3);
    EXPECT_EQ(op_time, Scaled(row.at("task_stop(us)"), 3) - Scaled(row.at("task_start(us)"), 3));
    EXPECT_TRUE(op_time == task_time || op_time == task_time + 1);
    higher += op_time > task_time;
  }
  return higher;
}

inline void ExpectTaskTimeIsAscendHardwareAndHoldsOpSummary(const ExportedFiles& files) {
  const std::vector<TableRow> rows = files.Rows("task_time");
  std::vector<nlohmann::json> tasks = files.Slices("Ascend Hardware");
  ASSERT_EQ(rows.size(), tasks.size());
  std::stable_sort(tasks.begin(), tasks.end(), [](const auto& a, const auto& b) {
    return a["pid"].template get<uint64_t>() < b["pid"].template get<uint64_t>();
  });
  std::set<std::pair<TaskKey, std::string>> known;
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].at("task_start(us)"), tasks[i]["ts"].get<std::string>());
    EXPECT_EQ(rows[i].at("task_id"), tasks[i]["args"]["Task Id"].dump());
    EXPECT_EQ(rows[i].at("kernel_type"), tasks[i]["args"]["Task Type"].get<std::string>());
    known.insert({{rows[i].at("Device_id"), rows[i].at("stream_id"), rows[i].at("task_id")},
                  rows[i].at("task_start(us)")});
  }
  for (const TableRow& row : files.Rows("op_summary")) {
    EXPECT_EQ(known.count({{row.at("Device_id"), row.at("Stream ID"), row.at("Task ID")},
                           row.at("Task Start Time(us)")}),
              1u);
  }
}

inline void ExpectWaitsAreFromTheRowBefore(const ExportedFiles& files) {
  std::map<std::string, int64_t> stop_by_device;
  for (const TableRow& row : files.Rows("op_summary")) {
    const int64_t start = Scaled(row.at("Task Start Time(us)"), 3);
    const auto last = stop_by_device.find(row.at("Device_id"));
    if (last == stop_by_device.end()) {
      EXPECT_EQ(row.at("Task Wait Time(us)"), "0");
    } else {
      EXPECT_EQ(Scaled(row.at("Task Wait Time(us)"), 6),
                std::max<int64_t>(0, start - last->second) * 1000);
    }
    stop_by_device[row.at("Device_id")] = start + Scaled(row.at("Task Duration(us)"), 3);
  }
}

}  // namespace aclprof
