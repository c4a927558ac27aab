#include "export/operator_ranking.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "export/name_texts.h"
#include "export/op_summary_table.h"
#include "export/task_row.h"

namespace aclprof {
namespace {

class DeviceRanking {
 public:
  explicit DeviceRanking(const SessionReader* reader)
      : reader_(reader), ops_(reader), types_(reader) {}

  void Add(const TaskRow& task) {
    if (task.communication || task.open_ended || !ListsInOpSummary(task, &ops_, &types_)) return;
    if (reader_->Op(task.op) == nullptr) return;
    by_op_[{task.model_id, task.op}].Add(task.times.duration);
  }

  DeviceOperators Result() const {
    DeviceOperators result;
    for (const auto& [name, operator_of_name] : ByName()) {
      result.runs.Merge(operator_of_name.runs);
      result.operators.push_back(operator_of_name);
    }
    std::stable_sort(
        result.operators.begin(), result.operators.end(),
        [](const auto& a, const auto& b) { return a.runs.total_as > b.runs.total_as; });
    return result;
  }

 private:
  using Key = std::pair<uint32_t, uint32_t>;                    // model, op
  using Name = std::tuple<uint32_t, std::string, std::string>;  // model, operator, type

  // One operator may have been announced with several shapes.
  std::map<Name, RankedOperator> ByName() const {
    std::map<Name, RankedOperator> by_name;
    for (const auto& [key, runs] : by_op_) {
      const OpEntry* op = reader_->Op(key.second);
      const std::string name(reader_->String(op->name)), type(reader_->String(op->type));
      RankedOperator& ranked = by_name[{key.first, name, type}];
      ranked.model_id = key.first;
      ranked.name = name;
      ranked.type = type;
      ranked.task_type = reader_->String(op->task_type);
      ranked.runs.Merge(runs);
    }
    return by_name;
  }

  const SessionReader* reader_;
  OpTexts ops_;
  TaskTypeTexts types_;
  std::map<Key, DurationStatistics> by_op_;
};

std::map<int32_t, DeviceInfo> DevicesOf(const SessionReader& reader) {
  std::map<int32_t, DeviceInfo> devices;
  for (const auto& [id, counts] : reader.announced_by_device())
    if (id >= 0) devices[id].id = id;
  for (const DeviceInfo& device : reader.info().devices) devices[device.id] = device;
  return devices;
}

}  // namespace

std::vector<DeviceOperators> RankOperators(SessionReader* reader) {
  std::vector<DeviceOperators> all;
  for (const auto& [id, device] : DevicesOf(*reader)) {
    DeviceRanking ranking(reader);
    const auto cursor = reader->Records({.kinds = kTaskKinds, .device_id = id});
    RecordView record;
    TaskRow task;
    while (cursor->Next(&record))
      if (DecodeTask(record, &task)) ranking.Add(task);
    all.push_back(ranking.Result());
    all.back().device = device;
  }
  return all;
}

}  // namespace aclprof
