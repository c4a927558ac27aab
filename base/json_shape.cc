#include "base/json_shape.h"

#include <algorithm>

namespace aclprof {
namespace {

// Just behind the string that begins at `at`.
size_t EndOfString(std::string_view text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return at;
}

class ShapeCounter {
 public:
  void See(char c) {
    if (c == '{') Open(&objects_, &shape_.objects);
    if (c == '[') Open(&arrays_, &shape_.arrays);
    if (c == '}') Close(&objects_);
    if (c == ']') Close(&arrays_);
    if (c == ',') ++shape_.values;
  }
  const JsonShape& shape() const { return shape_; }

 private:
  void Open(size_t* depth, size_t* deepest) {
    *deepest = std::max(*deepest, ++*depth);
    shape_.levels = std::max(shape_.levels, objects_ + arrays_);
    ++shape_.values;
  }
  static void Close(size_t* depth) { *depth -= *depth != 0; }

  JsonShape shape_;
  size_t objects_ = 0;
  size_t arrays_ = 0;
};

}  // namespace

JsonShape ShapeOfJson(std::string_view text) {
  ShapeCounter counter;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"')
      at = EndOfString(text, at);
    else
      counter.See(text[at]);
  }
  return counter.shape();
}

}  // namespace aclprof
