// session.h: from aclprofStart to the matching aclprofStop: one PROF_* directory, its streams, its ledger.
//
// Threads  the ledger has its own lock; streams are written by the serial nodes of the flow; the rest is noted per member.
// Orders   [S1] CollectFrom adds to devices, release -> Collects loads it, acquire: the device's stream is there.
// Errors   Create leaves nothing behind when it fails.
// Source   the layout of the directory: ARCHITECTURE.md, "On disk".
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/status.h"
#include "base/tick_clock.h"
#include "core/bare_operators.h"
#include "core/block_flow.h"
#include "core/event_log.h"
#include "core/pipeline.h"
#include "core/settings.h"
#include "format/ledger.h"
#include "writers/op_choice.h"
#include "writers/retention.h"
#include "writers/stream_writer.h"

namespace aclprof {

class Session final : public BlockSink {
 public:
  struct Environment {
    FileSystem* files;
    const DictionarySource* names;
    EventLog* log;
    bool serial;       // the flow does without TBB
    uint32_t ordinal;  // counts the sessions of the process, from 1
    std::function<void()> completed;
  };
  static Status Create(const SessionOptions& options, const Settings& settings,
                       const Environment& environment, std::shared_ptr<Session>* session);
  Session(const SessionOptions& options, const Settings& settings, const Environment& environment);
  ~Session() override;
  // Takes back what Create made; the session is closed or was never begun.
  void Remove();

  const SessionOptions& options() const { return options_; }
  const std::string& directory() const { return directory_; }
  const std::string& name() const { return name_; }
  BlockFlow& flow() { return flow_; }
  // Whose tasks are wanted; NULL = every operator's.
  const OpChoice* ops() const { return ops_.Everything() ? nullptr : &ops_; }

  // Makes the stream of a device, unless it is there; not while the session is being stopped.
  Status OpenDevice(int32_t device_id);
  // Under the registry's lock: the devices whose records belong to it. CollectFrom tells whether the device is new; its
  // stream must be open.
  bool Collects(int32_t device_id) const;
  bool CollectFrom(int32_t device_id);
  // Under the registry's lock: rings in which the session still owns something that was not taken.
  int open_ranges = 0;
  std::array<KindCounts, ACLPROFX_DROP_CAUSES> ringless_before{};
  bool ending = false;
  // Nothing more will be submitted once it ends and owns no range any more.
  void CloseFlowIfEnded() {
    if (ending && open_ranges == 0) flow_.Close();
  }

  // The ledger. A ring has a row from the moment on that the session owns something in it; the rings of threads beyond
  // the first kRingRows share the row of what belongs to no ring, so that threads that come and go take no more memory.
  static constexpr size_t kRingRows = 4096;
  void AddRing(uint32_t ring_id, int32_t device_id);
  void AddDrops(uint32_t ring_id, const std::array<KindCounts, ACLPROFX_DROP_CAUSES>& dropped);
  void AddUnattributedDrops(const std::array<KindCounts, ACLPROFX_DROP_CAUSES>& dropped);
  Ledger ledger() const;

  // BlockSink.
  Status Write(int stream, std::span<const EncodedBlock* const> blocks, size_t* taken) override;
  void Stored(const BlockTask& task) override;
  void Dropped(const BlockTask& task, const Status& why) override;
  void Drained() override;

  // Waits until files and info.json are closed, or for the bound; then how it went.
  StopOutcome WaitClosed(uint64_t bound_ns);
  bool closed() const;
  // aclFinalize returned 0: says so in info.json, at the end of the drain where that is still to come.
  void MarkRunComplete();

 private:
  Status Open();
  Status OpenStream(int32_t device_id);
  StreamWriterOptions WriterOptions(int32_t device_id, const std::string& folder);
  Status CloseStreams();
  template <typename Step>
  void AtTheEnd(Step step) noexcept;
  Ledger StreamLedger(int stream) const;
  LedgerRow& RowOf(uint32_t ring_id);
  void NoteFailure(const Status& why) noexcept;
  Status WriteInfo(bool durable);
  std::string InfoText() const;

  const SessionOptions options_;
  const Settings settings_;
  const Environment environment_;
  const OpChoice ops_;
  const BareOperators bare_operators_;
  std::string directory_;
  std::string name_;
  ClockMoment started_;
  uint64_t ticks_per_second_ = 0;  // set before the streams
  Retention retention_;
  std::mutex opening_;       // of streams
  std::mutex writing_info_;  // info.json
  std::array<std::unique_ptr<StreamWriter>, EncodeGraph::kStreams> streams_;
  BlockFlow flow_;
  std::atomic<uint64_t> devices_{0};  // bit d: device d

  mutable std::mutex mutex_;
  std::condition_variable closed_changed_;
  Ledger ledger_;
  std::map<uint32_t, int> stream_of_ring_;
  bool closed_ = false;       // the streams are closed
  bool info_closed_ = false;  // info.json says so
  bool run_complete_ = false;
  uint64_t vanished_ = 0;  // records of files that somebody removed while they were written
  ClockMoment stopped_;
  uint64_t failures_ = 0;
  std::string first_failure_;
};

}  // namespace aclprof
