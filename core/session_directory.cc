#include "core/session_directory.h"

#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>

#include "base/tick_clock.h"
#include "format/session_layout.h"

namespace aclprof {
namespace {

constexpr int kLetters = 8;
constexpr int kAlphabet = 18;  // A..R
constexpr int kAttempts = 100;

uint64_t Random() {
  uint64_t value = 0;
  if (getrandom(&value, sizeof(value), GRND_NONBLOCK) != sizeof(value))
    value = static_cast<uint64_t>(NowMoment().realtime_ns) * 0x9E3779B97F4A7C15u;
  return value;
}

}  // namespace

std::string SessionName(uint32_t ordinal, int64_t realtime_ns, uint32_t process_id,
                        uint64_t random) {
  const time_t seconds = realtime_ns / 1000000000;
  const int millis = static_cast<int>(realtime_ns / 1000000 % 1000);
  tm parts;
  localtime_r(&seconds, &parts);
  char stamp[32];
  strftime(stamp, sizeof(stamp), "%Y%m%d%H%M%S", &parts);
  char name[96];
  std::snprintf(name, sizeof(name), "%s%06u_%s%03d_%08u", kSessionPrefix, ordinal, stamp, millis,
                process_id);
  std::string full = name;
  for (int i = 0; i < kLetters; ++i, random /= kAlphabet)
    full += static_cast<char>('A' + random % kAlphabet);
  return full;
}

Status CreateSessionDirectory(FileSystem* files, const std::string& base, uint32_t ordinal,
                              std::string* path, std::string* name) {
  if (Status made = files->MakeDirectories(base); !made.ok()) return made;
  const uint32_t process_id = ClockIsFixed() ? 1 : static_cast<uint32_t>(getpid());
  Status made;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const uint64_t random = ClockIsFixed() ? static_cast<uint64_t>(attempt) : Random();
    *name = SessionName(ordinal, NowMoment().realtime_ns, process_id, random);
    *path = base + "/" + *name;
    made = files->MakeDirectory(*path);
    if (made.code() != StatusCode::kAlreadyExists) break;
  }
  return made;
}

}  // namespace aclprof
