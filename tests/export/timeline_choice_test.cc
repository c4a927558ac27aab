// Parts of the timeline: layers, a device, a name; and its pieces, each of which opens alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/export/exported_files.h"
#include "tests/export/exported_session.h"

namespace aclprof {
namespace {

using nlohmann::json;

class TimelineChoiceTest : public testing::Test {
 protected:
  static constexpr Span kLong{1500, 0};

  // Two devices that run an Add and a MatMul each, every task launched by a call.
  void SetUp() override {
    const uint32_t add = session_.session().AddOp("Add_1", "Add", "AI_VECTOR_CORE");
    const uint32_t matmul = session_.session().AddOp("MatMul_1", "MatMul", "AI_CORE");
    for (int32_t device = 0; device < 2; ++device) {
      for (const uint32_t op : {add, matmul}) {
        const int64_t start = 10000 * ++tasks_;
        session_.AddApi(start, 500, ACLPROFX_LEVEL_NODE, "launch", "launch", tasks_);
        session_.AddTask(device, start + 1000, kLong, op, "KERNEL_AIVEC", 46, tasks_, tasks_);
      }
    }
  }
  TimelineChoice& choice() { return session_.options().timeline; }

  // All events of the timeline, which is whole.
  json Events() {
    EXPECT_TRUE(session_.Export().ok());
    EXPECT_EQ(Timelines().size(), 1u);
    return json::parse(Timelines().at(0));
  }
  // The texts of the files of the last export.
  std::vector<std::string> Timelines() const {
    std::vector<std::string> found;
    for (const std::string& name : session_.report().files)
      if (name.find(".json") != std::string::npos) found.push_back(session_.File(name));
    return found;
  }
  static std::map<uint64_t, std::string> LayersOf(const json& events) {
    std::map<uint64_t, std::string> layers;
    for (const json& event : events)
      if (event["name"] == "process_name") layers[event["pid"]] = event["args"]["name"];
    return layers;
  }
  static int CountOf(const json& events, const std::string& phase) {
    return static_cast<int>(std::count_if(events.begin(), events.end(),
                                          [&](const json& event) { return event["ph"] == phase; }));
  }

  ExportedSession session_;
  uint32_t tasks_ = 0;
};

TEST_F(TimelineChoiceTest, ALayerThatIsHiddenIsNotThereNorAreItsFlows) {
  const json all = Events();
  EXPECT_EQ(CountOf(all, "s"), 4);
  choice().hidden_layers = LayerBit(Layer::kCann);
  const json events = Events();
  for (const auto& [pid, layer] : LayersOf(events)) EXPECT_NE(layer, "CANN");
  EXPECT_EQ(CountOf(events, "X"), CountOf(all, "X") - 4);
  EXPECT_EQ(CountOf(events, "s") + CountOf(events, "f"), 0);
  EXPECT_EQ(session_.report().tasks_without_call, 0u);
}

TEST_F(TimelineChoiceTest, ADeviceAloneComesWithTheHost) {
  choice().only_device = 1;
  const json events = Events();
  for (const auto& [pid, layer] : LayersOf(events)) EXPECT_NE(DeviceOfPid(pid), 0) << layer;
  EXPECT_EQ(CountOf(events, "s"), 2);
  EXPECT_EQ(CountOf(events, "f"), 2);
}

TEST_F(TimelineChoiceTest, ANameChoosesSlicesAndTheirFlows) {
  choice().name = "MatMul";
  const json events = Events();
  ASSERT_EQ(CountOf(events, "X"), 2);
  for (const json& event : events) EXPECT_TRUE(event["ph"] == "M" || event["name"] == "MatMul_1");
  EXPECT_EQ(CountOf(events, "s"), 0);
}

TEST_F(TimelineChoiceTest, PidsGiveLayerAndDeviceBack) {
  for (const int32_t device : {-1, 0, 30, 31, 32, 63})
    for (const Layer layer : {Layer::kFramework, Layer::kCann, Layer::kOverlapAnalysis}) {
      const uint64_t pid = LayerPid(4194303, layer, device);
      EXPECT_EQ(LayerOfPid(pid), layer);
      EXPECT_EQ(DeviceOfPid(pid), device);
    }
}

class TimelinePiecesTest : public TimelineChoiceTest {
 protected:
  static constexpr uint64_t kPiece = 1 << 20;

  void SetUp() override {
    const uint32_t add = session_.session().AddOp("Add_1", "Add", "AI_VECTOR_CORE");
    for (uint32_t i = 1; i <= 5000; ++i) {
      session_.AddApi(10000 * i, 500, ACLPROFX_LEVEL_NODE, "launch", "launch", i);
      session_.AddTask(i % 2, 10000 * i + 1000, kLong, add, "KERNEL_AIVEC", i % 7, i, i);
    }
  }
  // Metadata aside.
  static std::multiset<std::string> EventsOf(const json& events) {
    std::multiset<std::string> found;
    for (const json& event : events)
      if (event["ph"] != "M") found.insert(event.dump());
    return found;
  }
  static void ExpectToOpenAlone(const json& events) {
    const auto layers = LayersOf(events);
    std::map<std::string, int> ends;
    for (const json& event : events) {
      EXPECT_EQ(layers.count(event["pid"]), 1u);
      if (event["ph"] == "s") ++ends[event["id"]];
      if (event["ph"] == "f") --ends[event["id"]];
    }
    for (const auto& [id, open] : ends) EXPECT_EQ(open, 0) << id;
  }
};

TEST_F(TimelinePiecesTest, TogetherTheyAreTheWholeAndEachOpensAlone) {
  const auto whole = EventsOf(Events());
  choice().piece_bytes = kPiece;
  ASSERT_TRUE(session_.Export().ok());
  const std::vector<std::string> pieces = Timelines();
  ASSERT_GT(pieces.size(), 2u);
  EXPECT_EQ(session_.report().files[0].rfind("msprof_slice_0_", 0), 0u);
  std::multiset<std::string> together;
  for (const std::string& piece : pieces) {
    EXPECT_LE(piece.size(), kPiece);
    const json events = json::parse(piece);
    ExpectToOpenAlone(events);
    together.merge(EventsOf(events));
  }
  EXPECT_EQ(together, whole);
}

TEST_F(TimelinePiecesTest, SplitByTimeEachHasWhatBeginsInItsWindow) {
  const auto whole = EventsOf(Events());
  choice().piece_ns = 10000000;  // five of them
  ASSERT_TRUE(session_.Export().ok());
  const std::vector<std::string> pieces = Timelines();
  ASSERT_EQ(pieces.size(), 5u);
  std::multiset<std::string> together;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const json events = json::parse(pieces[i]);
    ExpectToOpenAlone(events);
    const auto layers = LayersOf(events);
    for (const json& event : events) {
      if (event["ph"] != "X" || layers.at(event["pid"]) == "Overlap Analysis") continue;
      const int64_t from = ExportedSession::kMoment + 10000 + 10000000 * static_cast<int64_t>(i);
      EXPECT_GE(StartNs(event), from);
      EXPECT_LT(StartNs(event), from + 10000000);
    }
    together.merge(EventsOf(events));
  }
  EXPECT_EQ(together, whole);
}

TEST_F(TimelinePiecesTest, WhereNothingBeginsThereIsNoFile) {
  const uint32_t add = session_.session().AddOp("Add_1", "Add", "AI_VECTOR_CORE");
  session_.AddTask(0, 10000000000, kLong, add, "KERNEL_AIVEC", 1, 1);
  choice().piece_ns = 100000000;
  ASSERT_TRUE(session_.Export().ok());
  EXPECT_EQ(Timelines().size(), 2u);
}

TEST_F(TimelinePiecesTest, OneThatFitsKeepsItsName) {
  choice().piece_bytes = 1 << 30;
  EXPECT_FALSE(Events().empty());
  EXPECT_EQ(session_.report().files[0], std::string("msprof_") + ExportedSession::kStamp + ".json");
}

}  // namespace
}  // namespace aclprof
