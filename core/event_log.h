// event_log.h: the library's only log: a sink that the application sets, or the file that ACLPROF_LOG names; by default
// nothing at all.
//
// Threads  Write: any thread but an emitter in the middle of an emit; it only queues. Flush: the collector, and control
//          calls while no collector runs; one flush at a time, others return at once.
// Errors   what the sink can't take is lost; a log never fails its caller. Beyond kMostWaiting undelivered lines the
//          next are lost, and a line says how many.
#pragma once

#include <concurrentqueue/concurrentqueue.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace aclprof {

enum class LogLevel { kError = 0, kWarning = 1, kInfo = 2 };

using LogSink = void (*)(void* context, int level, const char* text);

class EventLog {
 public:
  static constexpr size_t kMostWaiting = 1000;

  EventLog();
  // Called after each line that waits: whoever flushes may be asleep. Before the first line.
  void OnLine(std::function<void()> wake) { wake_ = std::move(wake); }
  // NULL: back to ACLPROF_LOG's file, or none.
  void SetSink(LogSink sink, void* context);
  void Write(LogLevel level, std::string text);
  void Flush();

 private:
  struct Line {
    LogLevel level;
    std::string text;
  };
  void Deliver(const Line& line);

  std::function<void()> wake_;
  std::atomic<bool> wanted_{false};
  std::mutex mutex_;
  LogSink sink_ = nullptr;
  void* context_ = nullptr;
  std::string path_;
  moodycamel::ConcurrentQueue<Line> lines_;
  std::atomic<uint64_t> lost_{0};
};

}  // namespace aclprof
