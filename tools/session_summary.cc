#include "tools/session_summary.h"

#include <ctime>

namespace aclprof {
namespace {

constexpr int64_t kNanosPerSecond = 1000000000;
constexpr int64_t kNanosPerMilli = 1000000;

}  // namespace

std::string LocalTime(int64_t realtime_ns) {
  int64_t seconds = realtime_ns / kNanosPerSecond;
  int64_t rest_ns = realtime_ns % kNanosPerSecond;
  if (rest_ns < 0) {
    rest_ns += kNanosPerSecond;
    --seconds;
  }
  const std::time_t time = seconds;
  std::tm parts{};
  localtime_r(&time, &parts);
  char date[32], zone[16], whole[80];
  std::strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S", &parts);
  std::strftime(zone, sizeof(zone), "%z", &parts);
  std::snprintf(whole, sizeof(whole), "%s.%03d %s", date,
                static_cast<int>(rest_ns / kNanosPerMilli), zone);
  return whole;
}

std::map<std::string, uint64_t> CountsByName(const KindCounts& counts,
                                             const std::vector<std::string>& requested) {
  std::map<std::string, uint64_t> by_name;
  for (const std::string& name : requested) by_name[name];
  for (int kind = 0; kind < ACLPROFX_KINDS; ++kind) {
    if (counts[kind] > 0) by_name[KindName(kind)] += counts[kind];
  }
  return by_name;
}

}  // namespace aclprof
