// export_directories.h: where the files of one export go: one directory, or two where the database lies above the others.
//
// Errors   as output_set.h; nothing has its name before all files of both directories are durable.
// Threads  one.
#pragma once

#include <memory>
#include <string>

#include "export/output_set.h"
#include "export/session_export.h"

namespace aclprof {

class ExportDirectories {
 public:
  ExportDirectories(const SessionReader& reader, const ExportOptions& options);

  Status Open();
  // For timelines and tables; NULL when none is asked for.
  OutputSet* text() { return text_.get(); }
  OutputSet* database() { return database_ == nullptr ? text_.get() : database_.get(); }
  Status Commit();
  void Report(ExportReport* report) const;

 private:
  const ExportOptions& options_;
  const std::string directory_;
  const std::string above_;
  std::unique_ptr<OutputSet> text_;
  std::unique_ptr<OutputSet> database_;  // only where it is another directory
};

}  // namespace aclprof
