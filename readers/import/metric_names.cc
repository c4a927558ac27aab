#include "readers/import/metric_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>
#include <string_view>

#include "aclprof/producer.h"

namespace aclprof {
namespace {

struct KindWords {
  uint16_t core_kind;
  std::string_view time;  // in tables; in a database it is <prefix>total_time
  std::string_view last;  // what stands behind the columns
};

constexpr KindWords kKinds[] = {
    {kCubeCore, "aicore_time", "cube_utilization"},
    {kVectorCore, "aiv_time", ""},
    {kWholeCore, "aicore_time", "memory_bound"},
};

std::string FullName(uint16_t core_kind, std::string_view name) {
  return std::string(CorePrefix(core_kind)).append(name);
}

constexpr double kMostCycles = 0x1p53;  // a double has no finer steps than 1 below

class NamePlaces {
 public:
  explicit NamePlaces(const std::vector<std::string>& names) : names_(names) {}

  // Of the first of the words that is a name, or -1.
  int Of(std::initializer_list<std::string_view> words) const {
    for (const std::string_view word : words) {
      const auto found = std::find_if(names_.begin(), names_.end(), [word](const auto& name) {
        return !word.empty() && NameWithoutUnit(name) == word;
      });
      if (found != names_.end()) return static_cast<int>(found - names_.begin());
    }
    return -1;
  }

  std::vector<int> OfColumns(uint16_t group, uint16_t core_kind) const {
    std::vector<int> places;
    for (const MetricColumn& column : MetricColumns(group, core_kind)) {
      places.push_back(Of({FullName(core_kind, NameWithoutUnit(column.name))}));
    }
    return places;
  }

 private:
  const std::vector<std::string>& names_;
};

ptrdiff_t Found(const std::vector<int>& places) {
  return std::count_if(places.begin(), places.end(), [](int place) { return place >= 0; });
}

double ValueAt(const std::vector<double>& row, int place) {
  return place < 0 ? std::numeric_limits<double>::quiet_NaN() : row[static_cast<size_t>(place)];
}

uint64_t CyclesOf(double value) {
  const bool whole = value >= 0 && value <= kMostCycles && std::floor(value) == value;
  return whole ? static_cast<uint64_t>(value) : ACLPROFX_PMU_NO_CYCLES;
}

}  // namespace

MetricNames::MetricNames(const std::vector<std::string>& names) {
  const NamePlaces places(names);
  for (const KindWords& kind : kKinds) {
    Core core;
    core.core_kind = kind.core_kind;
    for (uint16_t group = 0; group < kMetricGroups; ++group) {
      std::vector<int> columns = places.OfColumns(group, kind.core_kind);
      if (Found(columns) <= Found(core.values)) continue;
      core.group = group;
      core.values = std::move(columns);
    }
    if (core.values.empty()) continue;
    core.cycles = places.Of({FullName(kind.core_kind, "total_cycles")});
    core.values.insert(core.values.begin(),
                       places.Of({kind.time, FullName(kind.core_kind, "total_time")}));
    core.values.push_back(places.Of({kind.last}));
    cores_.push_back(std::move(core));
  }
}

void MetricNames::Tell(const std::vector<double>& row, ImportedMetrics task,
                       CaptureVisitor* visitor) const {
  std::array<double, kMostMetricValues> values;
  for (const Core& core : cores_) {
    bool any = false;
    for (size_t i = 0; i < core.values.size(); ++i) {
      values[i] = ValueAt(row, core.values[i]);
      any = any || !std::isnan(values[i]);
    }
    task.total_cycles = CyclesOf(ValueAt(row, core.cycles));
    if (!any && task.total_cycles == ACLPROFX_PMU_NO_CYCLES) continue;
    task.core_kind = core.core_kind;
    task.group = core.group;
    task.values = std::span(values.data(), core.values.size());
    visitor->OnMetrics(task);
  }
}

}  // namespace aclprof
