// pipeline_fixture.h: sessions over the real pipeline of the test's process, synthetic producers, and reading back.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "aclprof/producer.h"
#include "core/pipeline.h"
#include "core/settings.h"
#include "readers/session_reader.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {

inline constexpr uint64_t kTasks = uint64_t{1} << ACLPROFX_KIND_TASK;
inline constexpr uint64_t kMarks = uint64_t{1} << ACLPROFX_KIND_MARK;
inline constexpr uint64_t kApis = uint64_t{1} << ACLPROFX_KIND_API;

// A device of the test's own. The task's id carries the producer, its stream the sequence.
class SyntheticDevice {
 public:
  explicit SyntheticDevice(int32_t device_id, aclprofx_producer_options options = {}) {
    options.size_bytes = sizeof(options);
    options.device_id = device_id;
    options.name = "synthetic";
    if (options.capacity_bytes == 0) options.policy = -1;
    EXPECT_EQ(aclprofx_open_producer(&options, &ring_), 0);
  }
  ~SyntheticDevice() { aclprofx_close_producer(ring_); }
  SyntheticDevice(const SyntheticDevice&) = delete;
  SyntheticDevice& operator=(const SyntheticDevice&) = delete;

  aclprofx_ring* ring() const { return ring_; }
  bool Emit(uint32_t producer, uint32_t sequence) { return EmitTask(ring_, producer, sequence); }

  static bool EmitTask(aclprofx_ring* ring, uint32_t producer, uint32_t sequence) {
    void* const payload = aclprofx_begin(ring, ACLPROFX_KIND_TASK, sizeof(aclprofx_task));
    if (payload == nullptr) return false;
    const aclprofx_task task{aclprofx_ticks(), 1, sequence, producer, 0, 0, 0};
    std::memcpy(payload, &task, sizeof(task));
    aclprofx_commit(ring);
    return true;
  }

 private:
  aclprofx_ring* ring_ = nullptr;
};

// The same from the calling thread's own ring.
inline bool EmitHostTask(uint32_t producer, uint32_t sequence) {
  return SyntheticDevice::EmitTask(aclprofx_host_ring(ACLPROFX_KIND_TASK), producer, sequence);
}

struct ReadBack {
  std::map<std::pair<uint32_t, uint32_t>, int> tasks;  // (producer, sequence) -> how often
  std::map<uint16_t, uint64_t> kinds;
  std::vector<aclprofx_loss> losses;
  std::vector<aclprofx_task_linked> open_ended;
  std::unique_ptr<SessionReader> reader;
};

inline ReadBack ReadSession(const std::string& directory) {
  ReadBack back;
  const Status opened = SessionReader::Open(directory, &back.reader);
  EXPECT_TRUE(opened.ok()) << opened.ToString();
  if (!opened.ok()) return back;
  const auto cursor = back.reader->Records({});
  for (RecordView record; cursor->Next(&record);) {
    ++back.kinds[record.kind];
    if (record.kind == ACLPROFX_KIND_TASK) {
      aclprofx_task task;
      std::memcpy(&task, record.payload, sizeof(task));
      ++back.tasks[{task.task_id, task.stream_id}];
    } else if (record.kind == ACLPROFX_KIND_LOSS) {
      std::memcpy(&back.losses.emplace_back(), record.payload, sizeof(aclprofx_loss));
    } else if (record.kind == ACLPROFX_KIND_TASK_LINKED) {
      std::memcpy(&back.open_ended.emplace_back(), record.payload, sizeof(aclprofx_task_linked));
    }
  }
  EXPECT_TRUE(back.reader->damage().empty());
  return back;
}

class PipelineTest : public ::testing::Test {
 protected:
  void SetUp() override { usual_ = GetSettings(); }
  void TearDown() override {
    Pipeline::Get().Shutdown();
    EXPECT_TRUE(SetSettings(usual_).ok());
  }

  std::shared_ptr<Session> Start(std::vector<int32_t> devices, uint64_t kinds = kTasks) {
    SessionOptions options;
    options.base_directory = directory_.path();
    options.devices = std::move(devices);
    options.kinds = kinds;
    options.mode = "api";
    std::shared_ptr<Session> session;
    const Status started = Pipeline::Get().Start(options, &session);
    EXPECT_TRUE(started.ok()) << started.ToString();
    return session;
  }
  StopOutcome Stop(const std::shared_ptr<Session>& session) {
    return Pipeline::Get().Stop(session);
  }
  void Change(const Settings& settings) { ASSERT_TRUE(SetSettings(settings).ok()); }
  const std::string& base() const { return directory_.path(); }

 private:
  TemporaryDirectory directory_;
  Settings usual_;
};

}  // namespace aclprof
