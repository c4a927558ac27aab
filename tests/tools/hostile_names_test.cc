// Names that attack a format, in every place where a program gives one, through every output: each is still read by a strict
// parser that is not ours, and gives the name back; a trace file gives its very bytes.

#include <csv.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "export/utf8_text.h"
#include "readers/session_reader.h"
#include "tests/export/perfetto_trace.h"
#include "tests/support/program_run.h"
#include "tests/support/session_on_disk.h"
#include "tests/support/sqlite_rows.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Cells = std::vector<std::string>;

struct HostileName {
  const char* label;
  std::string bytes;
};
void PrintTo(const HostileName& name, std::ostream* out) { *out << name.label; }

const HostileName kNames[] = {
    {"Comma", "comma, and comma"},
    {"Quotes", "\"quoted\" \"\""},
    {"LineEnds", "line\nend\r\nand\rreturn"},
    {"Tabs", "tab\tand\ttab"},
    {"ControlBytes", std::string("control \x01\x02\x1b[31m\x7f and \0 byte", 27)},
    {"NoUtf8", "not UTF-8: \xff\xfe \xc3( \xe2\x82 \xf0\x9f\x98"},
    {"SurrogateAndOverlong", "\xed\xa0\x80 half of a pair, \xc0\xaf overlong"},
    // 4 KiB is the largest payload, and a range before its message a part of that.
    {"Long", std::string(4000, 'n') + "\xe7\xae\x97\xe5\xad\x90"},
    {"Script", "</script><script>alert(1)</script>"},
    {"Equals", "=1+1"},
    {"PlusAndComma", "+1,2"},
    {"MinusAndLineEnd", "-1\n2"},
    {"At", "@SUM(A1)"},
    {"Sql", "'; DROP TABLE TASK; --"},
    {"Backslashes", "\\u0000 \\\" \\"},
    {"Unicode", "\xe7\xae\x97\xe5\xad\x90 \xf0\x9f\x98\x80"},
    {"Blanks", " leading and trailing "},
    {"NotAvailable", "N/A"},
};

// The guard of docs/export.md.
std::string Guarded(const std::string& name) {
  return std::string("=+-@").find(name[0]) == std::string::npos ? name : "'" + name;
}

// The rows of a table; strictly: a quote inside of a cell that is not quoted is an error.
std::vector<Cells> RowsOfCsv(const std::string& text) {
  std::vector<Cells> rows(1);
  csv_parser parser;
  csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI);
  // Blanks around a cell are a part of it.
  csv_set_space_func(&parser, [](unsigned char) { return 0; });
  const auto on_cell = [](void* bytes, size_t size, void* to) {
    static_cast<std::vector<Cells>*>(to)->back().emplace_back(static_cast<char*>(bytes), size);
  };
  const auto on_row = [](int, void* to) { static_cast<std::vector<Cells>*>(to)->emplace_back(); };
  EXPECT_EQ(csv_parse(&parser, text.data(), text.size(), on_cell, on_row, &rows), text.size())
      << csv_strerror(csv_error(&parser));
  EXPECT_EQ(csv_fini(&parser, on_cell, on_row, &rows), 0);
  csv_free(&parser);
  EXPECT_TRUE(rows.back().empty());
  rows.pop_back();
  for (const Cells& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  return rows;
}

class HostileNamesTest : public testing::TestWithParam<HostileName> {
 protected:
  const std::string& name() const { return GetParam().bytes; }
  const std::string valid() const { return ValidUtf8(name()); }

  void SetUp() override {
    AddNames();
    AddHostRecords();
    AddDeviceRecords();
    const json info = {{"format_version", 1},
                       {"session_id", "PROF_000001_20260101000000000_00000001AAAAAAAA"},
                       {"process_name", valid()},
                       {"host_name", valid()},
                       {"pid", 4711},
                       {"devices", {{{"id", 0}, {"name", valid()}}}},
                       {"complete", true},
                       {"start_realtime_ns", 1767225601000000000},
                       {"stop_realtime_ns", 1767225602500000000}};
    disk_.Close(info.dump());
  }

  Outcome Run(const std::string& verb) {
    return RunCommand(ACLPROF_PROGRAM " " + verb + " " + disk_.directory(), disk_.root());
  }
  void Export() {
    const Outcome exported = Run("export --quiet --type all");
    ASSERT_EQ(exported.code, 0) << exported.err;
  }
  // The only file whose name begins and ends so.
  std::string PathOf(const std::string& begin, const std::string& end) const {
    std::string found;
    for (const auto& entry : fs::recursive_directory_iterator(disk_.directory()))
      if (entry.path().filename().string().starts_with(begin) && entry.path().extension() == end)
        found = entry.path();
    return found;
  }
  // The cells of one column.
  std::vector<std::string> Column(const std::string& table, const std::string& title) {
    const auto rows = RowsOfCsv(TextOfFile(PathOf(table + "_2", ".csv")));
    std::vector<std::string> cells;
    const auto column = std::find(rows[0].begin(), rows[0].end(), title) - rows[0].begin();
    EXPECT_LT(static_cast<size_t>(column), rows[0].size()) << title;
    for (size_t row = 1; row < rows.size(); ++row)
      cells.push_back(rows[row].at(static_cast<size_t>(column)));
    return cells;
  }
  void ExpectInColumn(const std::string& table, const std::string& title) {
    const auto cells = Column(table, title);
    EXPECT_NE(std::find(cells.begin(), cells.end(), Guarded(name())), cells.end())
        << table << ", " << title;
  }

  SessionOnDisk disk_;
  uint32_t text_ = 0;
  uint32_t op_ = 0;
  uint16_t type_ = 0;

 private:
  static constexpr uint64_t kStart = SessionOnDisk::kSecond;

  void AddNames() {
    TableDictionary& names = disk_.dictionary();
    text_ = names.AddString(name());
    OpEntry op{};
    uint32_t* const texts = &op.name;
    for (int i = 0; i < kOpEntryStrings; ++i) texts[i] = text_;
    op_ = names.AddOp(op);
    type_ = names.AddTaskType(name());
    disk_.identity().process_name = name();
    disk_.identity().host_name = name();
    disk_.device_name = name();
  }
  void AddHostRecords() {
    RingBytes records;
    for (const uint16_t level :
         {ACLPROFX_LEVEL_ACL, ACLPROFX_LEVEL_MODEL, ACLPROFX_LEVEL_NODE,
          ACLPROFX_LEVEL_COMMUNICATION, ACLPROFX_LEVEL_RUNTIME, ACLPROFX_LEVEL_FRAMEWORK}) {
      records.Add(aclprofx_api_kind(level),
                  aclprofx_api{kStart, 500, 1, text_, text_, text_, 7, level, 0, 0});
    }
    const auto size = static_cast<uint32_t>(name().size());
    records.Add(ACLPROFX_KIND_MARK,
                aclprofx_mark{kStart, 1, 0, 7, 2, 1, ACLPROFX_EVENT_MARKER, size}, name());
    records.Add(ACLPROFX_KIND_RANGE,
                aclprofx_range{kStart, 9, 1, 7, 7, 2, 1, ACLPROFX_EVENT_PUSH_POP, 0, size}, name());
    records.Add(ACLPROFX_KIND_MODEL_LOAD, aclprofx_model_load{kStart, 9, text_, 1, 7, 0});
    records.Add(ACLPROFX_KIND_SAMPLE, aclprofx_sample{kStart, 1.5, text_, text_});
    ASSERT_TRUE(disk_.Append(-1, records, disk_.AddRing(-1, name())).ok());
  }
  void AddDeviceRecords() {
    RingBytes records;
    records.AddTask(kStart + 1000, 1500, 1, op_, type_);
    records.Add(ACLPROFX_KIND_MEMORY, aclprofx_memory{kStart + 1, 64, 100, 100, 200, text_, text_});
    records.Add(ACLPROFX_KIND_MEMORY, aclprofx_memory{kStart + 9, 64, -100, 0, 200, text_, text_});
    ASSERT_TRUE(disk_.Append(0, records, disk_.AddRing(0, name())).ok());
  }
};

TEST_P(HostileNamesTest, TraceFilesGiveTheVeryBytesBack) {
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(disk_.directory(), &reader).ok());
  EXPECT_EQ(reader->String(text_), name());
  EXPECT_EQ(reader->String(reader->Op(op_)->name), name());
  EXPECT_EQ(reader->TaskType(type_), name());
  const auto cursor = reader->Records({uint64_t{1} << ACLPROFX_KIND_MARK});
  RecordView record;
  ASSERT_TRUE(cursor->Next(&record));
  const auto* mark = static_cast<const aclprofx_mark*>(record.payload);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(mark + 1), mark->message_bytes), name());
}

TEST_P(HostileNamesTest, TablesGiveTheirBytesBehindTheGuard) {
  Export();
  const std::vector<std::pair<const char*, std::vector<const char*>>> tables = {
      {"op_summary",
       {"Op Name", "OP Type", "OP State", "Task Type", "Input Shapes", "Output Formats"}},
      {"op_statistic", {"OP Type", "Core Type"}},
      {"task_time", {"kernel_name", "kernel_type"}},
      {"api_statistic", {"API Name"}},
      {"msprof_tx", {"message"}},
      {"memory_record", {"Component"}},
      {"operator_memory", {"Name"}},
  };
  for (const auto& [table, titles] : tables)
    for (const char* title : titles) ExpectInColumn(table, title);
}

TEST_P(HostileNamesTest, EveryTableIsOneOfThose) {
  Export();
  for (const auto& entry :
       fs::directory_iterator(disk_.directory() + "/mindstudio_profiler_output"))
    EXPECT_TRUE(entry.path().extension() != ".csv" ||
                RowsOfCsv(TextOfFile(entry.path())).size() > 1);
}

TEST_P(HostileNamesTest, TheTimelineShowsValidTextInEveryLayer) {
  Export();
  std::map<std::string, int> phases;
  for (const json& event : json::parse(TextOfFile(PathOf("msprof_2", ".json")))) {
    const std::string shown = event["name"];
    const bool is_name = shown.find(valid()) != std::string::npos;
    if (is_name) ++phases[event["ph"]];
    if (shown == "process_name" && event["args"]["name"] == valid()) ++phases["process"];
  }
  EXPECT_EQ(phases["C"], 1);
  EXPECT_EQ(phases["X"], 6 + 2 + 1);  // calls, mark and range, task
  EXPECT_EQ(phases["process"], 1);
}

TEST_P(HostileNamesTest, ThePerfettoTraceShowsValidTextInEveryLayer) {
  ASSERT_EQ(Run("export --quiet --type perfetto").code, 0);
  const PerfettoTrace trace(TextOfFile(PathOf("msprof_2", ".perfetto-trace")));
  const auto named = [this](const auto& events) {
    return std::count_if(events.begin(), events.end(), [this](const auto& event) {
      return event.name.find(valid()) != std::string::npos;
    });
  };
  EXPECT_EQ(named(trace.Slices()), 6 + 2 + 1);
  int processes = 0, counters = 0;
  for (const auto& [uuid, track] : trace.tracks()) {
    processes += track.process.pid != 0 && track.process.name == valid();
    counters += track.is_counter && track.name == valid() + " " + valid();
  }
  EXPECT_EQ(processes, 1);
  EXPECT_EQ(counters, 1);
}

TEST_P(HostileNamesTest, TheDatabaseShowsValidTextAndIsWhole) {
  Export();
  const std::string found = PathOf("msprof_2", ".db");
  EXPECT_EQ(RowsOfSql(found, "PRAGMA integrity_check"), (SqliteRows{{"ok"}}));
  const auto texts = RowsOfSql(found, "SELECT value FROM STRING_IDS");
  EXPECT_NE(std::find(texts.begin(), texts.end(), Cells{valid()}), texts.end());
  EXPECT_EQ(RowsOfSql(found, "SELECT hostName FROM HOST_INFO"), (SqliteRows{{valid()}}));
  EXPECT_EQ(RowsOfSql(found,
                      "SELECT s.value FROM COMPUTE_TASK_INFO c JOIN TASK t USING (globalTaskId) "
                      "JOIN STRING_IDS s ON s.id = c.name"),
            (SqliteRows{{valid()}}));
}

TEST_P(HostileNamesTest, WhatIsPrintedHasNoControlBytes) {
  Export();
  const std::string texts[] = {TextOfFile(PathOf("README", ".txt")), Run("info").out,
                               Run("summary").out};
  for (const std::string& text : texts) {
    EXPECT_FALSE(text.empty());
    for (const char c : text)
      EXPECT_TRUE(c == '\n' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f'))
          << static_cast<int>(c) << " in " << text;
  }
}

TEST_P(HostileNamesTest, SummariesAsJsonAreStrictJson) {
  EXPECT_FALSE(json::parse(Run("info --json").out).empty());
  const std::string shown = json(name()).dump(-1, ' ', false, json::error_handler_t::replace);
  EXPECT_NE(json::parse(Run("summary --json").out).dump().find(shown), std::string::npos);
}

std::string LabelOf(const testing::TestParamInfo<HostileName>& test) { return test.param.label; }
INSTANTIATE_TEST_SUITE_P(Names, HostileNamesTest, testing::ValuesIn(kNames), LabelOf);

}  // namespace
}  // namespace aclprof
