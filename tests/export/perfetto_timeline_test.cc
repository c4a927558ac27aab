// The timeline as a Perfetto trace, beside the same one as JSON.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/export/exported_files.h"
#include "tests/export/exported_session.h"
#include "tests/export/perfetto_trace.h"

namespace aclprof {
namespace {

using nlohmann::json;
using Texts = std::vector<std::string>;
constexpr int64_t kMoment = ExportedSession::kMoment;

std::string Number(auto number) { return std::to_string(number); }

// What a viewer shows, as sorted texts: one for each slice, value and flow.
struct Shown {
  std::multiset<std::string> slices, counters, flows;
  std::set<std::string> places;  // of processes

  bool operator==(const Shown&) const = default;
};

std::string FlowText(const std::string& from, const std::string& to) {
  return from < to ? from + " - " + to : to + " - " + from;
}

class JsonTimeline {
 public:
  explicit JsonTimeline(const std::string& text) {
    std::map<std::string, std::string> begins;
    for (const json& event : json::parse(text)) {
      const std::string phase = event["ph"];
      if (phase == "M") Introduce(event);
      if (phase == "X") shown_.slices.insert(SliceText(event));
      if (phase == "C") shown_.counters.insert(CounterText(event));
      if (phase == "s") begins[event["name"]] = EndText(event);
      if (phase == "f") shown_.flows.insert(FlowText(begins.at(event["name"]), EndText(event)));
    }
    for (const auto& [pid, layer] : layers_)
      shown_.places.insert(layer.name + " " + layer.label + " " + Number(layer.place));
  }
  const Shown& shown() const { return shown_; }

 private:
  struct Layer {
    std::string name, label;
    int place = 0;
  };

  void Introduce(const json& event) {
    Layer& layer = layers_[event["pid"]];
    const json& args = event["args"];
    if (event["name"] == "process_name") layer.name = args["name"];
    if (event["name"] == "process_labels") layer.label = args["labels"];
    if (event["name"] == "process_sort_index") layer.place = args["sort_index"];
    if (event["name"] == "thread_name") threads_[{event["pid"], event["tid"]}] = args["name"];
  }
  std::string PlaceOf(const json& event) const {
    const Layer& layer = layers_.at(event["pid"].get<uint64_t>());
    return layer.name + " " + layer.label + "/" + threads_.at({event["pid"], event["tid"]});
  }
  std::string EndText(const json& event) const {
    return PlaceOf(event) + " " + Number(StartNs(event));
  }
  std::string SliceText(const json& event) const {
    const int64_t stop = StartNs(event) + (DurationFs(event) + 500000) / 1000000;
    std::string text = PlaceOf(event) + " " + event["name"].get<std::string>() + " " +
                       Number(StartNs(event)) + " " + Number(stop);
    for (const auto& [key, value] : event["args"].items())
      text += " " + key + "=" + (value.is_string() ? value.get<std::string>() : value.dump());
    return text;
  }
  std::string CounterText(const json& event) const {
    const Layer& layer = layers_.at(event["pid"].get<uint64_t>());
    const auto series = event["args"].items().begin();
    return layer.name + " " + layer.label + "/" + event["name"].get<std::string>() + " " +
           series.key() + " " + Number(StartNs(event)) + " " +
           json(series.value().get<double>()).dump();
  }

  std::map<uint64_t, Layer> layers_;
  std::map<std::pair<uint64_t, uint64_t>, std::string> threads_;
  Shown shown_;
};

Shown ShownBy(const PerfettoTrace& trace) {
  Shown shown;
  for (const auto& slice : trace.Slices()) {
    std::string text = trace.PlaceOf(slice.track) + " " + slice.name + " " + Number(slice.time) +
                       " " + Number(slice.stop);
    for (const auto& [key, value] : slice.args) text += " " + key + "=" + value;
    shown.slices.insert(text);
  }
  for (const auto& event : trace.Counters())
    shown.counters.insert(trace.PlaceOf(event.track) + " " + Number(event.time) + " " +
                          json(event.value).dump());
  const auto end = [&](const auto& event) {
    return trace.PlaceOf(event.track) + " " + Number(event.time);
  };
  for (const auto& [flow, events] : trace.Flows())
    for (size_t i = 1; i < events.size(); ++i)
      shown.flows.insert(FlowText(end(events[0]), end(events[i])));
  for (const auto& [uuid, track] : trace.tracks())
    if (track.process.pid != 0)
      shown.places.insert(track.process.name + " " + track.process.label + " " +
                          Number(track.process.place));
  return shown;
}

class PerfettoTimeline : public testing::Test {
 protected:
  PerfettoTimeline() { exported_.options().perfetto = true; }
  FakeSession& session() { return exported_.session(); }

  PerfettoTrace Trace() {
    EXPECT_TRUE(exported_.Export().ok());
    return PerfettoTrace(Timeline(kEnd));
  }
  // Of the last export.
  std::string Timeline(const std::string& end) const {
    for (const std::string& name : exported_.report().files)
      if (name.starts_with("msprof_2") && name.ends_with(end)) return exported_.File(name);
    return "";
  }
  void ExpectWhatJsonShows() {
    const Shown shown = ShownBy(Trace());
    const Shown other = JsonTimeline(Timeline(".json")).shown();
    EXPECT_EQ(shown.slices, other.slices);
    EXPECT_EQ(shown.counters, other.counters);
    EXPECT_EQ(shown.flows, other.flows);
    EXPECT_EQ(shown.places, other.places);
  }
  template <typename Payload>
  void Add(uint16_t kind, int32_t device, int64_t start_ns, int64_t duration_ns,
           const Payload& payload, const std::string& tail = "") {
    session().Add(kind, device, Instant{kMoment + start_ns, 0}, {duration_ns, 0}, payload, tail);
  }
  // A mark of thread 7, and where stream 46 of device 0 came to it.
  void AddMarkOnStream(int64_t host_ns, int64_t device_ns, uint64_t connection) {
    aclprofx_mark mark{};
    mark.thread_id = 7;
    mark.event_type = ACLPROFX_EVENT_MARKER_EX;
    mark.connection_id = connection;
    mark.message_bytes = 4;
    Add(ACLPROFX_KIND_MARK, -1, host_ns, 0, mark, "here");
    mark.thread_id = 46;
    Add(ACLPROFX_KIND_MARK, 0, device_ns, 0, mark, "here");
  }
  void AddRange(int64_t start_ns, int64_t stop_ns, const std::string& message) {
    aclprofx_range range{};
    range.thread_id = 7;
    range.payload_value = UINT64_MAX;
    range.event_type = ACLPROFX_EVENT_START_END;
    range.message_bytes = static_cast<uint32_t>(message.size());
    Add(ACLPROFX_KIND_RANGE, -1, start_ns, stop_ns - start_ns, range, message);
  }
  void AddSample(int32_t device, int64_t time_ns, const char* counter, const char* series,
                 double value) {
    aclprofx_sample sample{};
    sample.value = value;
    sample.counter = session().Name(counter);
    sample.series = session().Name(series);
    Add(ACLPROFX_KIND_SAMPLE, device, time_ns, 0, sample);
  }
  void AddEverything();

  static constexpr char kEnd[] = ".perfetto-trace";
  ExportedSession exported_;
};

// Of every layer and kind of arg; tasks in streams of two devices, also such that cross or begin finer than a ns.
void PerfettoTimeline::AddEverything() {
  session().session().devices = {{0, "host-cpu"}, {1, ""}};
  const uint32_t op = session().AddOp("Conv_\"1\"\n", "Conv", "AI_CORE");
  const uint32_t all_reduce = session().AddOp("hcom_allReduce_", "", "COMMUNICATION");
  for (int64_t i = 0; i < 20; ++i) {
    const int64_t at = 10000 * i;
    const auto connection = static_cast<uint64_t>(i + 1) << (i == 19 ? 54 : 0);
    exported_.AddApi(at, 5000, ACLPROFX_LEVEL_ACL, "aclopExecute", "ACL_OP", connection);
    exported_.AddApi(at + 100, 500, ACLPROFX_LEVEL_NODE, "launch", "launch", connection, "Conv");
    exported_.AddApi(at + 200, 100, ACLPROFX_LEVEL_RUNTIME, "Launch", "Launch", connection);
    exported_.AddApi(at, 6000, ACLPROFX_LEVEL_FRAMEWORK, "aten::conv", "op");
    const auto task = static_cast<uint32_t>(i);
    for (int32_t device = 0; device < 2; ++device)
      exported_.AddTask(device, at + 300, {12000, 281250}, op, "KERNEL_AICORE", 46, task,
                        connection);
    exported_.AddTask(1, at + 400, {100, 0}, 0, "MEMCPY_ASYNC", 47, task);
    aclprofx_memcpy copy{};
    copy.bytes = 4096;
    copy.stream_id = 47;
    copy.task_id = task;
    Add(ACLPROFX_KIND_MEMCPY, 1, at + 400, 100, copy);
    AddSample(0, at, "AI Core Freq", "MHz", 1650 + 0.5 * static_cast<double>(i));
    AddSample(-1, at, "CPU 0", "Usage(%)", 1);
    AddMarkOnStream(at + 50, at + 700, (uint64_t{1} << 48) + static_cast<uint64_t>(i));
    AddRange(at, at + 15000, "step");
    aclprofx_task_linked collective{};
    collective.task.op = i % 2 == 0 ? all_reduce : 0;
    collective.task.type = session().Type("Memcpy");
    collective.task.stream_id = 50;
    collective.task.flags = ACLPROFX_TASK_COMMUNICATION;
    exported_.AddTask(0, at + 2000, {3000, 0}, collective);
  }
  session().Add(ACLPROFX_KIND_TASK_LINKED, 0, Instant{kMoment + 300000, 500000000}, {5, 700000000},
                aclprofx_task_linked{});
  aclprofx_loss loss{};
  loss.count = (uint64_t{1} << 53) + 1;
  loss.cause = ACLPROFX_DROP_RING_FULL;
  Add(ACLPROFX_KIND_LOSS, 1, 0, 1000, loss);
}

TEST_F(PerfettoTimeline, ShowsWhatTheJsonShows) {
  AddEverything();
  ExpectWhatJsonShows();
  EXPECT_EQ(Trace().Instants().size(), 20u);  // where the stream came to the marks
}

TEST_F(PerfettoTimeline, SoDoesAChoice) {
  AddEverything();
  exported_.options().timeline.only_device = 1;
  ExpectWhatJsonShows();
  exported_.options().timeline.hidden_layers = LayerBit(Layer::kCann);
  ExpectWhatJsonShows();
}

TEST_F(PerfettoTimeline, ANameChoosesSlices) {
  AddEverything();
  exported_.options().timeline.name = "\"1\"\n";
  const Shown shown = ShownBy(Trace());
  EXPECT_EQ(shown.slices.size(), 40u);
  EXPECT_EQ(shown.slices, JsonTimeline(Timeline(".json")).shown().slices);
}

TEST_F(PerfettoTimeline, SoDoesAWindowWithRelativeTimes) {
  AddEverything();
  exported_.options().relative_time = true;
  exported_.options().window = TimeWindow{{kMoment + 40000, 0}, {kMoment + 90000, 0}};
  ExpectWhatJsonShows();
}

TEST_F(PerfettoTimeline, PiecesAreWholeTracesAndTogetherShowEverything) {
  session().session().devices = {{0, ""}};
  const uint32_t op = session().AddOp("Add_1", "Add", "AI_CORE");
  for (uint32_t i = 1; i <= 20000; ++i) {
    exported_.AddApi(1000 * i, 500, ACLPROFX_LEVEL_NODE, "launch", "launch", i);
    exported_.AddTask(0, 1000 * i + 100, {1500, 0}, op, "KERNEL_AIVEC", i % 3, i, i);
    AddSample(0, 1000 * i, "HBM 0", "Read(MB/s)", i);
  }
  const Shown whole = ShownBy(Trace());
  EXPECT_EQ(whole.flows.size(), 20000u);
  exported_.options().timeline.piece_bytes = 1 << 20;
  ASSERT_TRUE(exported_.Export().ok());
  Shown together;
  int pieces = 0;
  for (const std::string& name : exported_.report().files) {
    if (!name.ends_with(kEnd)) continue;
    EXPECT_TRUE(name.starts_with("msprof_slice_" + Number(pieces++) + "_")) << name;
    EXPECT_LE(exported_.File(name).size(), size_t{1} << 20);
    Shown piece = ShownBy(PerfettoTrace(exported_.File(name)));
    together.slices.merge(piece.slices);
    together.counters.merge(piece.counters);
  }
  EXPECT_GT(pieces, 2);
  EXPECT_EQ(together.slices, whole.slices);
  EXPECT_EQ(together.counters, whole.counters);
}

TEST_F(PerfettoTimeline, SplitByTimeEachIsAWholeTrace) {
  AddEverything();
  const Shown whole = ShownBy(Trace());
  exported_.options().timeline.piece_ns = 50000;
  ASSERT_TRUE(exported_.Export().ok());
  Shown together;
  int pieces = 0;
  for (const std::string& name : exported_.report().files) {
    if (!name.ends_with(kEnd)) continue;
    ++pieces;
    Shown piece = ShownBy(PerfettoTrace(exported_.File(name)));
    together.slices.merge(piece.slices);
  }
  EXPECT_EQ(pieces, 5);
  EXPECT_EQ(together.slices, whole.slices);
}

TEST_F(PerfettoTimeline, ItsClockIsUnixTimeOrCountsFromTheFirstRecord) {
  exported_.AddApi(0, 10, ACLPROFX_LEVEL_ACL, "aclrtMalloc", "ACL_RTS");
  const std::map<uint32_t, uint64_t> unix_time = {{6, kMoment}, {1, kMoment}};
  EXPECT_EQ(Trace().clocks(), unix_time);
  EXPECT_EQ(Trace().Slices().at(0).time, static_cast<uint64_t>(kMoment));
  exported_.options().relative_time = true;
  const std::map<uint32_t, uint64_t> relative = {{6, 0}, {1, kMoment}};
  EXPECT_EQ(Trace().clocks(), relative);
  EXPECT_EQ(Trace().Slices().at(0).time, 0u);
}

TEST_F(PerfettoTimeline, SlicesThatCrossGoSideBySideOnTracksOfOneName) {
  AddRange(0, 100, "first");
  AddRange(20, 80, "within");
  AddRange(50, 150, "across");
  AddRange(100, 120, "behind");
  AddRange(100, 100, "moment");
  const PerfettoTrace trace = Trace();
  std::map<std::string, std::vector<std::string>> names;
  std::map<std::string, std::string> tracks;
  for (const auto& slice : trace.Slices()) {
    names[Number(slice.track)].push_back(slice.name);
    EXPECT_EQ(trace.tracks().at(slice.track).name, "Thread 7");
  }
  std::set<Texts> lanes;
  for (const auto& [track, on_it] : names) lanes.insert(on_it);
  EXPECT_EQ(lanes, (std::set<Texts>{{"first", "within", "behind", "moment"}, {"across"}}));
}

TEST_F(PerfettoTimeline, TracksHaveTheSameNumbersEveryTime) {
  AddEverything();
  const auto uuids = [this] {
    std::set<uint64_t> found;
    const PerfettoTrace trace = Trace();
    for (const auto& [uuid, track] : trace.tracks()) found.insert(uuid);
    return found;
  };
  const std::set<uint64_t> first = uuids();
  EXPECT_EQ(uuids(), first);
  exported_.options().timeline.only_device = 0;
  for (const uint64_t uuid : uuids()) EXPECT_EQ(first.count(uuid), 1u);
}

// A pid of a trace has 31 bits, and thread 0 is the idle one of the system.
TEST_F(PerfettoTimeline, NumbersThatATraceCannotHaveAreGivenOthers) {
  session().session().process_id = 4194303;
  const uint32_t op = session().AddOp("k");
  exported_.AddTask(40, 0, {10, 0}, op, "T", 0);
  exported_.AddTask(41, 0, {10, 0}, op, "T", ACLPROFX_NONE);
  exported_.AddApi(0, 10, ACLPROFX_LEVEL_ACL, "a", "b");
  ExpectWhatJsonShows();
  const PerfettoTrace trace = Trace();
  std::set<int32_t> pids;
  size_t processes = 0, threads = 0;
  for (const auto& [uuid, track] : trace.tracks()) {
    if (track.process.pid != 0 && ++processes > 0) pids.insert(track.process.pid);
    threads += track.tid != 0;
  }
  EXPECT_EQ(pids.size(), processes);
  EXPECT_EQ(threads, 1u);  // of the host
}

TEST_F(PerfettoTimeline, AValueThatIsNoNumberHasNoPlace) {
  AddSample(0, 0, "AI Core Freq", "MHz", std::nan(""));
  AddSample(0, 1, "AI Core Freq", "MHz", INFINITY);
  AddSample(0, 2, "AI Core Freq", "MHz", 7);
  EXPECT_EQ(Trace().Counters().size(), 1u);
}

TEST_F(PerfettoTimeline, TextsAreForgottenWhenThereAreManyAndToldAgain) {
  for (int i = 0; i < 140000; ++i) AddRange(10 * i, 10 * i + 5, Number(i));
  AddRange(0, 5, std::string(3000, 'n'));
  const PerfettoTrace trace = Trace();
  EXPECT_EQ(trace.states_cleared(), 3u);
  std::set<std::string> names;
  for (const auto& slice : trace.Slices()) names.insert(slice.name);
  EXPECT_EQ(names.size(), 140001u);
}

TEST_F(PerfettoTimeline, AnEmptySessionIsATraceWithAClock) { EXPECT_EQ(Trace().packets(), 1u); }

TEST_F(PerfettoTimeline, AloneItIsTheOnlyFile) {
  AddEverything();
  exported_.options().text = false;
  EXPECT_FALSE(Trace().Slices().empty());
  EXPECT_EQ(exported_.Entries(),
            std::set<std::string>{std::string("msprof_") + ExportedSession::kStamp + kEnd});
  EXPECT_EQ(exported_.report().flow_pairs, 40u);
}

}  // namespace
}  // namespace aclprof
