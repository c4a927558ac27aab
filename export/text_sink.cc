#include "export/text_sink.h"

#include <utility>

namespace aclprof {

TextSink::TextSink(std::unique_ptr<WritableFile> file)
    : file_(std::move(file)), behind_(file_.get(), kCapacity), buffer_(new char[kCapacity]) {}

void TextSink::AppendLarge(std::string_view text) {
  WriteBuffer();
  Write(text);
}

void TextSink::Flush() {
  const size_t handed = std::exchange(used_, 0);
  flushed_ += handed;
  if (status_.ok()) status_ = behind_.Hand(&buffer_, handed);
}

void TextSink::WriteBuffer() {
  Write({buffer_.get(), used_});
  used_ = 0;
}

void TextSink::Write(std::string_view text) {
  flushed_ += text.size();
  if (status_.ok()) status_ = behind_.Wait();
  if (status_.ok() && !text.empty()) status_ = file_->Append(text.data(), text.size());
}

Status TextSink::Finish() {
  WriteBuffer();
  if (status_.ok()) status_ = file_->Sync();
  const Status closed = file_->Close();
  if (status_.ok()) status_ = closed;
  return status_;
}

}  // namespace aclprof
