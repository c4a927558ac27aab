#include "export/database_file.h"

#include <cerrno>
#include <utility>

namespace aclprof {
namespace {

// A cache of 16 MiB, and nothing of the file in memory beside it. Nobody reads the file before it has its name.
constexpr char kPragmas[] =
    "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-16384;"
    "PRAGMA locking_mode=EXCLUSIVE; PRAGMA temp_store=FILE; BEGIN";

StatusCode CodeOf(int sqlite_code) {
  switch (sqlite_code & 0xFF) {
    case SQLITE_FULL:
    case SQLITE_NOMEM:
      return StatusCode::kResourceExhausted;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return StatusCode::kPermissionDenied;
    default:
      return StatusCode::kIoError;
  }
}

Status StatusOf(sqlite3* handle, int code, const std::string& name) {
  const int error = handle == nullptr ? 0 : sqlite3_system_errno(handle);
  const std::string what = "write " + name + ": " + sqlite3_errstr(code);
  if ((code & 0xFF) == SQLITE_IOERR && error != 0) return Status::FromErrno(error, what);
  return Status(CodeOf(code), what);
}

}  // namespace

Status DatabaseFile::Open(const std::string& path, const std::string& name,
                          std::unique_ptr<DatabaseFile>* database) {
  sqlite3* handle = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  std::unique_ptr<DatabaseFile> opened(new DatabaseFile(handle, name));
  if (code != SQLITE_OK) return StatusOf(handle, code, name);
  sqlite3_extended_result_codes(handle, 1);
  opened->Run(kPragmas);
  if (!opened->status().ok()) return opened->status();
  *database = std::move(opened);
  return Status();
}

DatabaseFile::~DatabaseFile() { sqlite3_close(handle_); }

void DatabaseFile::Run(const std::string& sql) {
  if (status_.ok()) Note(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr));
}

void DatabaseFile::Note(int code) {
  const bool good = code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW;
  if (!good && status_.ok()) status_ = StatusOf(handle_, code, name_);
}

Status DatabaseFile::Finish() {
  Run("COMMIT");
  const int closed = sqlite3_close(handle_);
  if (closed == SQLITE_OK) handle_ = nullptr;
  Note(closed);
  return status_;
}

DatabaseStatement::DatabaseStatement(DatabaseFile* file, const std::string& sql) : file_(file) {
  if (!file->status().ok()) return;
  file->Note(sqlite3_prepare_v3(file->handle_, sql.c_str(), static_cast<int>(sql.size()),
                                SQLITE_PREPARE_PERSISTENT, &statement_, nullptr));
}

int DatabaseStatement::Step() {
  const int code = sqlite3_step(statement_);
  sqlite3_reset(statement_);
  file_->Note(code);
  return code == SQLITE_DONE ? sqlite3_changes(file_->handle_) : 0;
}

int64_t DatabaseStatement::Ask(int64_t parameter, int64_t otherwise) {
  if (!file_->status().ok()) return otherwise;
  Bind(1, parameter);
  const int code = sqlite3_step(statement_);
  const int64_t answer = code == SQLITE_ROW ? sqlite3_column_int64(statement_, 0) : otherwise;
  sqlite3_reset(statement_);
  file_->Note(code);
  return answer;
}

void DatabaseTable::Create(size_t columns) {
  file_->Run(CreateTableSql(schema_));
  std::string places(columns == 0 ? 0 : 2 * columns - 1, ',');
  for (size_t i = 0; i < places.size(); i += 2) places[i] = '?';
  insert_ = std::make_unique<DatabaseStatement>(
      file_, std::string("INSERT OR IGNORE INTO ") + schema_.name + " VALUES (" + places + ")");
}

}  // namespace aclprof
