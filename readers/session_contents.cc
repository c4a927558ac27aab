#include "readers/session_contents.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "format/record_layout.h"
#include "readers/session_files.h"

namespace aclprof {
namespace {

constexpr char kDevicePrefix[] = "device_";

class Loader {
 public:
  Loader(ScanDepth depth, SessionContents* contents) : depth_(depth), contents_(contents) {}

  Status Load(const std::string& path) {
    Status listed = ListSessionFiles(path, &list_);
    if (!listed.ok()) return listed;
    LoadInfo();
    for (const std::string& file : list_.data) {
      Status loaded = LoadFile(file);
      if (!loaded.ok()) return loaded;
    }
    if (list_.info_path.empty() && contents_->files.empty()) {
      return Status(StatusCode::kNotFound,
                    path + " is not a session: none of its files is a trace file");
    }
    contents_->info.info.directory = path;
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

  Status LoadFile(const std::string& path) {
    TraceContents file;
    Status scanned = ScanTraceFile(path, depth_, &contents_->names, &file);
    if (scanned.code() == StatusCode::kInvalidArgument ||
        (scanned.ok() && !IsOfThisSession(file))) {
      contents_->foreign.push_back(path);
      return Status();
    }
    if (!scanned.ok()) return scanned;
    TakeFile(std::move(file));
    return Status();
  }

  // Ids mean something within one session only, so a stray file of another must not mix with ours.
  bool IsOfThisSession(const TraceContents& file) {
    if (!file.ours || file.headers.empty()) return file.ours;
    if (session_id_.empty()) session_id_ = file.headers.front().session_id;
    return file.headers.front().session_id == session_id_;
  }

  void TakeFile(TraceContents file) {
    const auto index = static_cast<uint32_t>(contents_->files.size());
    for (BlockRef& block : file.blocks) {
      block.file = index;
      TakeBlock(std::move(block));
    }
    file.blocks.clear();
    contents_->damage.insert(contents_->damage.end(), file.damage.begin(), file.damage.end());
    stamps_.insert(stamps_.end(), file.stamps.begin(), file.stamps.end());
    file.stamps.clear();
    if (file.session_ledger) MergeLedger(*file.session_ledger);
    contents_->files.push_back(std::move(file));
  }

  void TakeBlock(BlockRef block) {
    const BlockAnnouncement& fixed = block.announced.fixed;
    const auto identity =
        std::tuple(block.device_id, fixed.sequence, fixed.ring_id, fixed.first_position);
    if (seen_.insert(identity).second) {
      contents_->blocks.push_back(std::move(block));
    } else {
      ++contents_->repeated_blocks;
    }
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

  // info.json is written last, so it alone knows what aged out while the streams were closed.
  void ChooseLedger() {
    const std::optional<Ledger>& written_last = contents_->info.ledger;
    if (contents_->ledger_is_final) {
      if (written_last)
        contents_->ledger.aged_out = std::max(contents_->ledger.aged_out, written_last->aged_out);
      return;
    }
    contents_->ledger_is_final = written_last && info().stop_realtime_ns != 0;
    contents_->ledger = contents_->ledger_is_final ? *written_last : counted_;
  }

  void FillInfoFromFiles() {
    if (contents_->info.info.devices.empty()) NameDevices();
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

  void NameDevices() {
    std::map<int32_t, std::string> devices;
    for (const std::string& folder : list_.devices) {
      if (folder.rfind(kDevicePrefix, 0) == 0)
        devices[std::atoi(folder.c_str() + sizeof(kDevicePrefix) - 1)];
    }
    for (const TraceContents& file : contents_->files) {
      for (const TraceHeader& header : file.headers) {
        if (header.fixed.device_id >= 0) devices[header.fixed.device_id] = header.device_name;
      }
    }
    for (const auto& [id, name] : devices) info().devices.push_back({id, name});
  }

  const ScanDepth depth_;
  SessionContents* contents_;
  SessionFiles list_;
  std::string session_id_;
  std::vector<ClockStamp> stamps_;
  int64_t last_realtime_ns_ = 0;
  Ledger counted_;
  std::set<std::tuple<int32_t, uint64_t, uint32_t, uint64_t>> seen_;
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

Status LoadSession(const std::string& path, ScanDepth depth, SessionContents* contents) {
  return Loader(depth, contents).Load(path);
}

}  // namespace aclprof
