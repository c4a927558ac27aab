#include "tools/old_layout.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "format/session_layout.h"
#include "readers/session_files.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;

// A row may have line ends within quotes.
bool NextRow(std::istream* table, std::string* row) {
  row->clear();
  for (std::string line; std::getline(*table, line);) {
    *row += line + "\n";
    if (std::count(row->begin(), row->end(), '"') % 2 == 0) return true;
  }
  return !row->empty();
}

Status WriteRows(const fs::path& from, int32_t device, const fs::path& to) {
  std::ifstream table(from, std::ios::binary);
  std::ofstream old(to, std::ios::binary);
  const std::string begin = std::to_string(device) + ",";
  std::string row;
  if (NextRow(&table, &row)) old << OldTitles(row);
  while (NextRow(&table, &row))
    if (row.starts_with(begin)) old << row;
  old.close();
  return table.bad() || !old ? Status::FromErrno(errno, to.string()) : Status();
}

std::string OldTitle(std::string title) {
  if (title == "Block Num") return "Block Dim";
  if (title == "Mix Block Num") return "Mix Block Dim";
  return title.starts_with("aic_") ? title.substr(4) : title;
}

Status WriteFileOf(const fs::path& file, int32_t device, const fs::path& folder) {
  const bool is_table = file.extension() == ".csv";
  if (!is_table && file.extension() != ".json") return {};
  const fs::path place = folder / (is_table ? "summary" : "timeline");
  fs::create_directory(place);
  fs::permissions(place, fs::perms::others_all | fs::perms::group_write, fs::perm_options::remove);
  if (is_table) return WriteRows(file, device, place / file.filename());
  fs::copy_file(file, place / file.filename());
  return {};
}

}  // namespace

std::string OldTitles(const std::string& header) {
  std::string titles;
  for (size_t at = 0; at < header.size();) {
    const size_t end = std::min(header.find_first_of(",\n", at), header.size() - 1);
    titles += OldTitle(header.substr(at, end - at)) + header[end];
    at = end + 1;
  }
  return titles;
}

Status WriteOldLayout(const std::string& session, const ExportReport& report) try {
  SessionFiles files;
  if (Status listed = ListSessionFiles(session, &files); !listed.ok()) return listed;
  for (const int32_t device : files.devices)
    for (const std::string& name : report.files) {
      if (device < 0) continue;
      Status written = WriteFileOf(fs::path(report.directory) / name, device,
                                   fs::path(session) / StreamFolder(device));
      if (!written.ok()) return written;
    }
  return {};
} catch (const fs::filesystem_error& error) {
  return Status::FromErrno(error.code().value(), error.path1().string());
}

}  // namespace aclprof
