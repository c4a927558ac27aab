// call_ids.h: the table CANN_API, whose key is the connection of a call with the tasks that it launched.
//
// Shape    a call without a connection gets a number counted down from kHighest, where no runtime counts to. Of several
//          calls with one connection the one that launched keeps it, as in the timeline's flows; the others get such
//          a number.
// Threads  one.
#pragma once

#include <cstdint>
#include <limits>

#include "export/database_file.h"

namespace aclprof {

class CallIds {
 public:
  static constexpr int64_t kHighest = std::numeric_limits<int64_t>::max();

  struct Row {
    int64_t start_ns = 0;
    int64_t stop_ns = 0;
    int64_t level = 0;
    int64_t global_tid = 0;
    int64_t name = 0;
  };

  explicit CallIds(DatabaseFile* file) : file_(file), table_(file, kCannApiTable) {}

  // connection_id 0: none.
  void Add(const Row& row, uint64_t connection_id);
  void CloseStatements();

 private:
  bool Insert(const Row& row, int64_t id);
  void InsertUnconnected(const Row& row);
  // True when the id is free again.
  bool Displace(int64_t id, int64_t level);

  DatabaseFile* file_;
  DatabaseTable table_;
  std::unique_ptr<DatabaseStatement> level_of_;
  std::unique_ptr<DatabaseStatement> move_;
  int64_t next_ = kHighest;
};

}  // namespace aclprof
