// sqlite_query.h: reads a SQLite database of someone else and writes nothing to it or beside it.
//
// Threads  one database, one thread.
// Errors   damage found by SQLite is kDataLoss and names the file and, while stepping, the table
//          and row.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"

namespace aclprof {

class SqliteDatabase {
 public:
  // `name` is what messages call it; `path` is where it lies.
  static Status Open(const std::string& path, const std::string& name,
                     std::unique_ptr<SqliteDatabase>* database);
  ~SqliteDatabase();
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  // False also where the schema can't be read; status() tells then.
  bool HasTable(std::string_view table);
  // "<prefix>.<name>" for the first of the names that is a column of the table, else "NULL".
  std::string Column(std::string_view table, std::string_view prefix,
                     std::initializer_list<std::string_view> names);
  // What SQLite's own check finds, at most one finding.
  Status Check();

  const Status& status() const { return status_; }
  const std::string& name() const { return name_; }
  sqlite3* handle() const { return handle_; }
  void Note(const std::string& what, int code);

 private:
  SqliteDatabase(sqlite3* handle, std::string name) : handle_(handle), name_(std::move(name)) {}
  bool HasColumn(std::string_view table, std::string_view column);

  sqlite3* handle_;
  std::string name_;
  Status status_;
};

class SqliteQuery {
 public:
  // `what` names the rows in messages: "table TASK".
  SqliteQuery(SqliteDatabase* database, std::string what, const std::string& sql);
  ~SqliteQuery();
  SqliteQuery(const SqliteQuery&) = delete;
  SqliteQuery& operator=(const SqliteQuery&) = delete;

  // False at the end and on failure, which the database's status() then tells.
  bool Next();
  uint64_t row() const { return row_; }

  bool IsNull(int column) const;
  bool IsNumber(int column) const;
  int64_t Int(int column) const;
  double Real(int column) const;
  // Valid until Next.
  std::string_view Text(int column) const;
  void Bind(int parameter, std::string_view text);

 private:
  SqliteDatabase* database_;
  std::string what_;
  sqlite3_stmt* statement_ = nullptr;
  uint64_t row_ = 0;
};

}  // namespace aclprof
