#include "tools/exit_code.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <set>

#include "base/utf8.h"

namespace aclprof {
namespace {

int Gravity(ExitCode code) {
  static constexpr ExitCode kByGravity[] = {kExitGood,    kExitLoss,   kExitNothing,
                                            kExitDamaged, kExitFailed, kExitUsage};
  return static_cast<int>(std::find(std::begin(kByGravity), std::end(kByGravity), code) -
                          std::begin(kByGravity));
}

// A device whose files aged out has produced something all the same; the ledger by ring tells.
std::set<int32_t> DevicesWithRecords(const SessionReader& reader) {
  std::set<int32_t> devices;
  for (const auto& [device_id, counts] : reader.announced_by_device())
    if (RecordsIn(counts) != 0) devices.insert(device_id);
  for (const auto& [ring_id, row] : reader.ledger().by_ring) {
    const RingEntry* ring = reader.Ring(ring_id, nullptr);
    if (ring != nullptr && row.Emitted() != 0) devices.insert(ring->device_id);
  }
  return devices;
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
  const std::set<int32_t> loud = DevicesWithRecords(reader);
  std::vector<DeviceInfo> silent = reader.info().devices;
  std::erase_if(silent, [&loud](const DeviceInfo& device) { return loud.contains(device.id); });
  return silent;
}

void Complain(const std::string& text) {
  const std::string line =
      std::string(program_invocation_short_name) + ": " + VisibleText(text) + "\n";
  static_cast<void>(std::fputs(line.c_str(), stderr));
}

ExitCode Fail(const Status& status) {
  Complain(status.message());
  return kExitFailed;
}

}  // namespace aclprof
