// Marks and ranges in msprof_tx, the timeline and the database, cell by cell.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "format/mark_texts.h"
#include "tests/export/exported_session.h"
#include "tests/support/sqlite_rows.h"

namespace aclprof {
namespace {

using nlohmann::json;

constexpr char kHeader[] =
    "Device_id,pid,tid,category,event_type,payload_type,payload_value,Start_time(us),End_time(us),"
    "message_type,message,domain,Device Start_time(us),Device End_time(us)\n";

class MsprofTx : public testing::Test {
 protected:
  MsprofTx() { exported_.options().database = true; }

  // The message, then each text behind it.
  static std::string Tail(std::string message, std::string_view category, std::string_view tag = {},
                          std::string_view call_stack = {}) {
    std::string behind;
    AppendMarkText(MarkText::kCategory, category, &behind);
    AppendMarkText(MarkText::kTag, tag, &behind);
    AppendMarkText(MarkText::kCallStack, call_stack, &behind);
    message.resize(behind.empty() ? message.size() : MessageRoom(message.size()));
    return message + behind;
  }
  void AddMark(int32_t device, aclprofx_mark mark, const std::string& message,
               const std::string& tail, int64_t at = 0) {
    mark.message_bytes = static_cast<uint32_t>(message.size());
    exported_.session().Add(ACLPROFX_KIND_MARK, device, {ExportedSession::kMoment + at, 0}, {},
                            mark, tail);
  }
  void AddRange(aclprofx_range range, const std::string& message, const std::string& tail) {
    range.message_bytes = static_cast<uint32_t>(message.size());
    exported_.session().Add(ACLPROFX_KIND_RANGE, -1, {ExportedSession::kMoment, 0}, {1000, 0},
                            range, tail);
  }
  // The events of this phase, by time.
  std::vector<json> Events(const std::string& phase) const {
    std::vector<json> events;
    for (const json& event : json::parse(exported_.Json()))
      if (event["ph"] == phase) events.push_back(event);
    return events;
  }
  SqliteRows Rows(const std::string& sql) const {
    return RowsOfSql(exported_.Root() + "/msprof_" + ExportedSession::kStamp + ".db", sql);
  }

  ExportedSession exported_;
};

// The vendor's value is a union of these eight bytes, and its exporter shows the whole of it.
TEST_F(MsprofTx, APayloadOfEveryTypeIsItsEightBytes) {
  const int64_t negative = -5;
  const double real = 1.5;
  const float pair[] = {0.5f, -2.0f};
  const int32_t integers[] = {-1, 7};
  const void* const values[] = {&negative, &real, pair, integers};
  std::string table = kHeader;
  std::vector<std::string> numbers = {"18446744073709551611", "4609434218613702656",
                                      "13835058056339128320", "34359738367"};
  for (uint16_t type = 0; type < 4; ++type) {
    aclprofx_mark mark{};
    mark.thread_id = 7;
    mark.category = 4000000000u;
    mark.payload_type = type;
    std::memcpy(&mark.payload_value, values[type], 8);
    AddMark(-1, mark, "m", "m");
    table += "host,195781,7,4000000000,marker," + std::to_string(type) + "," + numbers[type] +
             ",1784177144507567.326,1784177144507567.326,0,m,default,N/A,N/A\n";
  }
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(exported_.Table("msprof_tx"), table);
  const auto slices = Events("X");
  ASSERT_EQ(slices.size(), 4u);
  for (size_t type = 0; type < 4; ++type) {
    json expected = {{"Category", 4000000000u},
                     {"Payload_type", type},
                     {"Payload_value", numbers[type]},
                     {"event_type", "marker"}};
    if (type == 3) expected["Payload_value"] = 34359738367;  // a double holds it
    EXPECT_EQ(slices[type]["args"], expected);
  }
}

TEST_F(MsprofTx, ACategoryWithANameIsShownByItAndStaysItsNumberInTheDatabase) {
  aclprofx_range range{};
  range.thread_id = 7;
  range.end_thread_id = 8;
  range.category = 3;
  range.event_type = ACLPROFX_EVENT_START_END;
  AddRange(range, "load", Tail("load", "=a,\"b\"\n\xff", "tag \xff", "main\nrun"));
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(exported_.Table("msprof_tx"),
            std::string(kHeader) +
                "host,195781,7,\"'=a,\"\"b\"\"\n\xff\",start/end,0,0,1784177144507567.326,"
                "1784177144507568.326,0,load,default,N/A,N/A\n");
  const auto slices = Events("X");
  ASSERT_EQ(slices.size(), 1u);
  EXPECT_EQ(slices[0]["args"]["Category"], "=a,\"b\"\n\xEF\xBF\xBD");
  EXPECT_EQ(slices[0]["args"]["Tag"], "tag \xEF\xBF\xBD");
  EXPECT_EQ(slices[0]["args"]["Call_stack"], "main\nrun");
  const int64_t process = int64_t{195781} << 32;
  EXPECT_EQ(Rows("SELECT startNs, endNs, e.name, rangeId, category, m.value, globalTid,"
                 " endGlobalTid, d.value, connectionId FROM MSTX_EVENTS JOIN STRING_IDS m ON"
                 " m.id=message JOIN STRING_IDS d ON d.id=domainId JOIN ENUM_MSTX_EVENT_TYPE e ON"
                 " e.id=eventType"),
            (SqliteRows{{std::to_string(ExportedSession::kMoment),
                         std::to_string(ExportedSession::kMoment + 1000), "start/end", "4294967295",
                         "3", "load", std::to_string(process + 7), std::to_string(process + 8),
                         "default", "-1"}}));
}

TEST_F(MsprofTx, AMarkIsJoinedWithThePointOfItsStream) {
  aclprofx_mark mark{};
  mark.thread_id = 7;
  mark.event_type = ACLPROFX_EVENT_MARKER_EX;
  mark.connection_id = (uint64_t{1} << 48) + 5;
  AddMark(-1, mark, "m", "m", 100);
  mark.thread_id = 46;  // the stream
  AddMark(2, mark, "m", "m", 900);
  ASSERT_TRUE(exported_.Export().ok());
  const auto starts = Events("s");
  const auto ends = Events("f");
  ASSERT_EQ(starts.size(), 1u);
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_EQ(starts[0]["name"], "MsTx_281474976710661");
  EXPECT_EQ(starts[0]["cat"], "MsTx");
  EXPECT_EQ(starts[0]["id"], ends[0]["id"]);
  EXPECT_EQ(starts[0]["tid"], 7);
  EXPECT_EQ(starts[0]["pid"], Events("X")[0]["pid"]);
  EXPECT_EQ(ends[0]["tid"], 46);
  EXPECT_EQ(ends[0]["pid"], int64_t{195781} * 1024 + 14 * 32 + 2);
  EXPECT_EQ(ends[0]["bp"], "e");
  EXPECT_EQ(exported_.report().flow_pairs, 0u);  // those of calls
}

TEST_F(MsprofTx, TheFileOfMarksAloneHasTheirLayerAndNothingElse) {
  AddMark(-1, {}, "m", Tail("m", "name"));
  AddRange({}, "r", "r");
  exported_.AddTask(0, 0, {10, 0}, 0, "T");
  ASSERT_TRUE(exported_.Export().ok());
  const json alone =
      json::parse(exported_.File(std::string("msprof_tx_") + ExportedSession::kStamp + ".json"));
  std::vector<json> marks;
  for (const json& event : json::parse(exported_.Json()))
    if (event["pid"] == alone[0]["pid"]) marks.push_back(event);
  EXPECT_EQ(alone, json(marks));
  EXPECT_EQ(marks.size(), 7u);  // five names of the process and its thread, two slices
}

TEST_F(MsprofTx, TextsThatReachBeyondTheRecordAreNone) {
  std::string tail = Tail("m", "name", "tag");
  tail[8 + 4 + 4 + 2] = 100;  // of the tag
  AddMark(-1, {}, "m", tail);
  ASSERT_TRUE(exported_.Export().ok());
  const auto slices = Events("X");
  ASSERT_EQ(slices.size(), 1u);
  EXPECT_EQ(slices[0]["args"]["Category"], "name");
  EXPECT_FALSE(slices[0]["args"].contains("Tag"));
}

TEST(MarkTexts, BytesThatFillAWordBehindAMessageAreNoText) {
  const std::string tail("m\1\0\2\0ab\0", 8);
  const MarkTexts texts = MarkTextsOf(tail, 1);
  EXPECT_EQ(texts.message, "m");
  EXPECT_EQ(texts.category, "");
}

TEST(MarkTexts, UnknownTextsAreSteppedOver) {
  std::string behind;
  AppendMarkText(static_cast<MarkText>(77), "newer", &behind);
  AppendMarkText(MarkText::kTag, "tag", &behind);
  const std::string tail = "12345678" + behind;
  const MarkTexts texts = MarkTextsOf(tail, 8);
  EXPECT_EQ(texts.message, "12345678");
  EXPECT_EQ(texts.tag, "tag");
}

}  // namespace
}  // namespace aclprof
