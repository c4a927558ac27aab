// exported_session.h: a session in memory, exported into a directory of its own, and its files read
// back.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "export/session_export.h"
#include "tests/support/fake_session.h"
#include "tests/support/file_text.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {

class ExportedSession {
 public:
  static constexpr char kStamp[] = "20261201101010";
  static constexpr int64_t kMoment = 1784177144507567326;

  ExportedSession() {
    session_.session().directory = root_.path();
    options_.stamp = kStamp;
  }

  FakeSession& session() { return session_; }
  ExportOptions& options() { return options_; }
  const ExportReport& report() const { return report_; }
  std::string Root() const { return root_.path(); }
  std::string Directory() const { return root_.path() + "/mindstudio_profiler_output"; }

  Status Export() { return ExportSession(&session_, options_, &report_); }

  std::string File(const std::string& name) const { return TextOfFile(Directory() + "/" + name); }
  std::string Table(const std::string& name) const { return File(name + "_" + kStamp + ".csv"); }
  std::string Json() const { return File(std::string("msprof_") + kStamp + ".json"); }

  std::set<std::string> Entries() const {
    std::set<std::string> names;
    if (!std::filesystem::exists(Directory())) return names;
    for (const auto& entry : std::filesystem::directory_iterator(Directory())) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }

  // A task with its launch; start_ns is from kMoment on.
  void AddTask(int32_t device, int64_t start_ns, Span duration, uint32_t op, const char* type,
               uint32_t stream = 46, uint32_t task = 0, uint64_t connection = 0) {
    aclprofx_task_linked linked{};
    linked.task.stream_id = stream;
    linked.task.task_id = task;
    linked.task.op = op;
    linked.task.type = session_.Type(type);
    linked.connection_id = connection;
    linked.model_id = linked.context_id = linked.subtask_id = ACLPROFX_NONE;
    AddTask(device, start_ns, duration, linked);
  }
  void AddTask(int32_t device, int64_t start_ns, Span duration,
               const aclprofx_task_linked& linked) {
    session_.Add(ACLPROFX_KIND_TASK_LINKED, device, Instant{kMoment + start_ns, 0}, duration,
                 linked);
  }
  void AddApi(int64_t start_ns, int64_t duration_ns, uint16_t level, const char* name,
              const char* mode, uint64_t connection = 0, const char* item = "0") {
    aclprofx_api api{};
    api.connection_id = connection;
    api.name = session_.Name(name);
    api.mode = session_.Name(mode);
    api.item = session_.Name(item);
    api.thread_id = 195781;
    api.level = level;
    session_.Add(aclprofx_api_kind(level), -1, Instant{kMoment + start_ns, 0}, {duration_ns, 0},
                 api);
  }

 private:
  TemporaryDirectory root_;
  FakeSession session_;
  ExportOptions options_;
  ExportReport report_;
};

}  // namespace aclprof
