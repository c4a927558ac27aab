// name_texts.h: the names behind the ids in records, ready to be written: looked up, escaped and
// quoted once each.
//
// Shape    memory grows with the number of names, not with that of records.
// Threads  one, that of its reader. References stay valid as long as the object.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "format/dictionary.h"
#include "readers/session_reader.h"

namespace aclprof {

// A string as it stands inside the quotes of JSON.
class JsonNames {
 public:
  explicit JsonNames(const SessionReader* reader) : reader_(reader) {}
  const std::string& Of(uint32_t string_id);

 private:
  const SessionReader* reader_;
  std::unordered_map<uint32_t, std::string> texts_;
};

// A string as a cell of a table.
class CsvNames {
 public:
  explicit CsvNames(const SessionReader* reader) : reader_(reader) {}
  const std::string& Of(uint32_t string_id);

 private:
  const SessionReader* reader_;
  std::unordered_map<uint32_t, std::string> texts_;
};

struct TaskTypeText {
  std::string name;  // "" when not known
  std::string csv;
  std::string json;
  bool unlisted = false;   // op_summary leaves tasks of this type out
  bool copy = false;       // an asynchronous copy: a memcpy record says what it copied
  bool profiling = false;  // the profiler's own marks, which bound no work
};

class TaskTypeTexts {
 public:
  explicit TaskTypeTexts(const SessionReader* reader) : reader_(reader) {}
  const TaskTypeText& Of(uint16_t task_type);

 private:
  const SessionReader* reader_;
  std::unordered_map<uint16_t, TaskTypeText> texts_;
};

struct OpText {
  bool is_operator = false;    // it has a name: op_summary may list it
  bool is_collective = false;  // of a task of communication: the whole, not one of its steps
  bool unlisted = false;       // op_summary leaves tasks of this type out
  std::string type;            // "" when not known
  std::string task_type;       // "" when not known
  std::string json_name;
  std::string csv_name;
  std::string csv_identity;     // Op Name to Task Type
  std::string csv_description;  // Block Num to Output Formats
};

class OpTexts {
 public:
  explicit OpTexts(const SessionReader* reader) : reader_(reader) {}
  const OpText& Of(uint32_t op_id);

 private:
  OpText Make(uint32_t op_id) const;
  OpText Describe(const OpEntry& op) const;
  std::string Cell(uint32_t string_id) const;

  const SessionReader* reader_;
  std::unordered_map<uint32_t, OpText> texts_;
};

}  // namespace aclprof
