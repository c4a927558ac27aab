#include "readers/session_reader.h"

#include <set>
#include <utility>

#include "readers/record_merge.h"
#include "readers/session_contents.h"

namespace aclprof {
namespace {

class DirectoryReader : public SessionReader {
 public:
  Status Load(const std::string& path) {
    Status loaded = LoadSession(path, ScanDepth::kFooters, &contents_);
    for (const TraceContents& file : contents_.files) paths_.push_back(file.path);
    return loaded;
  }

  const SessionInfo& info() const override { return contents_.info.info; }
  const Ledger& ledger() const override { return contents_.ledger; }
  const std::vector<std::string>& files() const override { return paths_; }
  std::unique_ptr<RecordCursor> Records(const RecordFilter& filter) override {
    return MergeRecords(&contents_, filter, &noted_);
  }
  const std::vector<FileDamage>& damage() const override { return contents_.damage; }
  KindCounts announced() const override { return contents_.announced; }
  const std::map<int32_t, KindCounts>& announced_by_device() const override {
    return contents_.announced_by_device;
  }
  uint64_t unknown_records() const override { return contents_.unknown_records; }
  int64_t missing_records() const override { return contents_.MissingRecords(); }
  uint64_t dropped_announced() const override {
    return contents_.ledger_is_final ? 0 : contents_.dropped_announced;
  }
  const std::vector<std::string>& foreign_files() const override { return contents_.foreign; }

  std::string_view String(uint32_t id) const override {
    return contents_.names.Text({DictionarySpace::kString, id});
  }
  std::string_view TaskType(uint16_t id) const override {
    return contents_.names.Text({DictionarySpace::kTaskType, id});
  }
  const OpEntry* Op(uint32_t id) const override { return contents_.names.Op(id); }
  const RingEntry* Ring(uint32_t id, std::string_view* name) const override {
    return contents_.names.Ring(id, name);
  }
  uint64_t unknown_names() const override { return contents_.names.unknown(); }

 private:
  SessionContents contents_;
  std::vector<std::string> paths_;
  std::set<std::pair<uint32_t, uint64_t>> noted_;
};

}  // namespace

Status SessionReader::Open(const std::string& prof_directory,
                           std::unique_ptr<SessionReader>* reader) {
  auto made = std::make_unique<DirectoryReader>();
  Status loaded = made->Load(prof_directory);
  if (loaded.ok()) *reader = std::move(made);
  return loaded;
}

}  // namespace aclprof
