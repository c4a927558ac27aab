#include "export/json_rows_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "export/json_text.h"

namespace aclprof {
namespace {

// A double holds as many in any case.
constexpr size_t kSafeDigits = 15;

constexpr std::array<std::string_view, 23> kTexts = {
    "Op Name",       "OP Type",        "OP State",      "Task Type",
    "HF32 Eligible", "Input Shapes",   "Input Formats", "Input Data Types",
    "Output Shapes", "Output Formats", "Context ID",    "Output Data Types",
    "Core Type",     "kernel_name",    "kernel_type",   "API Name",
    "Level",         "Component",      "Name",          "category",
    "message",       "domain",         "event_type"};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

size_t DigitsAt(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && IsDigit(text[end])) ++end;
  return end - at;
}

// Of JSON, without an exponent, and such that no reader's double loses a digit.
bool IsSafeNumber(std::string_view text) {
  const size_t whole_at = !text.empty() && text[0] == '-' ? 1 : 0;
  const size_t whole = DigitsAt(text, whole_at);
  if (whole == 0 || (whole > 1 && text[whole_at] == '0')) return false;
  size_t at = whole_at + whole, fraction = 0;
  if (at < text.size() && text[at] == '.') {
    fraction = DigitsAt(text, at + 1);
    if (fraction == 0) return false;
    at += 1 + fraction;
  }
  return at == text.size() && whole + fraction <= kSafeDigits;
}

}  // namespace

JsonRowsFile::JsonRowsFile(std::unique_ptr<WritableFile> file)
    : file_(std::move(file)), text_("[") {}

Status JsonRowsFile::Append(const void* bytes, size_t count) {
  for (const char byte : std::string_view(static_cast<const char*>(bytes), count)) Take(byte);
  Status status = file_->Append(text_.data(), text_.size());
  text_.clear();
  return status;
}

Status JsonRowsFile::Sync() {
  Status status = file_->Append("]", 1);
  return status.ok() ? file_->Sync() : status;
}

// A quote within quotes is doubled: the second, which seems to open the cell again, stands for it.
void JsonRowsFile::Take(char byte) {
  if (byte == '"') {
    if (!in_quotes_ && was_quoted_) cell_ += '"';
    in_quotes_ = !in_quotes_;
    was_quoted_ = true;
  } else if (byte == ',' && !in_quotes_) {
    EndCell();
  } else if (byte == '\n' && !in_quotes_) {
    EndCell();
    EndRow();
  } else {
    cell_ += byte;
  }
}

void JsonRowsFile::EndCell() {
  if (!has_titles_) {
    const bool is_text = std::find(kTexts.begin(), kTexts.end(), cell_) != kTexts.end();
    titles_.push_back({"\"" + JsonEscaped(cell_) + "\":", is_text});
  } else if (column_ < titles_.size()) {
    const Title& title = titles_[column_];
    if (column_ == 0) text_ += has_row_ ? ",{" : "{";
    if (column_ > 0) text_ += ',';
    text_ += title.key;
    text_ += ValueOf(cell_, title.is_text || was_quoted_);
    ++column_;
  }
  cell_.clear();
  was_quoted_ = false;
}

void JsonRowsFile::EndRow() {
  if (has_titles_) {
    text_ += '}';
    has_row_ = true;
  }
  has_titles_ = true;
  column_ = 0;
}

// The tab behind a time keeps spreadsheets from rounding it.
std::string JsonRowsFile::ValueOf(std::string_view cell, bool is_text) const {
  if (!is_text && !cell.empty() && cell.back() == '\t') cell.remove_suffix(1);
  if (!is_text && IsSafeNumber(cell)) return std::string(cell);
  return "\"" + JsonEscaped(cell) + "\"";
}

}  // namespace aclprof
