#include "export/output_set.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include "export/json_rows_file.h"

namespace aclprof {
namespace {

constexpr char kStagingPrefix[] = ".aclprof_export.";

std::string StampOf(std::time_t moment) {
  std::tm local{};
  localtime_r(&moment, &local);
  char text[32];
  std::strftime(text, sizeof(text), "%Y%m%d%H%M%S", &local);
  return text;
}

Status MakeDirectoryIfMissing(FileSystem* files, const std::string& path, bool* made) {
  struct stat about {};
  *made = lstat(path.c_str(), &about) != 0;
  if (*made) return files->MakeDirectories(path);
  if (S_ISDIR(about.st_mode)) return Status();
  const char* kind = S_ISLNK(about.st_mode) ? " is a link" : " is not a directory";
  return Status(StatusCode::kInvalidArgument, path + kind);
}

std::vector<std::string> EntriesOf(const std::string& directory) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(directory, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  return names;
}

bool AnyNameHas(const std::vector<std::string>& names, const std::string& part) {
  for (const std::string& name : names) {
    if (name.find(part) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

Status OutputSet::Open(FileSystem* files, const std::string& directory, const std::string& stamp,
                       std::unique_ptr<OutputSet>* set) {
  std::unique_ptr<OutputSet> opened(new OutputSet(files, directory));
  Status status = MakeDirectoryIfMissing(files, directory, &opened->made_directory_);
  if (status.ok()) status = opened->LockDirectory();
  if (status.ok()) status = opened->RemoveLeftovers();
  if (!status.ok()) return status;
  opened->ChooseStamp(stamp);
  *set = std::move(opened);
  return Status();
}

OutputSet::~OutputSet() {
  if (!committed_) Abandon();
  if (lock_ >= 0) close(lock_);
}

Status OutputSet::LockDirectory() {
  lock_ = open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (lock_ < 0) return Status::FromErrno(errno, "open " + directory_);
  if (flock(lock_, LOCK_EX | LOCK_NB) == 0) return Status();
  if (errno != EWOULDBLOCK) return Status::FromErrno(errno, "lock " + directory_);
  return Status(StatusCode::kUnavailable, "another export is writing to " + directory_);
}

// The lock says that nobody is writing them any more.
Status OutputSet::RemoveLeftovers() {
  for (const std::string& name : EntriesOf(directory_)) {
    if (name.rfind(kStagingPrefix, 0) != 0) continue;
    if (Status removed = files_->Remove(PathOf(name)); !removed.ok()) return removed;
  }
  return Status();
}

void OutputSet::ChooseStamp(const std::string& wanted) {
  const std::vector<std::string> names = EntriesOf(directory_);
  std::time_t moment = std::time(nullptr);
  stamp_ = wanted.empty() ? StampOf(moment) : wanted;
  while (AnyNameHas(names, "_" + stamp_ + ".")) stamp_ = StampOf(++moment);
}

std::string OutputSet::Stamped(const std::string& name, const std::string& extension) const {
  return name + "_" + stamp_ + "." + extension;
}

std::string OutputSet::StagingPathOf(const std::string& file_name) const {
  return PathOf(kStagingPrefix + file_name);
}

Status OutputSet::Create(const std::string& file_name, TextSink** sink) {
  std::unique_ptr<WritableFile> file;
  const std::string path = StagingPathOf(file_name);
  Status created = files_->CreateExclusive(path, &file);
  if (!created.ok()) return created;
  Stage(file_name, path, std::move(file), sink);
  return Status();
}

void OutputSet::Stage(const std::string& file_name, const std::string& path,
                      std::unique_ptr<WritableFile> file, TextSink** sink) {
  staged_.push_back({file_name, path, std::make_unique<TextSink>(std::move(file)), nullptr});
  *sink = staged_.back().sink.get();
}

// Two tables have a timeline of their name, which is JSON in any case.
std::string OutputSet::TableFile(const std::string& name) const {
  if (!tables_as_json_) return Stamped(name, "csv");
  const bool is_taken = name == "msprof_tx" || name == "step_trace";
  return Stamped(is_taken ? name + "_summary" : name, "json");
}

Status OutputSet::CreateTable(const std::string& name, TextSink** sink) {
  const std::string file_name = TableFile(name);
  const std::string path = StagingPathOf(file_name);
  std::unique_ptr<WritableFile> file;
  Status created = files_->CreateExclusive(path, &file);
  if (!created.ok()) return created;
  if (tables_as_json_) file = std::make_unique<JsonRowsFile>(std::move(file));
  Stage(file_name, path, std::move(file), sink);
  return created;
}

Status OutputSet::CreateForeign(const std::string& file_name, std::string* path) {
  std::unique_ptr<WritableFile> file;
  *path = StagingPathOf(file_name);
  Status created = files_->CreateExclusive(*path, &file);
  if (created.ok()) staged_.push_back({file_name, *path, nullptr, std::move(file)});
  return created;
}

void OutputSet::Rename(const TextSink* sink, const std::string& file_name) {
  for (Staged& file : staged_) {
    if (file.sink.get() == sink) file.file_name = file_name;
  }
}

Status OutputSet::status() const {
  for (const Staged& file : staged_) {
    if (file.sink != nullptr && !file.sink->status().ok()) return file.sink->status();
  }
  return Status();
}

Status OutputSet::Commit() {
  Status status = Prepare();
  if (status.ok()) status = RenameAll();
  if (status.ok()) status = files_->SyncDirectory(directory_);
  committed_ = status.ok();
  return status;
}

Status OutputSet::Prepare() {
  if (prepared_) return Status();
  for (Staged& file : staged_) {
    if (Status finished = FinishFile(&file); !finished.ok()) return finished;
  }
  prepared_ = true;
  return Status();
}

Status OutputSet::FinishFile(Staged* file) {
  if (file->sink != nullptr) return file->sink->Finish();
  Status status = file->foreign->Sync();
  const Status closed = file->foreign->Close();
  return status.ok() ? closed : status;
}

Status OutputSet::RenameAll() {
  for (Staged& file : staged_) {
    Status renamed = files_->Rename(file.staging_path, PathOf(file.file_name));
    if (!renamed.ok()) return renamed;
    file.renamed = true;
  }
  return Status();
}

// Failures here have no one left to tell; the next Open tries again.
void OutputSet::Abandon() {
  for (const Staged& file : staged_) {
    (void)files_->Remove(file.renamed ? PathOf(file.file_name) : file.staging_path);
  }
  if (made_directory_) rmdir(directory_.c_str());
}

std::vector<std::string> OutputSet::file_names() const {
  std::vector<std::string> names;
  for (const Staged& file : staged_) names.push_back(file.file_name);
  return names;
}

}  // namespace aclprof
