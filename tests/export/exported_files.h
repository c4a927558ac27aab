// exported_files.h: the files of one export, taken apart again by other means than those that wrote
// them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/file_text.h"

namespace aclprof {

// A row of a table by the titles of its columns.
using TableRow = std::map<std::string, std::string>;

// The cells of a line; of a quoted cell the inside.
inline std::vector<std::string> CellsOf(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

// Of a table without line ends in its cells; tabs are taken off.
inline std::vector<TableRow> RowsOf(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\t'), text.end());
  std::vector<TableRow> rows;
  std::vector<std::string> titles;
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    const std::vector<std::string> cells = CellsOf(text.substr(at, end - at));
    if (titles.empty()) {
      titles = cells;
      continue;
    }
    EXPECT_EQ(cells.size(), titles.size()) << text.substr(at, end - at);
    TableRow& row = rows.emplace_back();
    for (size_t c = 0; c < std::min(cells.size(), titles.size()); ++c) row[titles[c]] = cells[c];
  }
  return rows;
}

// A decimal number in units of 10^-decimals, cut beyond them.
inline int64_t Scaled(const std::string& text, int decimals) {
  const size_t point = std::min(text.find('.'), text.size());
  std::string fraction = point < text.size() ? text.substr(point + 1) : "";
  fraction.resize(static_cast<size_t>(decimals), '0');
  return std::stoll(text.substr(0, point) + fraction);
}

inline int64_t StartNs(const nlohmann::json& slice) {
  return Scaled(slice["ts"].get<std::string>(), 3);
}
inline int64_t DurationFs(const nlohmann::json& slice) {
  return std::llround(slice["dur"].get<double>() * 1e9);
}
inline int64_t StopNs(const nlohmann::json& slice) {
  return StartNs(slice) + DurationFs(slice) / 1000000;
}

class ExportedFiles {
 public:
  ExportedFiles(std::string directory, std::string stamp)
      : directory_(std::move(directory)), stamp_(std::move(stamp)) {
    std::map<uint64_t, std::string> layers;
    for (nlohmann::json& event : nlohmann::json::parse(TextOf("msprof", ".json"))) {
      if (event["name"] == "process_name") layers[event["pid"]] = event["args"]["name"];
      const std::string& layer = layers.at(event["pid"].get<uint64_t>());
      if (event["ph"] == "X") slices_[layer].push_back(event);
      if (event["ph"] == "f") ends_.push_back(event);
    }
  }

  std::vector<TableRow> Rows(const std::string& table) const {
    return RowsOf(TextOf(table, ".csv"));
  }
  // The slices of a layer, in the order of the file.
  std::vector<nlohmann::json> Slices(const std::string& layer) const {
    const auto found = slices_.find(layer);
    return found == slices_.end() ? std::vector<nlohmann::json>() : found->second;
  }
  std::vector<nlohmann::json> Slices(const std::string& layer, const std::string& name) const {
    std::vector<nlohmann::json> slices = Slices(layer);
    std::erase_if(slices, [&name](const auto& slice) { return slice["name"] != name; });
    return slices;
  }
  // Where flows end.
  const std::vector<nlohmann::json>& ends() const { return ends_; }

 private:
  std::string TextOf(const std::string& name, const std::string& ending) const {
    return TextOfFile(directory_ + "/" + name + "_" + stamp_ + ending);
  }

  const std::string directory_;
  const std::string stamp_;
  std::map<std::string, std::vector<nlohmann::json>> slices_;
  std::vector<nlohmann::json> ends_;
};

}  // namespace aclprof
