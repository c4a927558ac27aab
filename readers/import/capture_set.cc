#include "readers/import/capture_set.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>

#include "readers/import/capture.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxDepth = 6;
constexpr size_t kTimestampDigits = 14;

struct Candidate {
  std::string path;
  CaptureKind kind;
  std::string timestamp;  // of the export, "" when the name has none
};

// 20260716124548 of op_summary_slice_0_20260716124548.csv.gz
std::string TimestampOf(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  name.resize(std::min(name.size(), name.find('.')));
  const size_t bar = name.rfind('_');
  const std::string last = bar == std::string::npos ? std::string() : name.substr(bar + 1);
  const bool digits = last.find_first_not_of("0123456789") == std::string::npos;
  return last.size() == kTimestampDigits && digits ? last : std::string();
}

bool IsSetName(const std::string& name) {
  return name.starts_with("PROF_") || name.ends_with("_ascend_pt");
}

// Folders that tools make inside a set for parts of it.
bool IsPartName(const std::string& name) {
  return name == "mindstudio_profiler_output" || name == "ASCEND_PROFILER_OUTPUT" ||
         name == "summary" || name == "timeline" || name == "host" || name.starts_with("device_");
}

// The outermost directory below `root` that is a set by its name, else the file's own directory.
std::string SetOf(const fs::path& root, const fs::path& file) {
  fs::path at = root;
  for (const fs::path& part : file.lexically_relative(root).parent_path()) {
    at /= part;
    if (IsSetName(part.string())) return at.string();
  }
  while (at != root && IsPartName(at.filename().string())) at = at.parent_path();
  return at.string();
}

class SetFinder {
 public:
  explicit SetFinder(const std::string& root) : root_(root) {}

  Status Find() {
    std::error_code error;
    fs::recursive_directory_iterator entry(root_, error);
    if (error) return Status::FromErrno(error.value(), root_.string());
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      if (entry.depth() >= kMaxDepth) entry.disable_recursion_pending();
      std::error_code ignored;
      if (entry->is_regular_file(ignored)) Consider(entry->path());
    }
    if (error) return Status::FromErrno(error.value(), root_.string());
    return Status();
  }

  std::vector<std::string> Chosen() const {
    std::vector<std::string> files;
    for (const auto& [set, candidates] : sets_) Choose(candidates, &files);
    std::sort(files.begin(), files.end());
    return files;
  }

 private:
  void Consider(const fs::path& path) {
    std::unique_ptr<CaptureReader> reader;
    if (!CaptureReader::Open(path.string(), &reader).ok()) return;
    sets_[SetOf(root_, path)].push_back(
        {path.string(), reader->kind(), TimestampOf(path.string())});
  }

  static void Choose(const std::vector<Candidate>& candidates, std::vector<std::string>* files) {
    const auto richer = [](const Candidate& a, const Candidate& b) { return a.kind < b.kind; };
    const CaptureKind kind = std::min_element(candidates.begin(), candidates.end(), richer)->kind;
    std::string last;
    for (const Candidate& candidate : candidates) {
      if (candidate.kind == kind) last = std::max(last, candidate.timestamp);
    }
    for (const Candidate& candidate : candidates) {
      if (candidate.kind == kind && candidate.timestamp == last) files->push_back(candidate.path);
    }
  }

  fs::path root_;
  std::map<std::string, std::vector<Candidate>> sets_;
};

}  // namespace

Status FindCaptureFiles(const std::string& path, std::vector<std::string>* files) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    *files = {path};
    return Status();
  }
  SetFinder finder(path);
  if (Status status = finder.Find(); !status.ok()) return status;
  *files = finder.Chosen();
  if (!files->empty()) return Status();
  return Status(StatusCode::kNotFound, path + ": no file in it is a capture");
}

}  // namespace aclprof
