// json_rows_file.h: a table that is written as CSV and becomes JSON on its way into a file: an array with an object for each
// row, from titles to cells.
//
// Shape    the first row has the titles. Memory grows with the longest row.
// Errors   those of the file.
// Threads  one.
// Source   docs/export.md, "Tables as JSON".
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace aclprof {

class JsonRowsFile final : public WritableFile {
 public:
  explicit JsonRowsFile(std::unique_ptr<WritableFile> file);

  Status Append(const void* bytes, size_t count) override;
  Status Truncate(uint64_t size_bytes) override { return file_->Truncate(size_bytes); }
  // Ends the array: there are no rows behind it.
  Status Sync() override;
  Status Close() override { return file_->Close(); }
  bool StillAtPath() const override { return file_->StillAtPath(); }

 private:
  struct Title {
    std::string key;       // as it stands in JSON
    bool is_text = false;  // its cells are texts, whatever they look like
  };

  void Take(char byte);
  void EndCell();
  void EndRow();
  std::string ValueOf(std::string_view cell, bool is_text) const;

  const std::unique_ptr<WritableFile> file_;
  std::vector<Title> titles_;
  bool has_titles_ = false;
  bool has_row_ = false;
  // Of the row at hand:
  std::string cell_;
  bool in_quotes_ = false;
  bool was_quoted_ = false;
  size_t column_ = 0;
  std::string text_;  // that is not in the file yet
};

}  // namespace aclprof
