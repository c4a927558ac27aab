#include "export/csv_text.h"

namespace aclprof {

std::string CsvCell(std::string_view text) {
  if (text.empty()) return "N/A";
  const std::string guard =
      std::string_view("=+-@").find(text[0]) != std::string_view::npos ? "'" : "";
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return guard + std::string(text);
  std::string cell = "\"" + guard;
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

}  // namespace aclprof
