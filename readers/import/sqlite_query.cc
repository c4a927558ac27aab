#include "readers/import/sqlite_query.h"

#include <sys/stat.h>

namespace aclprof {
namespace {

// A path as SQLite wants it in a URI.
std::string UriPath(const std::string& path) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string uri;
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      uri += {'%', kHex[static_cast<unsigned char>(c) >> 4], kHex[c & 15]};
    } else {
      uri += c;
    }
  }
  return uri;
}

bool HasLog(const std::string& path) {
  struct stat about;
  return stat((path + "-wal").c_str(), &about) == 0 && about.st_size > 0;
}

// Immutable: SQLite makes no files beside the database, which may lie where nobody may write. A
// write-ahead log that was left behind holds rows, though, and is only read without it.
std::string ReadOnlyUri(const std::string& path) {
  return "file:" + UriPath(path) + (HasLog(path) ? "?mode=ro" : "?mode=ro&immutable=1");
}

}  // namespace

Status SqliteDatabase::Open(const std::string& path, const std::string& name,
                            std::unique_ptr<SqliteDatabase>* database) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(ReadOnlyUri(path).c_str(), &handle, flags, nullptr);
  std::unique_ptr<SqliteDatabase> opened(new SqliteDatabase(handle, name));
  if (code != SQLITE_OK) return Status(StatusCode::kIoError, name + ": " + sqlite3_errstr(code));
  // Without it SQLite reads nothing at all from a file that is shorter than its header says.
  sqlite3_exec(handle, "PRAGMA writable_schema=ON", nullptr, nullptr, nullptr);
  // Without it a row that a damaged page puts beyond its end is read from whatever memory follows.
  sqlite3_exec(handle, "PRAGMA cell_size_check=ON", nullptr, nullptr, nullptr);
  *database = std::move(opened);
  return Status();
}

SqliteDatabase::~SqliteDatabase() { sqlite3_close(handle_); }

// The first finding stands.
void SqliteDatabase::Note(const std::string& what, int code) {
  if (!status_.ok()) return;
  const bool memory = code == SQLITE_NOMEM;
  status_ = Status(memory ? StatusCode::kResourceExhausted : StatusCode::kDataLoss,
                   name_ + ": " + what + ": " + sqlite3_errmsg(handle_));
}

bool SqliteDatabase::HasTable(std::string_view table) {
  SqliteQuery query(this, "schema", "SELECT 1 FROM sqlite_master WHERE type='table' AND name=?");
  query.Bind(1, table);
  return query.Next();
}

bool SqliteDatabase::HasColumn(std::string_view table, std::string_view column) {
  SqliteQuery query(this, "schema", "SELECT 1 FROM pragma_table_info(?) WHERE name=?");
  query.Bind(1, table);
  query.Bind(2, column);
  return query.Next();
}

std::string SqliteDatabase::Column(std::string_view table, std::string_view prefix,
                                   std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (HasColumn(table, name)) return std::string(prefix) + "." + std::string(name);
  }
  return "NULL";
}

Status SqliteDatabase::Check() {
  SqliteQuery query(this, "check", "PRAGMA quick_check(1)");
  if (!query.Next()) return status_;
  std::string finding(query.Text(0));
  if (finding == "ok") return Status();
  for (char& c : finding) {
    if (c == '\n') c = ' ';
  }
  return Status(StatusCode::kDataLoss, name_ + ": " + finding);
}

SqliteQuery::SqliteQuery(SqliteDatabase* database, std::string what, const std::string& sql)
    : database_(database), what_(std::move(what)) {
  const int code = sqlite3_prepare_v2(database->handle(), sql.c_str(), -1, &statement_, nullptr);
  if (code != SQLITE_OK) database_->Note(what_, code);
}

SqliteQuery::~SqliteQuery() { sqlite3_finalize(statement_); }

void SqliteQuery::Bind(int parameter, std::string_view text) {
  sqlite3_bind_text(statement_, parameter, text.data(), static_cast<int>(text.size()),
                    SQLITE_TRANSIENT);
}

bool SqliteQuery::Next() {
  if (statement_ == nullptr) return false;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) {
    ++row_;
    return true;
  }
  if (code != SQLITE_DONE) {
    database_->Note(what_ + ": row " + std::to_string(row_ + 1), code);
  }
  return false;
}

bool SqliteQuery::IsNull(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

bool SqliteQuery::IsNumber(int column) const {
  const int type = sqlite3_column_type(statement_, column);
  return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

int64_t SqliteQuery::Int(int column) const { return sqlite3_column_int64(statement_, column); }

double SqliteQuery::Real(int column) const { return sqlite3_column_double(statement_, column); }

std::string_view SqliteQuery::Text(int column) const {
  const unsigned char* text = sqlite3_column_text(statement_, column);
  if (text == nullptr) return {};
  const int bytes = sqlite3_column_bytes(statement_, column);
  return {reinterpret_cast<const char*>(text), static_cast<size_t>(bytes)};
}

}  // namespace aclprof
