#include "readers/import/csv_rows.h"

#include <new>

namespace aclprof {
namespace {

constexpr size_t kChunkBytes = 64 * 1024;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr int kNoEndCharacter = -1;  // what libcsv reports for a row that the end of the file cut

int IsTab(unsigned char c) { return c == '\t'; }

std::string_view TrimTabs(std::string_view text) {
  while (!text.empty() && text.back() == '\t') text.remove_suffix(1);
  return text;
}

}  // namespace

CsvRows::CsvRows() {
  if (csv_init(&parser_, 0) != 0) throw std::bad_alloc();
  csv_set_space_func(&parser_, IsTab);
}

CsvRows::~CsvRows() { csv_free(&parser_); }

std::string& CsvRows::NextCell() {
  if (spare_.empty()) return cells_.emplace_back();
  cells_.push_back(std::move(spare_.back()));
  spare_.pop_back();
  return cells_.back();
}

void CsvRows::OnCell(void* text, size_t length, void* self) {
  CsvRows* rows = static_cast<CsvRows*>(self);
  rows->NextCell().assign(TrimTabs({static_cast<const char*>(text), length}));
}

void CsvRows::OnRowEnd(int end_character, void* self) {
  CsvRows* rows = static_cast<CsvRows*>(self);
  ++rows->rows_;
  rows->torn_ = end_character == kNoEndCharacter;
  // A number may have lost digits there without looking any different, so a torn row is left out.
  if (!rows->torn_) rows->on_row_({rows->rows_, &rows->cells_});
  for (std::string& cell : rows->cells_) rows->spare_.push_back(std::move(cell));
  rows->cells_.clear();
}

bool CsvRows::Feed(const char* bytes, size_t count) {
  return csv_parse(&parser_, bytes, count, OnCell, OnRowEnd, this) == count;
}

Status CsvRows::EndOfFile(const CaptureInput& input) {
  csv_fini(&parser_, OnCell, OnRowEnd, this);
  if (!input.status().ok()) return input.status();
  if (!torn_) return Status();
  return Status(StatusCode::kDataLoss, input.path() + ": row " + std::to_string(rows_) +
                                           ": the file ends inside it; it is left out");
}

Status CsvRows::Read(CaptureInput* input, const OnRow& on_row) {
  on_row_ = on_row;
  std::vector<char> chunk(kChunkBytes);
  bool first = true;
  while (const size_t got = input->Read(chunk.data(), chunk.size())) {
    std::string_view bytes(chunk.data(), got);
    if (first && bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    first = false;
    if (!Feed(bytes.data(), bytes.size())) {
      return Status(StatusCode::kResourceExhausted,
                    input->path() + ": row " + std::to_string(rows_ + 1) + ": no memory for it");
    }
  }
  return EndOfFile(*input);
}

}  // namespace aclprof
