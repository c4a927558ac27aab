// output_set.h: the files of one export, which get their names together or not at all.
//
// Shape    a file is written under a name that nothing looks for; Commit makes all of them durable
//          and renames them. What an interrupted export left behind goes at the next Open.
// Errors   Open: kInvalidArgument where the directory is a link, kUnavailable while another export
//          writes there, else what the file system says. An OutputSet that is not committed removes
//          its files, and its directory if it made that.
// Threads  one; a lock on the directory keeps other exports out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/status.h"
#include "export/text_sink.h"

namespace aclprof {

class OutputSet {
 public:
  // stamp: YYYYMMDDhhmmss, or "" for the local time; moved on until no file there carries it.
  static Status Open(FileSystem* files, const std::string& directory, const std::string& stamp,
                     std::unique_ptr<OutputSet>* set);
  ~OutputSet();
  OutputSet(const OutputSet&) = delete;
  OutputSet& operator=(const OutputSet&) = delete;

  // "op_summary", "csv" -> "op_summary_20261201101010.csv"
  std::string Stamped(const std::string& name, const std::string& extension) const;
  Status Create(const std::string& file_name, TextSink** sink);
  // The file of a table, or of a part of one.
  std::string TableFile(const std::string& name) const;
  Status CreateTable(const std::string& name, TextSink** sink);
  // The file will have this name instead.
  void Rename(const TextSink* sink, const std::string& file_name);
  // A file that another writes: *path is its name until Commit. It must be whole by then.
  Status CreateForeign(const std::string& file_name, std::string* path);
  // The first failure of any file so far.
  Status status() const;
  Status Commit();
  // The first half of Commit: everything is durable, nothing has its name yet.
  Status Prepare();

  // What was committed goes after all, with the object.
  void Withdraw() { committed_ = false; }

  // Of a table, without its header.
  uint64_t rows_per_file() const { return rows_per_file_; }
  void set_rows_per_file(uint64_t rows) { rows_per_file_ = rows; }

  // Tables are CSV otherwise.
  void WriteTablesAsJson() { tables_as_json_ = true; }

  const std::string& stamp() const { return stamp_; }
  const std::string& directory() const { return directory_; }
  // In the order of Create.
  std::vector<std::string> file_names() const;

 private:
  struct Staged {
    std::string file_name;
    std::string staging_path;
    std::unique_ptr<TextSink> sink;
    std::unique_ptr<WritableFile> foreign;  // instead of the sink
    bool renamed = false;
  };

  OutputSet(FileSystem* files, std::string directory) : files_(files), directory_(directory) {}
  void Stage(const std::string& file_name, const std::string& path,
             std::unique_ptr<WritableFile> file, TextSink** sink);
  Status LockDirectory();
  Status RemoveLeftovers();
  void ChooseStamp(const std::string& wanted);
  static Status FinishFile(Staged* file);
  Status RenameAll();
  void Abandon();
  std::string PathOf(const std::string& file_name) const { return directory_ + "/" + file_name; }
  std::string StagingPathOf(const std::string& file_name) const;

  FileSystem* files_;
  const std::string directory_;
  std::string stamp_;
  std::vector<Staged> staged_;
  int lock_ = -1;
  bool made_directory_ = false;
  uint64_t rows_per_file_ = 1000000;
  bool tables_as_json_ = false;
  bool prepared_ = false;
  bool committed_ = false;
};

}  // namespace aclprof
