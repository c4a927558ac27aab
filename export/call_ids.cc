#include "export/call_ids.h"

#include "export/api_calls.h"

namespace aclprof {
namespace {

constexpr int64_t kNoConnection = -1;  // of tasks, which must join no call

}  // namespace

void CallIds::Add(const Row& row, uint64_t connection_id) {
  const auto id = static_cast<int64_t>(connection_id);
  if (id == 0 || id == kNoConnection) return InsertUnconnected(row);
  if (Insert(row, id) || !file_->status().ok()) return;
  if (!Displace(id, row.level)) return InsertUnconnected(row);
  Insert(row, id);
}

bool CallIds::Insert(const Row& row, int64_t id) {
  return table_.Add(row.start_ns, row.stop_ns, row.level, row.global_tid, id, row.name);
}

void CallIds::InsertUnconnected(const Row& row) {
  while (!Insert(row, next_--) && file_->status().ok()) {
  }
}

bool CallIds::Displace(int64_t id, int64_t level) {
  if (level_of_ == nullptr) {
    level_of_ = std::make_unique<DatabaseStatement>(
        file_, "SELECT type FROM CANN_API WHERE connectionId=?");
    move_ = std::make_unique<DatabaseStatement>(
        file_, "UPDATE OR IGNORE CANN_API SET connectionId=? WHERE connectionId=?");
  }
  const int64_t there = level_of_->Ask(id, level);
  // A number of our own stands for no launch and yields to a connection in any case.
  const bool ours = id > next_;
  if (!ours && LaunchRankOf(there) >= LaunchRankOf(level)) return false;
  while (move_->Run(next_--, id) == 0 && file_->status().ok()) {
  }
  return file_->status().ok();
}

void CallIds::CloseStatements() {
  table_.CloseStatement();
  level_of_.reset();
  move_.reset();
}

}  // namespace aclprof
