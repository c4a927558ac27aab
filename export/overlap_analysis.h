// overlap_analysis.h: when a device computed, when it communicated, and when it did neither.
//
// Shape    takes the tasks of one device by start and tells spans as soon as they are over. Free is
//          between the first and the last task, the profiler's own marks aside.
// Units    ns of Unix time.
// Threads  one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

namespace aclprof {

// The values are the rows of the layer.
enum class OverlapRow { kCommunication = 0, kNotOverlapped = 1, kComputing = 2, kFree = 3 };
inline constexpr int kOverlapRows = 4;
const char* OverlapRowName(OverlapRow row);

class OverlapAnalysis {
 public:
  using OnSpan = std::function<void(OverlapRow row, int64_t start_ns, int64_t stop_ns)>;

  explicit OverlapAnalysis(OnSpan on_span);

  void AddComputing(int64_t start_ns, int64_t stop_ns);
  void AddCommunication(int64_t start_ns, int64_t stop_ns);
  // A task that is neither: it only bounds what is free.
  void AddOther(int64_t start_ns, int64_t stop_ns);
  void Finish();

 private:
  static constexpr int64_t kNotOpen = INT64_MIN;

  void BeginTask(int64_t start_ns, int64_t stop_ns);
  void AdvanceTo(int64_t time_ns);
  void SetRows();
  void SetRow(OverlapRow row, bool active);

  const OnSpan on_span_;
  bool any_ = false;
  int64_t now_ns_ = 0;  // everything before is known
  int64_t last_stop_ns_ = INT64_MIN;
  int64_t computing_until_ns_ = INT64_MIN;
  int64_t communication_until_ns_ = INT64_MIN;
  std::array<int64_t, kOverlapRows> open_since_;
};

}  // namespace aclprof
