#include "tools/exit_code.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace aclprof {
namespace {

int Gravity(ExitCode code) {
  static constexpr ExitCode kByGravity[] = {kExitGood,    kExitLoss,   kExitNothing,
                                            kExitDamaged, kExitFailed, kExitUsage};
  return static_cast<int>(std::find(std::begin(kByGravity), std::end(kByGravity), code) -
                          std::begin(kByGravity));
}

// A device whose files aged out has produced something all the same; the ledger by ring tells.
uint64_t RecordsOf(const SessionReader& reader, int32_t device_id) {
  uint64_t records = 0;
  const auto announced = reader.announced_by_device().find(device_id);
  if (announced != reader.announced_by_device().end()) records += RecordsIn(announced->second);
  for (const auto& [ring_id, row] : reader.ledger().by_ring) {
    const RingEntry* ring = reader.Ring(ring_id, nullptr);
    if (ring != nullptr && ring->device_id == device_id) records += row.Emitted();
  }
  return records;
}

bool SomethingIsMissing(const SessionReader& reader) {
  if (RecordsIn(reader.announced()) == 0 && reader.unknown_records() == 0) return true;
  return !SilentDevices(reader).empty();
}

}  // namespace

ExitCode Graver(ExitCode a, ExitCode b) { return Gravity(a) < Gravity(b) ? b : a; }

ExitCode ExitCodeOf(const SessionReader& reader) {
  ExitCode code = kExitGood;
  if (reader.ledger().Total().Dropped() + reader.dropped_announced() > 0)
    code = Graver(code, kExitLoss);
  if (SomethingIsMissing(reader)) code = Graver(code, kExitNothing);
  const bool whole =
      reader.info().complete && reader.damage().empty() && reader.missing_records() == 0;
  return whole ? code : Graver(code, kExitDamaged);
}

std::vector<DeviceInfo> SilentDevices(const SessionReader& reader) {
  std::vector<DeviceInfo> silent;
  for (const DeviceInfo& device : reader.info().devices) {
    if (RecordsOf(reader, device.id) == 0) silent.push_back(device);
  }
  return silent;
}

void Complain(const std::string& text) {
  static_cast<void>(std::fputs(("aclprof: " + text + "\n").c_str(), stderr));
}

ExitCode Fail(const Status& status) {
  Complain(status.message());
  return kExitFailed;
}

}  // namespace aclprof
