#include "export/text_sink.h"

#include <utility>

namespace aclprof {

TextSink::TextSink(std::unique_ptr<WritableFile> file)
    : file_(std::move(file)), buffer_(new char[kCapacity]) {}

void TextSink::AppendLarge(std::string_view text) {
  Flush();
  Write(text.data(), text.size());
}

void TextSink::Flush() {
  Write(buffer_.get(), used_);
  used_ = 0;
}

void TextSink::Write(const char* bytes, size_t count) {
  flushed_ += count;
  if (status_.ok() && count > 0) status_ = file_->Append(bytes, count);
}

Status TextSink::Finish() {
  Flush();
  if (status_.ok()) status_ = file_->Sync();
  const Status closed = file_->Close();
  if (status_.ok()) status_ = closed;
  return status_;
}

}  // namespace aclprof
