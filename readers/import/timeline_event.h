// timeline_event.h: one event of a timeline in Chrome's trace format, its numbers still as text.
//
// Source   the Trace Event Format; msprof_*.json, torch_npu's trace_view.json and Kineto's files
//          are written in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aclprof {

struct TimelineArg {
  std::string key;
  std::string text;
  bool is_number = false;
};

class TimelineEvent {
 public:
  std::string name;
  std::string category;
  std::string phase;
  std::string pid;
  std::string tid;
  std::string start;     // ts, microseconds
  std::string duration;  // dur, microseconds
  uint64_t offset = 0;   // of its end in the (inflated) file

  // The members of "args" that are neither objects nor arrays.
  const TimelineArg* begin() const { return args_.data(); }
  const TimelineArg* end() const { return args_.data() + arg_count_; }
  // NULL when there is no such member.
  const TimelineArg* Find(std::string_view key) const {
    for (const TimelineArg& arg : *this) {
      if (arg.key == key) return &arg;
    }
    return nullptr;
  }
  std::string_view ArgText(std::string_view key) const {
    const TimelineArg* arg = Find(key);
    return arg == nullptr ? std::string_view() : std::string_view(arg->text);
  }

  // Empties the event but keeps its memory for the next one.
  void Clear() {
    for (std::string* text : {&name, &category, &phase, &pid, &tid, &start, &duration}) {
      text->clear();
    }
    arg_count_ = 0;
  }
  void AddArg(std::string_view key, std::string_view text, bool is_number) {
    if (arg_count_ == args_.size()) args_.emplace_back();
    TimelineArg& arg = args_[arg_count_++];
    arg.key.assign(key);
    arg.text.assign(text);
    arg.is_number = is_number;
  }

 private:
  std::vector<TimelineArg> args_;
  size_t arg_count_ = 0;
};

}  // namespace aclprof
