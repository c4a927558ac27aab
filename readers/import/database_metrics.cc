#include "readers/import/database_metrics.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "readers/import/database_ids.h"
#include "readers/import/decimal_time.h"

namespace aclprof {
namespace {

constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();

}  // namespace

DatabaseMetrics::DatabaseMetrics(SqliteDatabase* database, CaptureVisitor* visitor)
    : database_(database), visitor_(visitor) {}

// More names than all groups together have: the rest are of no metric.
void DatabaseMetrics::ReadNames() {
  SqliteQuery query(database_, "table TASK_PMU_INFO",
                    "SELECT DISTINCT p.name, (SELECT value FROM STRING_IDS WHERE id=p.name)"
                    " FROM TASK_PMU_INFO p LIMIT 1000");
  std::vector<std::string> names;
  while (query.Next()) {
    places_[query.Int(0)] = names.size();
    names.emplace_back(query.Text(1));
  }
  names_ = MetricNames(names);
  row_.assign(names.size(), kNotGiven);
}

// By the rows of TASK, so that what belongs to one task comes together, in the order of the tasks.
std::string DatabaseMetrics::Sql() {
  const auto column = [this](std::string_view name) {
    return database_->Column("TASK", "t", {name});
  };
  return "SELECT t.rowid, t.startNs, " + column("deviceId") + ", " + column("streamId") + ", " +
         column("taskId") +
         ", p.name, p.value FROM TASK_PMU_INFO p JOIN TASK t ON t.globalTaskId=p.globalTaskId"
         " ORDER BY t.rowid";
}

bool DatabaseMetrics::TakeTask(const SqliteQuery& query) {
  task_ = ImportedMetrics();
  const int64_t device = query.IsNull(2) ? 0 : query.Int(2);
  task_.device_id = static_cast<int32_t>(device);
  task_.stream_id = IdAt(query, 3);
  task_.task_id = IdAt(query, 4);
  return ParseNanos(query.Text(1), &task_.start) && device >= 0 && device <= kMaxImportedDevice;
}

void DatabaseMetrics::TakeValue(const SqliteQuery& query) {
  const auto place = places_.find(query.Int(5));
  if (place != places_.end() && query.IsNumber(6)) row_[place->second] = query.Real(6);
}

// SQLite finds a damaged page of TASK at its first look alone: a second one would take what lies behind the page.
void DatabaseMetrics::TellAll() {
  if (!database_->status().ok()) return;
  ReadNames();
  if (names_.empty()) return;
  SqliteQuery query(database_, "table TASK_PMU_INFO", Sql());
  std::optional<int64_t> task;
  bool good = false;
  const auto tell = [&] {
    if (good) names_.Tell(row_, task_, visitor_);
    std::fill(row_.begin(), row_.end(), kNotGiven);
  };
  while (query.Next()) {
    if (task != query.Int(0)) {
      tell();
      task = query.Int(0);
      good = TakeTask(query);
    }
    TakeValue(query);
  }
  tell();
}

}  // namespace aclprof
