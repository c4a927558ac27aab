// The files of one export agree with each other, as those of the vendor's tool do: the four
// relations of docs/export.md, "How the files agree".
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <tuple>

#include "tests/export/exported_session.h"

namespace aclprof {
namespace {

using nlohmann::json;
using Row = std::map<std::string, std::string>;

std::vector<std::string> Split(const std::string& line, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : line) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Of tables whose names need no quotes; tabs are taken off.
std::vector<Row> RowsOf(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\t'), text.end());
  std::vector<std::string> lines = Split(text, '\n');
  lines.pop_back();
  const std::vector<std::string> titles = Split(lines.at(0), ',');
  std::vector<Row> rows;
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> cells = Split(lines[i], ',');
    EXPECT_EQ(cells.size(), titles.size()) << lines[i];
    Row& row = rows.emplace_back();
    for (size_t c = 0; c < cells.size(); ++c) row[titles[c]] = cells[c];
  }
  return rows;
}

// A decimal number in units of 10^-decimals, cut beyond them.
int64_t Scaled(const std::string& text, int decimals) {
  const size_t point = std::min(text.find('.'), text.size());
  std::string fraction = point < text.size() ? text.substr(point + 1) : "";
  fraction.resize(static_cast<size_t>(decimals), '0');
  return std::stoll(text.substr(0, point) + fraction);
}

class ExportRelations : public testing::Test {
 protected:
  // 3 devices, operators of several types on several streams, events, and calls of all levels;
  // durations finer than a nanosecond among them.
  void SetUp() override {
    std::mt19937_64 random(20261201);
    std::vector<uint32_t> ops = {0};
    for (const char* name : {"MatMul_1", "MatMul_2", "Add_1", "Relu_1"}) {
      const std::string type = Split(name, '_').at(0);
      ops.push_back(
          exported_.session().AddOp(name, type, type == "MatMul" ? "AI_CORE" : "AI_VECTOR_CORE"));
    }
    int64_t at = 0;
    for (int i = 0; i < 3000; ++i) {
      at += static_cast<int64_t>(random() % 20000);
      const Span duration{static_cast<int64_t>(random() % 30000),
                          i % 2 == 0 ? 0 : static_cast<uint32_t>(random() % 1000000)};
      const uint32_t op = ops[random() % ops.size()];
      exported_.AddTask(static_cast<int32_t>(i % 3), at, duration, op,
                        op == 0 ? "EVENT_RECORD" : "KERNEL_AICORE", 40 + random() % 3, i, i + 1);
      const uint16_t level = i % 3 == 0   ? ACLPROFX_LEVEL_NODE
                             : i % 3 == 1 ? ACLPROFX_LEVEL_ACL
                                          : ACLPROFX_LEVEL_RUNTIME;
      const std::string name = "call_" + std::to_string(random() % 7);
      exported_.AddApi(at - 3000, static_cast<int64_t>(random() % 50000), level, name.c_str(),
                       level == ACLPROFX_LEVEL_ACL ? "ACL_RTS" : name.c_str(), i + 1);
    }
    ASSERT_TRUE(exported_.Export().ok());
    for (const json& event : json::parse(exported_.Json())) Take(event);
  }

  void Take(const json& event) {
    if (event["name"] == "process_name") layers_[event["pid"]] = event["args"]["name"];
    if (event["ph"] != "X") return;
    const std::string& layer = layers_.at(event["pid"].get<uint64_t>());
    if (layer == "CANN") calls_.push_back(event);
    if (layer == "Ascend Hardware") tasks_.push_back(event);
  }

  static int64_t Femtos(const json& event) {
    return std::llround(event["dur"].get<double>() * 1e9);
  }

  ExportedSession exported_;
  std::map<uint64_t, std::string> layers_;
  std::vector<json> calls_, tasks_;
};

TEST_F(ExportRelations, ApiStatisticIsTheCannLayerGroupedByLevelAndName) {
  std::map<std::pair<std::string, std::string>, std::vector<double>> groups;
  for (const json& call : calls_) {
    const std::string level = call["args"]["level"];
    groups[{call["args"][level == "acl" ? "id" : "Mode"], level}].push_back(call["dur"]);
  }
  const std::vector<Row> rows = RowsOf(exported_.Table("api_statistic"));
  ASSERT_EQ(rows.size(), groups.size());
  auto group = groups.begin();  // in the order of the table: by name, levels mixed
  for (const Row& row : rows) {
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

TEST_F(ExportRelations, OpStatisticIsOpSummaryGroupedByTypes) {
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, std::vector<int64_t>> groups;
  for (const Row& row : RowsOf(exported_.Table("op_summary"))) {
    groups[{row.at("Device_id"), row.at("OP Type"), row.at("Task Type")}].push_back(
        Scaled(row.at("Task Duration(us)"), 3));
  }
  const std::vector<Row> rows = RowsOf(exported_.Table("op_statistic"));
  ASSERT_EQ(rows.size(), groups.size());
  std::map<std::string, double> ratios;
  std::map<std::string, int64_t> last_total;
  for (const Row& row : rows) {
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

TEST_F(ExportRelations, OneTaskHasThreeDurations) {
  std::map<std::string, Row> summary;
  for (const Row& row : RowsOf(exported_.Table("op_summary"))) summary[row.at("Task ID")] = row;
  std::map<std::string, json> slices;
  for (const json& task : tasks_) slices[task["args"]["Task Id"].dump()] = task;
  int higher = 0;
  for (const Row& row : RowsOf(exported_.Table("task_time"))) {
    const int64_t task_time = Scaled(row.at("task_time(us)"), 3);
    EXPECT_EQ(task_time, Femtos(slices.at(row.at("task_id"))) / 1000000);
    if (row.at("kernel_name") == "N/A") continue;
    const int64_t op_time = Scaled(summary.at(row.at("task_id")).at("Task Duration(us)"), 3);
    EXPECT_EQ(op_time, Scaled(row.at("task_stop(us)"), 3) - Scaled(row.at("task_start(us)"), 3));
    EXPECT_TRUE(op_time == task_time || op_time == task_time + 1);
    higher += op_time > task_time;
  }
  EXPECT_GT(higher, 0);
}

TEST_F(ExportRelations, TaskTimeIsAscendHardwareAndHoldsOpSummary) {
  const std::vector<Row> rows = RowsOf(exported_.Table("task_time"));
  ASSERT_EQ(rows.size(), tasks_.size());
  std::stable_sort(tasks_.begin(), tasks_.end(), [](const json& a, const json& b) {
    return a["pid"].get<uint64_t>() < b["pid"].get<uint64_t>();
  });
  std::set<std::tuple<std::string, std::string, std::string, std::string>> known;
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].at("task_start(us)"), tasks_[i]["ts"].get<std::string>());
    EXPECT_EQ(rows[i].at("task_id"), tasks_[i]["args"]["Task Id"].dump());
    EXPECT_EQ(rows[i].at("kernel_type"), tasks_[i]["args"]["Task Type"].get<std::string>());
    known.insert({rows[i].at("Device_id"), rows[i].at("stream_id"), rows[i].at("task_id"),
                  rows[i].at("task_start(us)")});
  }
  for (const Row& row : RowsOf(exported_.Table("op_summary"))) {
    EXPECT_EQ(known.count({row.at("Device_id"), row.at("Stream ID"), row.at("Task ID"),
                           row.at("Task Start Time(us)")}),
              1u);
  }
}

TEST_F(ExportRelations, WaitIsFromTheRowBefore) {
  std::map<std::string, int64_t> stop_by_device;
  for (const Row& row : RowsOf(exported_.Table("op_summary"))) {
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

}  // namespace
}  // namespace aclprof
