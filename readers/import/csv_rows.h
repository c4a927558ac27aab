// csv_rows.h: the rows of a CSV file, one at a time.
//
// Shape    the first row is the header. LF or CRLF, cells quoted or not, with or without a byte
//          order mark; tabs around a cell (which keep spreadsheets from rounding) are dropped.
// Errors   Read ends with kDataLoss when the file breaks off inside a row or its gzip stream is
//          damaged.
// Source   the parser is libcsv.
#pragma once

#include <csv.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "readers/import/capture_input.h"

namespace aclprof {

struct CsvRow {
  uint64_t number = 0;  // the header is row 1
  const std::vector<std::string>* cells = nullptr;
};

class CsvRows {
 public:
  using OnRow = std::function<void(const CsvRow&)>;

  CsvRows();
  ~CsvRows();
  CsvRows(const CsvRows&) = delete;
  CsvRows& operator=(const CsvRows&) = delete;

  // Gives every row to `on_row`, the header first, but not a row without a line end.
  Status Read(CaptureInput* input, const OnRow& on_row);

 private:
  static void OnCell(void* text, size_t length, void* self);
  static void OnRowEnd(int end_character, void* self);
  std::string& NextCell();
  bool Feed(const char* bytes, size_t count);
  Status EndOfFile(const CaptureInput& input);

  csv_parser parser_;
  std::vector<std::string> cells_;
  std::vector<std::string> spare_;  // cells of former rows, kept for their memory
  uint64_t rows_ = 0;
  bool torn_ = false;  // the last row had no line end
  OnRow on_row_;
};

}  // namespace aclprof
