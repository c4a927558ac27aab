// Tables as JSON, beside the same ones as CSV.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "export/csv_text.h"
#include "export/json_rows_file.h"
#include "tests/export/exported_files.h"
#include "tests/export/exported_session.h"
#include "tests/support/memory_file_system.h"

namespace aclprof {
namespace {

using nlohmann::ordered_json;

// What becomes of a table that comes in parts of so many bytes.
ordered_json Converted(const std::string& table, size_t step = 1) {
  MemoryFileSystem disk;
  std::unique_ptr<WritableFile> file;
  EXPECT_TRUE(disk.CreateExclusive("table", &file).ok());
  JsonRowsFile rows(std::move(file));
  for (size_t at = 0; at < table.size(); at += step) {
    const std::string part = table.substr(at, step);
    EXPECT_TRUE(rows.Append(part.data(), part.size()).ok());
  }
  EXPECT_TRUE(rows.Sync().ok());
  return ordered_json::parse(*disk.files.at("table"));
}

TEST(JsonRows, ARowIsAnObjectFromTitlesToCells) {
  const std::string table = "Device_id,Op Name,Task Duration(us)\n0,add,1.250\nhost,mul,N/A\n";
  const auto rows = ordered_json::parse(
      R"json([{"Device_id":0,"Op Name":"add","Task Duration(us)":1.250},)json"
      R"json({"Device_id":"host","Op Name":"mul","Task Duration(us)":"N/A"}])json");
  for (const size_t step : {size_t{1}, size_t{7}, table.size()})
    EXPECT_EQ(Converted(table, step), rows);
}

TEST(JsonRows, NamesComeBackWhateverTheyAre) {
  for (const std::string name :
       {"a,b", "\"quoted\"", "\"\"", "line\nend\r\n", "tab\t", "\x01\x1f", "123", "\xe7\xae\x97"}) {
    const auto rows = Converted("Op Name,OP Type\n" + CsvCell(name) + "," + CsvCell(name) + "\n");
    EXPECT_EQ(rows, (ordered_json{{{"Op Name", name}, {"OP Type", name}}})) << name;
  }
  EXPECT_EQ(Converted("Name\nx\xff\n"), (ordered_json{{{"Name", "x\xEF\xBF\xBD"}}}));
}

TEST(JsonRows, NumbersAreThoseThatADoubleHolds) {
  const auto value = [](const std::string& cell) { return Converted("n\n" + cell + "\n")[0]["n"]; };
  EXPECT_EQ(value("0"), 0);
  EXPECT_EQ(value("-1.5"), -1.5);
  EXPECT_EQ(value("12.345\t"), 12.345);
  EXPECT_EQ(value("123456789012345"), 123456789012345);
  EXPECT_EQ(value("1784177144507567.326\t"), "1784177144507567.326");
  for (const char* text : {"", "-", "1.", ".5", "007", "1e5", "0x1", "N/A", "NaN"})
    EXPECT_EQ(value(text), text);
}

TEST(JsonRows, ATableWithoutRowsIsAnEmptyArray) {
  EXPECT_EQ(Converted("a,b\n"), ordered_json::array());
}

TEST(JsonRows, AFullDiskIsTold) {
  MemoryFileSystem disk;
  std::unique_ptr<WritableFile> file;
  ASSERT_TRUE(disk.CreateExclusive("table", &file).ok());
  disk.room_bytes = 4;
  JsonRowsFile rows(std::move(file));
  EXPECT_FALSE(rows.Append("a\n1\n2\n", 6).ok());
}

class JsonTables : public testing::Test {
 protected:
  void SetUp() override {
    FakeSession& session = exported_.session();
    const uint32_t op = session.AddOp("Add_1", "Add", "AI_CORE");
    for (uint32_t i = 0; i < 5; ++i) {
      exported_.AddApi(1000 * i, 500, ACLPROFX_LEVEL_ACL, "aclrtMalloc", "ACL_RTS", i);
      exported_.AddTask(0, 1000 * i + 200, {300, 0}, op, "KERNEL_AICORE", 46, i, i);
    }
    aclprofx_mark mark{};
    mark.message_bytes = 1;
    session.Add(ACLPROFX_KIND_MARK, -1, Instant{ExportedSession::kMoment, 0}, {}, mark, "m");
    aclprofx_step step{};
    step.index = 1;
    session.Add(ACLPROFX_KIND_STEP, 0, Instant{ExportedSession::kMoment, 0}, {}, step);
    step.tag = 1;
    session.Add(ACLPROFX_KIND_STEP, 0, Instant{ExportedSession::kMoment + 900, 0}, {}, step);
  }
  std::vector<std::string> FilesThatEnd(const std::string& end) const {
    std::vector<std::string> found;
    for (const std::string& name : exported_.report().files)
      if (name.ends_with(end)) found.push_back(name);
    return found;
  }

  ExportedSession exported_;
};

TEST_F(JsonTables, HaveTheCellsOfTheOthers) {
  ASSERT_TRUE(exported_.Export().ok());
  std::map<std::string, std::vector<TableRow>> tables;
  for (const std::string& name : FilesThatEnd(".csv"))
    tables[name.substr(0, name.find("_2026"))] = RowsOf(exported_.File(name));
  EXPECT_EQ(tables.size(), 6u);
  exported_.options().tables_as_json = true;
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_TRUE(FilesThatEnd(".csv").empty());
  for (const auto& [name, rows] : tables) {
    const bool has_timeline = name == "msprof_tx" || name == "step_trace";
    const std::string begin = name + (has_timeline ? "_summary_2" : "_2");
    std::string file;
    for (const std::string& found : FilesThatEnd(".json"))
      if (found.starts_with(begin)) file = found;
    ASSERT_NE(file, "") << name;
    const auto objects = ordered_json::parse(exported_.File(file));
    ASSERT_EQ(objects.size(), rows.size()) << name;
    for (size_t row = 0; row < rows.size(); ++row)
      for (const auto& [title, cell] : rows[row]) {
        const ordered_json& value = objects[row].at(title);
        if (value.is_string())
          EXPECT_EQ(value, cell) << name;
        else
          EXPECT_EQ(value.get<double>(), std::stod(cell)) << name;
      }
  }
}

TEST_F(JsonTables, AreCutIntoSlicesToo) {
  exported_.options().tables_as_json = true;
  exported_.options().rows_per_file = 2;
  ASSERT_TRUE(exported_.Export().ok());
  size_t rows = 0;
  for (int slice = 0; slice < 3; ++slice)
    rows += ordered_json::parse(exported_.File("task_time_slice_" + std::to_string(slice) + "_" +
                                               ExportedSession::kStamp + ".json"))
                .size();
  EXPECT_EQ(rows, 5u);
}

}  // namespace
}  // namespace aclprof
