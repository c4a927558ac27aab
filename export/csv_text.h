// csv_text.h: one cell of a CSV table.
#pragma once

#include <string>
#include <string_view>

namespace aclprof {

// The cell for a text: N/A where there is none, quoted where it has a comma, a quote or a line end.
// Bytes are kept as they are, behind a ' where a spreadsheet would take them for a formula (= + - @).
std::string CsvCell(std::string_view text);

}  // namespace aclprof
