// sqlite_rows.h: what a query over a database gives, as text.
//
// Errors   fail the test.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>
#include <vector>

namespace aclprof {

using SqliteRows = std::vector<std::vector<std::string>>;

inline SqliteRows RowsOfSql(const std::string& path, const std::string& sql) {
  SqliteRows rows;
  sqlite3* database = nullptr;
  sqlite3_stmt* query = nullptr;
  EXPECT_EQ(sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK)
      << path;
  EXPECT_EQ(sqlite3_prepare_v2(database, sql.c_str(), -1, &query, nullptr), SQLITE_OK)
      << sqlite3_errmsg(database);
  while (query != nullptr && sqlite3_step(query) == SQLITE_ROW) {
    auto& row = rows.emplace_back();
    for (int column = 0; column < sqlite3_column_count(query); ++column) {
      const void* bytes = sqlite3_column_blob(query, column);
      const auto size = static_cast<size_t>(sqlite3_column_bytes(query, column));
      row.emplace_back(bytes == nullptr ? "" : static_cast<const char*>(bytes), size);
    }
  }
  sqlite3_finalize(query);
  sqlite3_close(database);
  return rows;
}

}  // namespace aclprof
