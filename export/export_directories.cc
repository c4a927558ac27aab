#include "export/export_directories.h"

namespace aclprof {
namespace {

// With a slash at its end a link would pass for the directory behind it.
std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

ExportDirectories::ExportDirectories(const SessionReader& reader, const ExportOptions& options)
    : options_(options),
      directory_(WithoutSlash(options.directory.empty()
                                  ? reader.info().directory + "/" + kExportDirectory
                                  : options.directory)),
      above_(
          WithoutSlash(options.directory.empty() ? reader.info().directory : options.directory)) {}

Status ExportDirectories::Open() {
  Status status;
  if (options_.text || options_.perfetto)
    status = OutputSet::Open(options_.files, directory_, options_.stamp, &text_);
  if (status.ok() && text_ != nullptr) {
    text_->set_rows_per_file(options_.rows_per_file);
    if (options_.tables_as_json) text_->WriteTablesAsJson();
  }
  if (!status.ok() || !options_.database) return status;
  if (text_ != nullptr && above_ == directory_) return status;
  const std::string stamp = text_ == nullptr ? options_.stamp : text_->stamp();
  return OutputSet::Open(options_.files, above_, stamp, &database_);
}

Status ExportDirectories::Commit() {
  Status status;
  for (OutputSet* set : {text_.get(), database_.get()}) {
    if (status.ok() && set != nullptr) status = set->Prepare();
  }
  for (OutputSet* set : {database_.get(), text_.get()}) {
    if (status.ok() && set != nullptr) status = set->Commit();
  }
  if (!status.ok() && database_ != nullptr) database_->Withdraw();
  return status;
}

void ExportDirectories::Report(ExportReport* report) const {
  report->directory = text_ != nullptr ? directory_ : above_;
  const std::string step = text_ != nullptr ? "../" : "";
  if (text_ != nullptr) report->files = text_->file_names();
  if (database_ == nullptr) return;
  for (const std::string& name : database_->file_names()) report->files.push_back(step + name);
}

}  // namespace aclprof
