#include "export/csv_text.h"

namespace aclprof {

std::string CsvCell(std::string_view text) {
  if (text.empty()) return "N/A";
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

}  // namespace aclprof
