#include "readers/open_files.h"

#include <algorithm>
#include <utility>

namespace aclprof {

Status OpenFiles::Open(const std::string& path, std::shared_ptr<const InputFile>* file) {
  const std::lock_guard lock(mutex_);
  const auto known = std::find_if(files_.begin(), files_.end(),
                                  [&](const auto& open) { return open->path() == path; });
  if (known != files_.end()) {
    files_.splice(files_.begin(), files_, known);
  } else {
    std::unique_ptr<InputFile> opened;
    Status outcome = InputFile::Open(path, &opened);
    if (!outcome.ok()) return outcome;
    files_.push_front(std::move(opened));
    if (files_.size() > kMostOpenFiles) files_.pop_back();
  }
  *file = files_.front();
  return Status();
}

}  // namespace aclprof
