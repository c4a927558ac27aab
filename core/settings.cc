#include "core/settings.h"

#include <bit>
#include <cstdlib>
#include <mutex>
#include <string>

#include "base/library_scope.h"

namespace aclprof {
namespace {

struct Bound {
  const char* name;
  uint64_t Settings::*field;
  uint64_t least;
  uint64_t most;
};

constexpr Bound kBounds[] = {
    {"device_ring_bytes", &Settings::device_ring_bytes, 8192, uint64_t{1} << 32},
    {"host_ring_bytes", &Settings::host_ring_bytes, 8192, uint64_t{1} << 32},
    {"block_bytes", &Settings::block_bytes, 4096, 16u << 20},
    {"ring_cap_bytes", &Settings::ring_cap_bytes, 8192, uint64_t{1} << 40},
    {"wait_bound_ns", &Settings::wait_bound_ns, 0, kMostWaitNs},
    {"flush_interval_ns", &Settings::flush_interval_ns, 1000000, kMostWaitNs},
    {"max_file_bytes", &Settings::max_file_bytes, 64u << 10, uint64_t{1} << 60},
    {"max_file_age_ns", &Settings::max_file_age_ns, 0, kMostWaitNs},
    {"stop_bound_ns", &Settings::stop_bound_ns, 1000000, kMostWaitNs},
    {"write_stall_ns", &Settings::write_stall_ns, 1000000, kMostWaitNs},
};

constexpr uint32_t kMaxHelpers = 64;
constexpr uint32_t kMaxBlocksInFlight = 4096;

Status Refuse(const std::string& name, uint64_t value, const std::string& why) {
  return {StatusCode::kInvalidArgument,
          "setting " + name + " = " + std::to_string(value) + ": " + why};
}

Status CheckRing(const char* name, uint64_t ring_bytes, uint64_t block_bytes) {
  if (!std::has_single_bit(ring_bytes) || ring_bytes < 2 * block_bytes)
    return Refuse(name, ring_bytes, "must be a power of two and at least two blocks");
  return {};
}

Status Check(const Settings& settings) {
  for (const Bound& bound : kBounds) {
    const uint64_t value = settings.*bound.field;
    if (value < bound.least || value > bound.most)
      return Refuse(
          bound.name, value,
          "must lie in " + std::to_string(bound.least) + ".." + std::to_string(bound.most));
  }
  if (!std::has_single_bit(settings.block_bytes))
    return Refuse("block_bytes", settings.block_bytes, "must be a power of two");
  if (settings.policy > 1)
    return Refuse("policy", settings.policy, "must be 0 (drop) or 1 (block)");
  if (settings.helpers > kMaxHelpers) return Refuse("helpers", settings.helpers, "at most 64");
  if (settings.blocks_in_flight < 1 || settings.blocks_in_flight > kMaxBlocksInFlight)
    return Refuse("blocks_in_flight", settings.blocks_in_flight, "must lie in 1..4096");
  if (Status ring =
          CheckRing("device_ring_bytes", settings.device_ring_bytes, settings.block_bytes);
      !ring.ok())
    return ring;
  return CheckRing("host_ring_bytes", settings.host_ring_bytes, settings.block_bytes);
}

Settings FromEnvironment() {
  Settings settings;
  if (const char* helpers = std::getenv("ACLPROF_HELPERS")) {
    char* end = nullptr;
    const unsigned long value = std::strtoul(helpers, &end, 10);
    if (end != helpers && *end == '\0' && value <= kMaxHelpers)
      settings.helpers = static_cast<uint32_t>(value);
  }
  return settings;
}

struct Shared {
  std::mutex mutex;
  Settings settings = FromEnvironment();
};

// Leaked: a destructor of the application may still ask.
Shared& TheShared() {
  static Shared* const shared = new Shared;
  return *shared;
}

}  // namespace

Settings GetSettings() {
  const LibraryScope inside;
  const std::lock_guard lock(TheShared().mutex);
  return TheShared().settings;
}

Status SetSettings(const Settings& settings) {
  const LibraryScope inside;
  if (Status checked = Check(settings); !checked.ok()) return checked;
  const std::lock_guard lock(TheShared().mutex);
  TheShared().settings = settings;
  return {};
}

void LockSettingsForFork() { TheShared().mutex.lock(); }
void UnlockSettingsAfterFork() { TheShared().mutex.unlock(); }

}  // namespace aclprof
