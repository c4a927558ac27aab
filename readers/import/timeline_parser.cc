#include "readers/import/timeline_parser.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <string_view>
#include <vector>

namespace aclprof {
namespace {

constexpr size_t kParsedBytes = 64 * 1024;
constexpr unsigned kParseFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNanAndInfFlag |
                                 rapidjson::kParseNumbersAsStringsFlag;

// RapidJSON's idea of an input stream.
class InputStream {
 public:
  using Ch = char;
  explicit InputStream(CaptureInput* input) : input_(input), chunk_(kParsedBytes) { Refill(); }

  Ch Peek() const { return next_ == end_ ? '\0' : chunk_[next_]; }
  Ch Take() {
    if (next_ == end_) return '\0';
    const Ch taken = chunk_[next_++];
    if (next_ == end_) Refill();
    return taken;
  }
  size_t Tell() const { return before_ + next_; }
  bool at_end() const { return next_ == end_; }

  // The writing half of the concept, which a parser that is not in situ never calls.
  Ch* PutBegin() { return nullptr; }
  void Put(Ch) {}
  void Flush() {}
  size_t PutEnd(Ch*) { return 0; }

 private:
  void Refill() {
    before_ += end_;
    end_ = input_->Read(chunk_.data(), chunk_.size());
    next_ = 0;
  }

  CaptureInput* input_;
  std::vector<char> chunk_;
  size_t next_ = 0;
  size_t end_ = 0;
  size_t before_ = 0;
};

// Turns the parser's calls into events. An event is an object in the root array or in
// "traceEvents".
class EventBuilder : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, EventBuilder> {
 public:
  EventBuilder(const InputStream* stream, const OnTimelineEvent& on_event, TimelineHeader* header)
      : stream_(stream), on_event_(on_event), header_(header) {}

  bool Default() { return Scalar({}, false); }  // null, true, false, NaN
  bool String(const char* text, rapidjson::SizeType length, bool) {
    return Scalar({text, length}, false);
  }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
    return Scalar({text, length}, true);
  }

  bool Key(const char* text, rapidjson::SizeType length, bool) {
    if (depth_ == 1) root_key_.assign(text, length);
    if (at_event() && event_open_) member_.assign(text, length);
    if (args_open_ && depth_ == list_depth_ + 2) arg_key_.assign(text, length);
    return true;
  }

  bool StartObject() {
    ++depth_;
    if (depth_ == 1) list_depth_ = 2;  // {"traceEvents": [{...}]}
    if (at_event()) {
      event_open_ = true;
      event_.Clear();
    } else if (event_open_ && depth_ == list_depth_ + 2) {
      args_open_ = member_ == "args";
    }
    return true;
  }

  bool EndObject(rapidjson::SizeType) {
    if (event_open_ && depth_ == list_depth_ + 2) args_open_ = false;
    if (event_open_ && at_event()) Tell();
    --depth_;
    return true;
  }

  bool StartArray() {
    ++depth_;
    if (depth_ == list_depth_) in_list_ = list_depth_ == 1 || root_key_ == "traceEvents";
    return true;
  }

  bool EndArray(rapidjson::SizeType) {
    if (depth_ == list_depth_) in_list_ = false;
    --depth_;
    return true;
  }

 private:
  bool at_event() const { return in_list_ && depth_ == list_depth_ + 1; }

  bool Scalar(std::string_view text, bool is_number) {
    if (depth_ == 1 && root_key_ == "baseTimeNanoseconds") header_->base_nanos.assign(text);
    if (event_open_ && at_event()) SetMember(text);
    if (args_open_ && depth_ == list_depth_ + 2) event_.AddArg(arg_key_, text, is_number);
    return true;
  }

  void SetMember(std::string_view text) {
    if (std::string* member = MemberNamed(member_)) member->assign(text);
  }

  std::string* MemberNamed(std::string_view key) {
    if (key == "name") return &event_.name;
    if (key == "cat") return &event_.category;
    if (key == "ph") return &event_.phase;
    if (key == "pid") return &event_.pid;
    if (key == "tid") return &event_.tid;
    if (key == "ts") return &event_.start;
    if (key == "dur") return &event_.duration;
    return nullptr;
  }

  void Tell() {
    event_open_ = false;
    event_.offset = stream_->Tell();
    on_event_(event_);
  }

  const InputStream* stream_;
  const OnTimelineEvent& on_event_;
  TimelineHeader* header_;
  TimelineEvent event_;
  std::string root_key_;
  std::string member_;
  std::string arg_key_;
  int depth_ = 0;
  int list_depth_ = 1;  // how deep the array of events is
  bool in_list_ = false;
  bool event_open_ = false;
  bool args_open_ = false;
};

Status BrokenText(const CaptureInput& input, const InputStream& stream,
                  const rapidjson::ParseResult& result) {
  const std::string place = input.path() + ": byte " + std::to_string(stream.Tell()) + ": ";
  if (stream.at_end()) {
    return Status(StatusCode::kDataLoss, place + "the file ends before its JSON does");
  }
  return Status(StatusCode::kDataLoss,
                place + "broken JSON: " + rapidjson::GetParseError_En(result.Code()));
}

}  // namespace

Status ParseTimeline(CaptureInput* input, const OnTimelineEvent& on_event, TimelineHeader* header) {
  InputStream stream(input);
  EventBuilder builder(&stream, on_event, header);
  rapidjson::Reader parser;
  const rapidjson::ParseResult result = parser.Parse<kParseFlags>(stream, builder);
  if (!input->status().ok()) return input->status();
  return result ? Status() : BrokenText(*input, stream, result);
}

}  // namespace aclprof
