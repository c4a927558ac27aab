#include "readers/session_contents.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "format/record_layout.h"
#include "readers/input_file.h"
#include "readers/session_files.h"

namespace aclprof {
namespace {

class Loader {
 public:
  Loader(ScanDepth depth, SessionContents* contents) : depth_(depth), contents_(contents) {}

  Status Load(const std::string& path) {
    Status listed = ListSessionFiles(path, &list_);
    if (!listed.ok()) return listed;
    LoadInfo();
    Status loaded = LoadFiles();
    if (!loaded.ok()) return loaded;
    if (list_.info_path.empty() && contents_->files.empty()) {
      return Status(StatusCode::kNotFound,
                    path + " is not a session: none of its files is a trace file");
    }
    contents_->info.info.directory = path;
    CountTornBlocks();
    BuildClock();
    CountBlocks();
    ChooseLedger();
    FillInfoFromFiles();
    return Status();
  }

 private:
  SessionInfo& info() { return contents_->info.info; }

  void LoadInfo() {
    if (list_.info_path.empty()) {
      info().why_incomplete = "there is no info.json";
      return;
    }
    const Status read = ReadInfoFile(list_.info_path, &contents_->info);
    if (read.ok()) return;
    info().why_incomplete = "info.json can't be read";
    contents_->damage.push_back({list_.info_path, 0, 0, 0, read.message()});
  }

  // A file that can't be read is damage while others can be; a format that is too new is never guessed at.
  Status LoadFiles() {
    Status first_refusal;
    for (const std::string& file : list_.data) {
      Status loaded = LoadFile(file);
      if (loaded.code() == StatusCode::kUnsupported) return loaded;
      if (loaded.ok()) continue;
      contents_->damage.push_back({file, 0, 0, 0, loaded.message()});
      if (first_refusal.ok()) first_refusal = std::move(loaded);
    }
    return contents_->files.empty() ? first_refusal : Status();
  }

  Status LoadFile(const std::string& path) {
    TraceContents file;
    Status scanned = ScanTraceFile(path, depth_, &session_id_, &contents_->names, &file);
    const bool of_others_alone = file.foreign_parts > 0 && file.headers.empty();
    if (scanned.code() == StatusCode::kInvalidArgument ||
        (scanned.ok() && (!file.ours || file.foreign_parts > 0))) {
      contents_->foreign.push_back(path);
    }
    if (scanned.code() == StatusCode::kInvalidArgument) return Status();
    if (scanned.ok() && file.ours && !of_others_alone) TakeFile(std::move(file));
    return scanned;
  }

  void TakeFile(TraceContents file) {
    const auto index = static_cast<uint32_t>(contents_->files.size());
    path_ = file.path;
    for (BlockRef& block : file.blocks) {
      block.file = index;
      TakeBlock(std::move(block));
    }
    file.blocks.clear();
    for (BlockRef& torn : file.torn) torn.file = index;
    stamps_.insert(stamps_.end(), file.stamps.begin(), file.stamps.end());
    file.stamps.clear();
    for (const Ledger& ledger : file.session_ledgers) MergeLedger(ledger);
    contents_->files.push_back(std::move(file));
  }

  struct Seen {
    size_t block;               // its index
    std::optional<bool> whole;  // not yet asked
  };

  // Of a block that is there twice the first whole copy is read.
  void TakeBlock(BlockRef block) {
    const auto [place, is_new] =
        seen_.try_emplace(block.identity(), Seen{contents_->blocks.size(), {}});
    if (is_new) return contents_->blocks.push_back(std::move(block));
    Seen& seen = place->second;
    if (!seen.whole) seen.whole = IsWhole(contents_->blocks[seen.block]);
    if (*seen.whole || !IsWhole(block)) return;
    contents_->blocks[seen.block] = std::move(block);
    seen.whole = true;
  }

  bool IsWhole(const BlockRef& block) const {
    const std::string& path =
        block.file < contents_->files.size() ? contents_->PathOf(block) : path_;
    std::unique_ptr<InputFile> file;
    return InputFile::Open(path, &file).ok() && BlockIsWhole(*file, block);
  }

  // What was lost in one place may be whole in another; what is announced twice and nowhere whole is lost once.
  void CountTornBlocks() {
    std::set<BlockRef::Identity> lost;
    for (TraceContents& file : contents_->files) {
      std::vector<FileDamage> elsewhere;
      for (const BlockRef& torn : file.torn) {
        if (seen_.contains(torn.identity()) || !lost.insert(torn.identity()).second) continue;
        FileDamage* gap = GapAt(torn.frame_offset, &file.damage);
        if (gap == nullptr)
          gap = &elsewhere.emplace_back(
              FileDamage{file.path, torn.frame_offset, 0, 0, "a block that is not whole"});
        gap->records += torn.announced.Records();
      }
      file.torn.clear();
      for (auto* damage : {&file.damage, &elsewhere})
        contents_->damage.insert(contents_->damage.end(), damage->begin(), damage->end());
    }
  }

  // NULL where nothing else of the file is damaged, in the order of which `gaps` are.
  static FileDamage* GapAt(uint64_t offset, std::vector<FileDamage>* gaps) {
    const auto next =
        std::upper_bound(gaps->begin(), gaps->end(), offset,
                         [](uint64_t at, const FileDamage& gap) { return at < gap.offset; });
    if (next == gaps->begin()) return nullptr;
    FileDamage* const gap = &*std::prev(next);
    return offset <= gap->offset + gap->bytes ? gap : nullptr;
  }

  // Each stream closes with what it knows of the session: its own rings at least. The later ones may know of more
  // that aged out.
  void MergeLedger(const Ledger& from) {
    Ledger& ledger = contents_->ledger;
    for (const auto& [ring, row] : from.by_ring) ledger.by_ring[ring] = row;
    if (from.unattributed.Emitted() > ledger.unattributed.Emitted())
      ledger.unattributed = from.unattributed;
    ledger.aged_out = std::max(ledger.aged_out, from.aged_out);
    ledger.loss_markers = std::max(ledger.loss_markers, from.loss_markers);
    ledger.open_ended = std::max(ledger.open_ended, from.open_ended);
    contents_->ledger_is_final = true;
  }

  void BuildClock() {
    uint64_t ticks_per_second = 0;
    for (const TraceContents& file : contents_->files) {
      if (!file.headers.empty()) ticks_per_second = file.headers.front().fixed.ticks_per_second;
    }
    for (const ClockStamp& stamp : stamps_)
      last_realtime_ns_ = std::max(last_realtime_ns_, stamp.realtime_ns);
    contents_->clock.Build(std::move(stamps_), ticks_per_second);
  }

  void CountBlocks() {
    std::map<uint32_t, uint64_t> dropped;
    for (const BlockRef& block : contents_->blocks) {
      const BlockAnnouncement& fixed = block.announced.fixed;
      dropped[fixed.ring_id] = std::max(dropped[fixed.ring_id], fixed.dropped_so_far);
      for (const KindCount& count : block.announced.counts) CountKind(block, count);
    }
    for (const auto& [ring, count] : dropped) contents_->dropped_announced += count;
  }

  void CountKind(const BlockRef& block, const KindCount& count) {
    if (!IsKnownKind(count.kind)) {
      contents_->unknown_records += count.records;
      return;
    }
    contents_->announced[count.kind] += count.records;
    contents_->announced_by_device[contents_->DeviceOf(block)][count.kind] += count.records;
    if (count.kind == ACLPROFX_KIND_LOSS) {
      counted_.loss_markers += count.records;
    } else {
      counted_.by_ring[block.announced.fixed.ring_id].stored[count.kind] += count.records;
    }
  }

  // info.json is written last, so it alone knows what aged out while the streams were closed; and it knows of streams
  // whose files are gone.
  void ChooseLedger() {
    const std::optional<Ledger>& written_last = contents_->info.ledger;
    const bool stopped = written_last && info().stop_realtime_ns != 0;
    if (contents_->ledger_is_final) {
      if (stopped) MergeMissingRows(*written_last);
      return;
    }
    contents_->ledger_is_final = stopped;
    contents_->ledger = contents_->ledger_is_final ? *written_last : counted_;
  }

  void MergeMissingRows(const Ledger& from) {
    Ledger& ledger = contents_->ledger;
    ledger.by_ring.insert(from.by_ring.begin(), from.by_ring.end());
    if (from.unattributed.Emitted() > ledger.unattributed.Emitted())
      ledger.unattributed = from.unattributed;
    ledger.aged_out = std::max(ledger.aged_out, from.aged_out);
  }

  void FillInfoFromFiles() {
    NameDevices();
    for (const TraceContents& file : contents_->files) {
      for (const TraceHeader& header : file.headers) FillFromHeader(header);
    }
    if (info().stop_realtime_ns == 0) info().stop_realtime_ns = last_realtime_ns_;
  }

  void FillFromHeader(const TraceHeader& header) {
    if (info().session_id.empty()) info().session_id = header.session_id;
    if (info().host_name.empty()) info().host_name = header.host_name;
    if (info().process_name.empty()) info().process_name = header.process_name;
    if (info().clock_source.empty()) info().clock_source = header.clock_source;
    if (info().process_id == 0) info().process_id = header.fixed.process_id;
    const int64_t opened_ns = header.fixed.opened.realtime_ns;
    const bool from_info = !info().info_json.empty();
    if (!from_info && (info().start_realtime_ns == 0 || opened_ns < info().start_realtime_ns)) {
      info().start_realtime_ns = opened_ns;
    }
  }

  // The info.json of a process that was killed was written before devices came up and said their names.
  void NameDevices() {
    const bool listed = !info().devices.empty();
    std::map<int32_t, std::string> devices;
    for (const DeviceInfo& device : info().devices) devices[device.id] = device.name;
    if (!listed) {
      for (const int32_t id : list_.devices) devices[id];
    }
    for (const TraceContents& file : contents_->files) {
      for (const TraceHeader& header : file.headers) AddDevice(header, listed, &devices);
    }
    for (const auto& [id, records] : contents_->announced_by_device) {
      if (id >= 0) devices[id];
    }
    info().devices.clear();
    for (auto& [id, name] : devices) {
      if (name.empty()) name = contents_->names.DeviceName(id);
      info().devices.push_back({id, name});
    }
  }

  static void AddDevice(const TraceHeader& header, bool listed,
                        std::map<int32_t, std::string>* devices) {
    const int32_t id = header.fixed.device_id;
    if (id < 0 || (listed && !devices->contains(id))) return;
    std::string& name = (*devices)[id];
    if (name.empty()) name = header.device_name;
  }

  const ScanDepth depth_;
  SessionContents* contents_;
  SessionFiles list_;
  std::optional<std::string> session_id_;
  std::string path_;  // of the file that is being taken
  std::vector<ClockStamp> stamps_;
  int64_t last_realtime_ns_ = 0;
  Ledger counted_;
  std::map<BlockRef::Identity, Seen> seen_;
};

}  // namespace

int64_t SessionContents::MissingRecords() const {
  if (!ledger_is_final) return 0;
  const uint64_t expected =
      ledger.Total().Stored() + ledger.loss_markers + ledger.open_ended - ledger.aged_out;
  const uint64_t there = std::accumulate(announced.begin(), announced.end(), unknown_records);
  return static_cast<int64_t>(expected - there);
}

int32_t SessionContents::DeviceOf(const BlockRef& ref) const {
  const RingEntry* ring = names.Ring(ref.announced.fixed.ring_id, nullptr);
  return ring == nullptr ? ref.device_id : ring->device_id;
}

RingClock SessionContents::ClockOf(const BlockRef& ref) const {
  return RingClock(&clock, names.Ring(ref.announced.fixed.ring_id, nullptr));
}

FileDamage SessionContents::DamageOf(const BlockRef& ref, const std::string& what) const {
  const uint64_t file_bytes = files[ref.file].bytes;
  const uint64_t most = file_bytes - std::min(file_bytes, ref.frame_offset);
  return {PathOf(ref), ref.frame_offset, std::min<uint64_t>(ref.announced.fixed.frame_bytes, most),
          ref.announced.Records(), what};
}

TimeWindow SessionContents::TimesOf(const BlockRef& ref) const {
  const RingClock ring_clock = ClockOf(ref);
  const BlockAnnouncement& fixed = ref.announced.fixed;
  return {ring_clock.At(fixed.first_time), ring_clock.At(fixed.last_time)};
}

Status LoadSession(const std::string& path, ScanDepth depth, SessionContents* contents) {
  return Loader(depth, contents).Load(path);
}

}  // namespace aclprof
