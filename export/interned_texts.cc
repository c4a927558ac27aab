#include "export/interned_texts.h"

#include <protozero/pbf_writer.hpp>

namespace aclprof {

uint64_t InternedTexts::Of(perfetto::InternedField kind, std::string_view text) {
  if (text.size() > kLongest) return 0;
  Numbers& numbers = kind == perfetto::kEventNames        ? names_
                     : kind == perfetto::kAnnotationNames ? arg_names_
                                                          : arg_texts_;
  const auto found = numbers.find(text);
  if (found != numbers.end()) return found->second;
  numbers.emplace(text, ++last_);
  protozero::pbf_writer all(added_);
  protozero::pbf_writer entry(all, kind);
  entry.add_uint64(perfetto::kIid, last_);
  entry.add_bytes(perfetto::kText, text.data(), text.size());
  return last_;
}

bool InternedTexts::IsFull() const {
  return names_.size() + arg_names_.size() + arg_texts_.size() >= kMost;
}

void InternedTexts::Forget() {
  for (Numbers* numbers : {&names_, &arg_names_, &arg_texts_}) numbers->clear();
}

}  // namespace aclprof
