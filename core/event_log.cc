#include "core/event_log.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace aclprof {
namespace {

const char* LevelName(LogLevel level) {
  switch (level) {
    case LogLevel::kError:
      return "error";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kInfo:
      return "info";
  }
  return "?";
}

std::string TimeNow() {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  tm parts;
  gmtime_r(&now.tv_sec, &parts);
  char text[40];
  strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// Opened for each line: a log is rare, and a descriptor kept open would leak into children.
void AppendToFile(const std::string& path, const std::string& line) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0640);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t written = write(file, line.data(), line.size());
  close(file);
}

}  // namespace

EventLog::EventLog() {
  if (const char* path = std::getenv("ACLPROF_LOG")) path_ = path;
  wanted_.store(!path_.empty(), std::memory_order_relaxed);
}

void EventLog::SetSink(LogSink sink, void* context) {
  const std::lock_guard lock(mutex_);
  sink_ = sink;
  context_ = context;
  wanted_.store(sink != nullptr || !path_.empty(), std::memory_order_relaxed);
}

void EventLog::Write(LogLevel level, std::string text) try {
  if (!wanted_.load(std::memory_order_relaxed)) return;
  if (lines_.size_approx() >= kMostWaiting || !lines_.enqueue({level, std::move(text)}))
    lost_.fetch_add(1, std::memory_order_relaxed);
  if (wake_) wake_();
} catch (...) {
  lost_.fetch_add(1, std::memory_order_relaxed);
}

void EventLog::Deliver(const Line& line) {
  if (sink_ != nullptr) {
    sink_(context_, static_cast<int>(line.level), line.text.c_str());
  } else if (!path_.empty()) {
    AppendToFile(path_, TimeNow() + " aclprof " + LevelName(line.level) + ": " + line.text + "\n");
  }
}

void EventLog::Flush() try {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return;
  for (Line line; lines_.try_dequeue(line);) Deliver(line);
  if (const uint64_t lost = lost_.exchange(0, std::memory_order_relaxed); lost != 0)
    Deliver({LogLevel::kWarning, std::to_string(lost) + " lines of this log were lost"});
} catch (...) {
  // As in Write.
}

}  // namespace aclprof
