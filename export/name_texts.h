// name_texts.h: the names behind the ids in records, ready to be written: looked up, escaped and
// quoted once each.
//
// Shape    memory grows with the number of names, not with that of records.
// Threads  one, that of its reader. References stay valid as long as the object.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "export/csv_text.h"
#include "export/timeline_text.h"
#include "format/dictionary.h"
#include "readers/session_reader.h"

namespace aclprof {

// Texts by id, made when they are first asked for. Ids are given from 1 on, so that a table finds nearly all of them.
template <typename Text>
class TextsById {
 public:
  template <typename Make>
  Text& Of(uint32_t id, Make make) {
    if (id < table_.size() && table_[id] != nullptr) return *table_[id];
    return Added(id, make);
  }

 private:
  static constexpr uint32_t kMostInTable = 1u << 16;

  template <typename Make>
  Text& Added(uint32_t id, Make make) {
    const auto [found, is_new] = texts_.try_emplace(id);
    if (is_new) found->second = make(id);
    if (id >= kMostInTable) return found->second;
    if (id >= table_.size()) table_.resize(std::min(kMostInTable, std::max(id + 1, 2 * id)));
    return *(table_[id] = &found->second);
  }

  std::vector<Text*> table_;
  std::unordered_map<uint32_t, Text> texts_;
};

// A string as timelines have it.
class TimelineNames {
 public:
  explicit TimelineNames(const SessionReader* reader) : reader_(reader) {}
  const TimelineText& Of(uint32_t string_id) {
    return texts_.Of(string_id, [this](uint32_t id) { return TimelineText(reader_->String(id)); });
  }

 private:
  const SessionReader* reader_;
  TextsById<TimelineText> texts_;
};

// A string as a cell of a table.
class CsvNames {
 public:
  explicit CsvNames(const SessionReader* reader) : reader_(reader) {}
  const std::string& Of(uint32_t string_id) {
    return texts_.Of(string_id, [this](uint32_t id) { return CsvCell(reader_->String(id)); });
  }

 private:
  const SessionReader* reader_;
  TextsById<std::string> texts_;
};

struct TaskTypeText {
  std::string name;  // "" when not known
  std::string csv;
  TimelineText shown;
  bool unlisted = false;   // op_summary leaves tasks of this type out
  bool copy = false;       // an asynchronous copy: a memcpy record says what it copied
  bool profiling = false;  // the profiler's own marks, which bound no work
};

class TaskTypeTexts {
 public:
  explicit TaskTypeTexts(const SessionReader* reader) : reader_(reader) {}
  const TaskTypeText& Of(uint16_t task_type) {
    return texts_.Of(task_type, [this](uint32_t id) { return Make(static_cast<uint16_t>(id)); });
  }

 private:
  TaskTypeText Make(uint16_t task_type) const;

  const SessionReader* reader_;
  TextsById<TaskTypeText> texts_;
};

struct OpText {
  bool is_operator = false;    // it has a name: op_summary may list it
  bool is_collective = false;  // of a task of communication: the whole, not one of its steps
  bool unlisted = false;       // op_summary leaves tasks of this type out
  std::string type;            // "" when not known
  std::string task_type;       // "" when not known
  uint32_t block_num = 0;
  uint32_t mix_block_num = 0;
  TimelineText shown_name;
  std::string csv_name;
  std::string csv_identity;     // Op Name to Task Type
  std::string csv_description;  // Block Num to Output Formats
};

class OpTexts {
 public:
  explicit OpTexts(const SessionReader* reader) : reader_(reader) {}
  const OpText& Of(uint32_t op_id) {
    return texts_.Of(op_id, [this](uint32_t id) { return Make(id); });
  }

 private:
  OpText Make(uint32_t op_id) const;
  OpText Describe(const OpEntry& op) const;
  std::string Cell(uint32_t string_id) const;

  const SessionReader* reader_;
  TextsById<OpText> texts_;
};

}  // namespace aclprof
