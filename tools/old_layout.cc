#include "tools/old_layout.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

#include "base/file_system.h"
#include "export/text_sink.h"
#include "format/session_layout.h"
#include "readers/session_files.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;

// A row may have line ends within quotes.
bool NextRow(std::istream* table, std::string* row) {
  row->clear();
  bool quoted = false;
  for (std::string line; std::getline(*table, line);) {
    *row += line + "\n";
    quoted ^= std::count(line.begin(), line.end(), '"') % 2 != 0;
    if (!quoted) break;
  }
  return !row->empty();
}

void CopyRows(std::istream* table, int32_t device, TextSink* old) {
  const std::string begin = std::to_string(device) + ",";
  std::string row;
  if (NextRow(table, &row)) old->Append(OldTitles(row));
  while (NextRow(table, &row))
    if (row.starts_with(begin)) old->Append(row);
}

void CopyBytes(std::istream* from, TextSink* to) {
  char bytes[64 * 1024];
  while (from->read(bytes, sizeof(bytes)), from->gcount() > 0)
    to->Append({bytes, static_cast<size_t>(from->gcount())});
}

// In a folder that is no link, under a name that nothing has yet.
Status MakeFile(const fs::path& folder, const fs::path& name, std::unique_ptr<TextSink>* sink) {
  if (fs::is_symlink(folder)) return {StatusCode::kInvalidArgument, folder.string() + " is a link"};
  FileSystem* const files = FileSystem::Default();
  if (Status made = files->MakeDirectories(folder); !made.ok()) return made;
  std::unique_ptr<WritableFile> file;
  Status created = files->CreateExclusive(folder / name, &file);
  if (created.ok()) *sink = std::make_unique<TextSink>(std::move(file));
  return created;
}

std::string OldTitle(std::string title) {
  if (title == "Block Num") return "Block Dim";
  if (title == "Mix Block Num") return "Mix Block Dim";
  return title.starts_with("aic_") ? title.substr(4) : title;
}

Status WriteFileOf(const fs::path& file, int32_t device, const fs::path& folder) {
  const bool is_table = file.extension() == ".csv";
  if (!is_table && file.extension() != ".json") return {};
  std::ifstream exported(file, std::ios::binary);
  if (!exported) return Status::FromErrno(errno, file.string());
  std::unique_ptr<TextSink> old;
  Status made = MakeFile(folder / (is_table ? "summary" : "timeline"), file.filename(), &old);
  if (!made.ok()) return made;
  is_table ? CopyRows(&exported, device, old.get()) : CopyBytes(&exported, old.get());
  if (exported.bad()) return {StatusCode::kUnavailable, file.string() + " can't be read"};
  return old->Finish();
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
