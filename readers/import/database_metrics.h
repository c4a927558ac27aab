// database_metrics.h: the AI Core metrics of a profiler's database: table TASK_PMU_INFO, each task's with its task.
//
// Shape    memory does not grow with the database. A task that can't be told has no metrics; who tells TASK says why.
//          Nothing is told where damage was met before.
// Threads  one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "readers/import/metric_names.h"
#include "readers/import/sqlite_query.h"

namespace aclprof {

class DatabaseMetrics {
 public:
  DatabaseMetrics(SqliteDatabase* database, CaptureVisitor* visitor);

  void TellAll();

 private:
  std::string Sql();
  void ReadNames();
  // False for a task that can't be told.
  bool TakeTask(const SqliteQuery& query);
  void TakeValue(const SqliteQuery& query);

  SqliteDatabase* database_;
  CaptureVisitor* visitor_;
  std::map<int64_t, size_t> places_;  // by the id of a metric's name
  MetricNames names_;
  ImportedMetrics task_;
  std::vector<double> row_;  // of the task
};

}  // namespace aclprof
