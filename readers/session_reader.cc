#include "readers/session_reader.h"

#include <algorithm>

#include "format/record_layout.h"
#include "readers/block_pipeline.h"
#include "readers/record_merge.h"
#include "readers/session_contents.h"

namespace aclprof {
namespace {

class DirectoryReader : public SessionReader {
 public:
  explicit DirectoryReader(const ReadOptions& options) : threads_(DecodingThreads(options)) {}

  Status Load(const std::string& path) {
    Status loaded = LoadSession(path, ScanDepth::kFooters, &contents_);
    for (const TraceContents& file : contents_.files) paths_.push_back(file.path);
    return loaded;
  }

  const SessionInfo& info() const override { return contents_.info.info; }
  const Ledger& ledger() const override { return contents_.ledger; }
  const std::vector<std::string>& files() const override { return paths_; }
  std::unique_ptr<RecordCursor> Records(const RecordFilter& filter) override {
    return MergeRecords(&contents_, filter, &history_, {threads_});
  }
  const std::vector<FileDamage>& damage() const override { return contents_.damage; }
  KindCounts announced() const override { return contents_.announced; }
  const std::map<int32_t, KindCounts>& announced_by_device() const override {
    return contents_.announced_by_device;
  }
  std::optional<TimeWindow> announced_times() const override {
    std::optional<TimeWindow> all;
    for (const BlockRef& ref : contents_.blocks) {
      if (!HasTimes(ref)) continue;
      const TimeWindow times = contents_.TimesOf(ref);
      if (!all) all = times;
      all = {std::min(all->from, times.from), std::max(all->to, times.to)};
    }
    return all;
  }
  BlockCounts block_counts() const override { return {history_.decompressed, history_.skipped}; }
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
  static bool HasTimes(const BlockRef& ref) {
    return std::any_of(ref.announced.counts.begin(), ref.announced.counts.end(),
                       [](const KindCount& count) { return IsKnownKind(count.kind); });
  }

  SessionContents contents_;
  std::vector<std::string> paths_;
  const int threads_;
  ReadHistory history_;
};

}  // namespace

Status SessionReader::Open(const std::string& prof_directory,
                           std::unique_ptr<SessionReader>* reader, const ReadOptions& options) {
  auto made = std::make_unique<DirectoryReader>(options);
  Status loaded = made->Load(prof_directory);
  if (loaded.ok()) *reader = std::move(made);
  return loaded;
}

}  // namespace aclprof
