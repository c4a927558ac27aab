// database_file.h: one SQLite file that is written once, from beginning to end, in one transaction.
//
// Shape    tables are made when their first row comes. Memory is bounded by the page cache. There is no journal: a
//          file that was not finished is of no use, and its owner removes it.
// Errors   the first failure is kept and names the file; rows after it go nowhere.
// Threads  one.
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"
#include "export/database_schema.h"

namespace aclprof {

class DatabaseFile {
 public:
  // path: an empty file. name: what messages call it.
  static Status Open(const std::string& path, const std::string& name,
                     std::unique_ptr<DatabaseFile>* database);
  ~DatabaseFile();
  DatabaseFile(const DatabaseFile&) = delete;
  DatabaseFile& operator=(const DatabaseFile&) = delete;

  void Run(const std::string& sql);
  const Status& status() const { return status_; }
  // Ends the transaction and closes the file, which then has all of it.
  Status Finish();

 private:
  friend class DatabaseStatement;

  DatabaseFile(sqlite3* handle, std::string name) : handle_(handle), name_(std::move(name)) {}
  void Note(int code);

  sqlite3* handle_;
  const std::string name_;
  Status status_;
};

// NULL in the column.
inline constexpr std::nullptr_t kNull = nullptr;

// One prepared statement. Must be gone before the file is finished.
class DatabaseStatement {
 public:
  DatabaseStatement(DatabaseFile* file, const std::string& sql);
  ~DatabaseStatement() { sqlite3_finalize(statement_); }
  DatabaseStatement(const DatabaseStatement&) = delete;
  DatabaseStatement& operator=(const DatabaseStatement&) = delete;

  // How many rows changed; texts must be valid UTF-8.
  template <typename... Values>
  int Run(const Values&... values) {
    if (!file_->status().ok()) return 0;
    int at = 0;
    (Bind(++at, values), ...);
    return Step();
  }
  // The first column of the first row that the parameter gives, or `otherwise`.
  int64_t Ask(int64_t parameter, int64_t otherwise);

 private:
  void Bind(int at, int64_t value) { sqlite3_bind_int64(statement_, at, value); }
  void Bind(int at, double value) { sqlite3_bind_double(statement_, at, value); }
  void Bind(int at, std::nullptr_t) { sqlite3_bind_null(statement_, at); }
  void Bind(int at, std::string_view text) {
    sqlite3_bind_text64(statement_, at, text.data() == nullptr ? "" : text.data(), text.size(),
                        SQLITE_STATIC, SQLITE_UTF8);
  }
  int Step();

  DatabaseFile* file_;
  sqlite3_stmt* statement_ = nullptr;
};

// The rows of one table, which exists once it has one.
class DatabaseTable {
 public:
  DatabaseTable(DatabaseFile* file, const TableSchema& schema) : file_(file), schema_(schema) {}

  // One value a column: int64_t, double, text or kNull. False where a row with this key is there already.
  template <typename... Values>
  bool Add(const Values&... values) {
    if (insert_ == nullptr) Create(sizeof...(values));
    return insert_->Run(values...) > 0;
  }
  void Create(size_t columns);
  void CloseStatement() { insert_.reset(); }

 private:
  DatabaseFile* file_;
  const TableSchema& schema_;
  std::unique_ptr<DatabaseStatement> insert_;
};

}  // namespace aclprof
