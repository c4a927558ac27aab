// session_summary.h: what `aclprof info` tells of one session, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "readers/session_reader.h"

namespace aclprof {

nlohmann::ordered_json SummaryJson(const SessionReader& reader);
std::string SummaryText(const SessionReader& reader);

// Parts of these: the ledger, and lines of text with a label each.
nlohmann::ordered_json LedgerJson(const Ledger& ledger);
std::string Line(const char* label, const std::string& text);
std::string StateLine(const SessionInfo& info);
std::string LedgerLines(const SessionReader& reader);
std::string Plural(uint64_t count, const char* noun);

// Unix time as people read it where they are: "2026-12-01 10:10:10.123 +0800".
std::string LocalTime(int64_t realtime_ns);

// Counts by name, kinds that share a name added up, requested ones without a record as 0.
std::map<std::string, uint64_t> CountsByName(const KindCounts& counts,
                                             const std::vector<std::string>& requested);

}  // namespace aclprof
