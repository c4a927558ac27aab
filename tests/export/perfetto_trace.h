// perfetto_trace.h: a Perfetto trace taken apart as Perfetto's own reader does it: packets by time, those of one moment as
// they stand in the file; an end closes the innermost slice of its track that is open.
//
// Errors   what such a reader would drop or mend fails the test: a track or a text that was not told, an end without a
//          slice, slices that cross.
// Source   the .proto files and the documentation of Perfetto.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <protozero/pbf_reader.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/utf8.h"

namespace aclprof {

class PerfettoTrace {
 public:
  struct Process {
    int32_t pid = 0;
    int32_t place = 0;
    std::string name;
    std::string label;
  };
  struct Track {
    uint64_t parent = 0;
    std::string name;
    int64_t tid = 0;  // of a thread
    bool is_counter = false;
    Process process;  // where it is one, pid is not 0
  };
  struct Event {
    uint64_t time = 0;
    int type = 0;
    uint64_t track = 0;
    std::string name;
    std::map<std::string, std::string> args;
    double value = 0;
    std::vector<uint64_t> flows;
    uint64_t stop = 0;  // of a slice
  };

  explicit PerfettoTrace(const std::string& file) {
    protozero::pbf_reader trace(file);
    while (trace.next(1)) ReadPacket(trace.get_message());
    std::stable_sort(events_.begin(), events_.end(),
                     [](const Event& a, const Event& b) { return a.time < b.time; });
    CloseSlices();
  }

  const std::map<uint64_t, Track>& tracks() const { return tracks_; }
  // By clock number, of the only snapshot.
  const std::map<uint32_t, uint64_t>& clocks() const { return clocks_; }
  size_t packets() const { return packets_; }
  size_t states_cleared() const { return states_cleared_; }

  std::vector<Event> Slices() const { return OfType(1); }
  std::vector<Event> Instants() const { return OfType(3); }
  std::vector<Event> Counters() const { return OfType(4); }
  // Events by the flow that they are part of.
  std::map<uint64_t, std::vector<Event>> Flows() const {
    std::map<uint64_t, std::vector<Event>> flows;
    for (const Event& event : events_)
      for (const uint64_t flow : event.flows) flows[flow].push_back(event);
    return flows;
  }
  const Process& ProcessOf(uint64_t track) const {
    const Track& at = tracks_.at(track);
    return at.process.pid != 0 ? at.process : ProcessOf(at.parent);
  }
  // "CANN CPU/Thread 7"
  std::string PlaceOf(uint64_t track) const {
    const Process& process = ProcessOf(track);
    return process.name + " " + process.label + "/" + tracks_.at(track).name;
  }

 private:
  using Reader = protozero::pbf_reader;
  using Texts = std::map<uint64_t, std::string>;

  static std::string TextOf(Reader* from) {
    const std::string text = from->get_string();
    for (size_t at = 0; at < text.size(); at += std::max<size_t>(Utf8Length(text, at), 1))
      EXPECT_GT(Utf8Length(text, at), 0u) << "not UTF-8: " << text;
    return text;
  }

  void ReadPacket(Reader packet) {
    ++packets_;
    uint64_t time = 0;
    std::vector<Reader> event, descriptor, interned;
    while (packet.next()) {
      switch (packet.tag()) {
        case 6:
          ReadClocks(packet.get_message());
          break;
        case 8:
          time = packet.get_uint64();
          break;
        case 10:
          EXPECT_EQ(packet.get_uint32(), 1u);
          break;
        case 11:
          event.push_back(packet.get_message());
          break;
        case 12:
          interned.push_back(packet.get_message());
          break;
        case 13:
          ReadFlags(packet.get_uint32());
          break;
        case 60:
          descriptor.push_back(packet.get_message());
          break;
        default:
          ADD_FAILURE() << "field " << packet.tag();
          packet.skip();
      }
    }
    for (Reader& message : interned) ReadTexts(message);
    for (Reader& message : descriptor) ReadTrack(message);
    for (Reader& message : event) ReadEvent(message, time);
  }
  void ReadFlags(uint32_t flags) {
    EXPECT_EQ(flags & 2, 2u);
    EXPECT_TRUE(states_cleared_ > 0 || (flags & 1) != 0) << "what came before is not told";
    if ((flags & 1) == 0) return;
    ++states_cleared_;
    for (auto& [kind, texts] : texts_) texts.clear();
  }
  void ReadClocks(Reader snapshot) {
    EXPECT_TRUE(clocks_.empty());
    while (snapshot.next(1)) {
      Reader clock = snapshot.get_message();
      uint32_t number = 0;
      while (clock.next()) {
        if (clock.tag() == 1) number = clock.get_uint32();
        if (clock.tag() == 2) clocks_[number] = clock.get_uint64();
      }
    }
  }
  void ReadTexts(Reader interned) {
    while (interned.next()) {
      Texts& texts = texts_[interned.tag()];
      Reader entry = interned.get_message();
      uint64_t number = 0;
      while (entry.next()) {
        if (entry.tag() == 1) number = entry.get_uint64();
        if (entry.tag() == 2) texts[number] = TextOf(&entry);
      }
      EXPECT_TRUE(ever_told_.insert(number).second) << number << " is told twice";
    }
  }
  void ReadTrack(Reader message) {
    uint64_t uuid = 0;
    Track track;
    while (message.next()) {
      switch (message.tag()) {
        case 1:
          uuid = message.get_uint64();
          break;
        case 2:
          track.name = TextOf(&message);
          break;
        case 3:
          track.process = ReadProcess(message.get_message());
          break;
        case 4:
          track.tid = ReadThread(message.get_message(), track.name);
          break;
        case 5:
          track.parent = message.get_uint64();
          break;
        case 8:
          track.is_counter = message.get_view().empty();
          break;
        default:
          ADD_FAILURE() << "field " << message.tag();
          message.skip();
      }
    }
    EXPECT_TRUE(track.process.pid != 0 || tracks_.count(track.parent) == 1) << track.name;
    EXPECT_TRUE(tracks_.emplace(uuid, track).second) << "a uuid is told twice";
  }
  static Process ReadProcess(Reader message) {
    Process process;
    while (message.next()) {
      switch (message.tag()) {
        case 1:
          process.pid = message.get_int32();
          break;
        case 3:
          process.place = message.get_int32();
          break;
        case 6:
          process.name = TextOf(&message);
          break;
        case 8:
          process.label = TextOf(&message);
          break;
        default:
          ADD_FAILURE() << "field " << message.tag();
          message.skip();
      }
    }
    EXPECT_GT(process.pid, 0);
    return process;
  }
  static int64_t ReadThread(Reader message, const std::string& name) {
    int64_t tid = 0;
    while (message.next()) {
      switch (message.tag()) {
        case 1:
          EXPECT_GT(message.get_int32(), 0);
          break;
        case 2:
          tid = message.get_int64();
          break;
        case 5:
          EXPECT_EQ(TextOf(&message), name);
          break;
        default:
          ADD_FAILURE() << "field " << message.tag();
          message.skip();
      }
    }
    EXPECT_GT(tid, 0);
    return tid;
  }
  void ReadEvent(Reader message, uint64_t time) {
    Event event;
    event.time = time;
    while (message.next()) {
      switch (message.tag()) {
        case 4:
          ReadArg(message.get_message(), &event);
          break;
        case 9:
          event.type = message.get_enum();
          break;
        case 10:
          event.name = texts_[2].at(message.get_uint64());
          break;
        case 11:
          event.track = message.get_uint64();
          break;
        case 23:
          event.name = TextOf(&message);
          break;
        case 44:
          event.value = message.get_double();
          break;
        case 47:
          event.flows.push_back(message.get_fixed64());
          break;
        default:
          ADD_FAILURE() << "field " << message.tag();
          message.skip();
      }
    }
    EXPECT_EQ(tracks_.at(event.track).is_counter, event.type == 4);
    events_.push_back(event);
  }
  void ReadArg(Reader message, Event* event) {
    std::string key, value;
    while (message.next()) {
      switch (message.tag()) {
        case 1:
          key = texts_[3].at(message.get_uint64());
          break;
        case 2:
          value = message.get_bool() ? "true" : "false";
          break;
        case 3:
          value = std::to_string(message.get_uint64());
          break;
        case 5:
          value = nlohmann::json(message.get_double()).dump();
          break;
        case 6:
          value = TextOf(&message);
          break;
        case 17:
          value = texts_[29].at(message.get_uint64());
          break;
        default:
          ADD_FAILURE() << "field " << message.tag();
          message.skip();
      }
    }
    EXPECT_TRUE(event->args.emplace(key, value).second) << key;
  }

  void CloseSlices() {
    std::map<uint64_t, std::vector<Event*>> open;
    for (Event& event : events_) {
      std::vector<Event*>& stack = open[event.track];
      if (event.type == 1) stack.push_back(&event);
      if (event.type != 2) continue;
      ASSERT_FALSE(stack.empty()) << "an end without a slice";
      stack.back()->stop = event.time;
      stack.pop_back();
    }
    for (const auto& [track, stack] : open) EXPECT_TRUE(stack.empty()) << PlaceOf(track);
  }
  std::vector<Event> OfType(int type) const {
    std::vector<Event> found;
    for (const Event& event : events_)
      if (event.type == type) found.push_back(event);
    return found;
  }

  std::map<uint32_t, Texts> texts_;
  std::set<uint64_t> ever_told_;
  std::map<uint32_t, uint64_t> clocks_;
  std::map<uint64_t, Track> tracks_;
  std::vector<Event> events_;
  size_t packets_ = 0;
  size_t states_cleared_ = 0;
};

}  // namespace aclprof
