// file_dictionary.h: which dictionary entries one trace file has, so that each is written into it once.
//
// Threads  one at a time, as its file.
#pragma once

#include <array>
#include <vector>

#include "base/byte_order.h"
#include "format/dictionary.h"
#include "writers/frame_sequence.h"

namespace aclprof {

class FileDictionary {
 public:
  explicit FileDictionary(const DictionarySource* source) : source_(source) {}

  // Appends dictionary frames with the entries that `refs` need and the file lacks; nothing when it has them all.
  void AppendMissing(const std::vector<DictionaryRef>& refs, Bytes* bytes);
  // Appends all entries so far, for the footer.
  void AppendAll(Bytes* bytes) const;
  // Of the entries so far, heads included.
  uint64_t body_bytes() const { return body_bytes_; }

  // How far it is, and back there: what was appended since was not written.
  struct Mark {
    size_t entries = 0;
    uint64_t body_bytes = 0;
  };
  Mark Here() const { return {in_order_.size(), body_bytes_}; }
  void GoBack(const Mark& mark) noexcept;

 private:
  void Add(DictionaryRef ref, FrameSequence* frames, Bytes* bytes);
  void AddStringsOfOp(std::string_view entry, FrameSequence* frames, Bytes* bytes);
  bool Has(DictionaryRef ref) const;

  const DictionarySource* source_;
  std::array<std::vector<bool>, kDictionarySpaces> has_;
  std::vector<DictionaryRef> in_order_;
  uint64_t body_bytes_ = 0;
};

}  // namespace aclprof
