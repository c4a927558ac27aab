// fake_session.h: a session in memory, made record by record, that reads like one on disk.
//
// Shape    records are given back by start; those with equal starts by device, then as they were
//          added.
// Threads  one.
#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "aclprof/producer.h"
#include "readers/session_reader.h"

namespace aclprof {

class FakeSession : public SessionReader {
 public:
  FakeSession() {
    info_.session_id = "PROF_000001_20261201101010123_00012345ABCDEFGH";
    info_.process_name = "train";
    info_.process_id = 195781;
    info_.complete = true;
  }

  SessionInfo& session() { return info_; }
  Ledger& mutable_ledger() { return ledger_; }
  std::vector<FileDamage>& mutable_damage() { return damage_; }

  uint32_t Name(const std::string& text) { return IdOf(text, &names_); }
  uint16_t Type(const std::string& text) { return static_cast<uint16_t>(IdOf(text, &types_)); }
  uint32_t AddOp(const OpEntry& op) {
    ops_.push_back(op);
    return static_cast<uint32_t>(ops_.size());
  }
  uint32_t AddOp(const std::string& name, const std::string& type = "",
                 const std::string& task_type = "") {
    OpEntry op{};
    op.name = Name(name);
    op.type = Name(type);
    op.task_type = Name(task_type);
    return AddOp(op);
  }

  template <typename Payload>
  void Add(uint16_t kind, int32_t device_id, Instant start, Span duration, const Payload& payload,
           const std::string& tail = "") {
    Record record;
    record.view.kind = kind;
    record.view.device_id = device_id;
    record.view.start = start;
    record.view.duration = duration;
    record.view.payload_bytes = static_cast<uint32_t>(sizeof(Payload) + tail.size());
    record.words.resize((record.view.payload_bytes + 7) / 8);
    auto* bytes = reinterpret_cast<char*>(record.words.data());
    std::memcpy(bytes, &payload, sizeof(Payload));
    std::memcpy(bytes + sizeof(Payload), tail.data(), tail.size());
    records_.push_back(std::move(record));
  }
  // The records so far lose all but this much of their last payload.
  void CutLastPayload(uint32_t bytes) { records_.back().view.payload_bytes = bytes; }

  const SessionInfo& info() const override { return info_; }
  const Ledger& ledger() const override { return ledger_; }
  const std::vector<std::string>& files() const override { return no_names_; }
  const std::vector<FileDamage>& damage() const override { return damage_; }
  const std::vector<std::string>& foreign_files() const override { return no_names_; }
  uint64_t unknown_records() const override { return 0; }
  int64_t missing_records() const override { return 0; }
  uint64_t dropped_announced() const override { return 0; }
  uint64_t unknown_names() const override { return 0; }
  const RingEntry* Ring(uint32_t, std::string_view*) const override { return nullptr; }

  KindCounts announced() const override {
    KindCounts counts{};
    for (const Record& record : records_) ++counts[record.view.kind];
    return counts;
  }
  const std::map<int32_t, KindCounts>& announced_by_device() const override {
    by_device_.clear();
    for (const Record& record : records_) ++by_device_[record.view.device_id][record.view.kind];
    return by_device_;
  }
  std::optional<TimeWindow> announced_times() const override {
    if (records_.empty()) return std::nullopt;
    TimeWindow times{records_[0].view.start, records_[0].view.start};
    for (const Record& record : records_) {
      times.from = std::min(times.from, record.view.start);
      times.to = std::max(times.to, record.view.start + record.view.duration);
    }
    return times;
  }
  BlockCounts block_counts() const override { return {}; }
  std::unique_ptr<RecordCursor> Records(const RecordFilter& filter) override {
    auto cursor = std::make_unique<Cursor>();
    for (const Record& record : records_) {
      if (Wants(filter, record.view)) cursor->records.push_back(&record);
    }
    std::stable_sort(cursor->records.begin(), cursor->records.end(), Earlier);
    return cursor;
  }
  std::string_view String(uint32_t id) const override { return TextOf(id, names_); }
  std::string_view TaskType(uint16_t id) const override { return TextOf(id, types_); }
  const OpEntry* Op(uint32_t id) const override {
    return id >= 1 && id <= ops_.size() ? &ops_[id - 1] : nullptr;
  }

 private:
  struct Record {
    RecordView view;
    std::vector<uint64_t> words;
  };

  struct Cursor : RecordCursor {
    bool Next(RecordView* view) override {
      if (next == records.size()) return false;
      *view = records[next]->view;
      view->payload = records[next++]->words.data();
      return true;
    }
    std::vector<const Record*> records;
    size_t next = 0;
  };

  static bool Wants(const RecordFilter& filter, const RecordView& view) {
    const bool device = filter.device_id == -2 || filter.device_id == view.device_id;
    const bool time =
        !filter.window || filter.window->Overlaps(view.start, view.start + view.duration);
    return device && time && (filter.kinds >> view.kind & 1) != 0;
  }
  static bool Earlier(const Record* a, const Record* b) {
    if (a->view.start != b->view.start) return a->view.start < b->view.start;
    return a->view.device_id < b->view.device_id;
  }
  static uint32_t IdOf(const std::string& text, std::vector<std::string>* table) {
    if (text.empty()) return 0;
    const auto found = std::find(table->begin(), table->end(), text);
    if (found != table->end()) return static_cast<uint32_t>(found - table->begin() + 1);
    table->push_back(text);
    return static_cast<uint32_t>(table->size());
  }
  std::string_view TextOf(uint32_t id, const std::vector<std::string>& table) const {
    if (id == 0) return {};
    if (id <= table.size()) return table[id - 1];
    unknown_.push_back("unknown(" + std::to_string(id) + ")");
    return unknown_.back();
  }

  SessionInfo info_;
  Ledger ledger_;
  std::vector<FileDamage> damage_;
  std::vector<std::string> names_, types_, no_names_;
  std::vector<OpEntry> ops_;
  std::deque<Record> records_;
  mutable std::map<int32_t, KindCounts> by_device_;
  mutable std::deque<std::string> unknown_;
};

}  // namespace aclprof
