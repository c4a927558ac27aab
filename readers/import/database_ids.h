// database_ids.h: ids as the tables of a captured database have them.
#pragma once

#include <cstdint>

#include "readers/import/capture.h"
#include "readers/import/sqlite_query.h"

namespace aclprof {

// kImportedNone for NULL and for what is no id.
inline uint32_t IdAt(const SqliteQuery& query, int column) {
  const int64_t id = query.IsNull(column) ? -1 : query.Int(column);
  return id < 0 || id > kImportedNone ? kImportedNone : static_cast<uint32_t>(id);
}

}  // namespace aclprof
