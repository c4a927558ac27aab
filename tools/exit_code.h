// exit_code.h: how the verbs say how it went.
#pragma once

#include <vector>

#include "readers/session_reader.h"

namespace aclprof {

enum ExitCode {
  kExitGood = 0,
  kExitFailed = 1,  // missing, foreign or unreadable input, or output that can't be written
  kExitUsage = 2,
  kExitDamaged = 3,  // damaged or incomplete data; what is whole was used
  kExitNothing = 4,  // no record, or none of a listed device
  kExitLoss = 5,     // all there, but records were dropped, and counted
};

// Where several hold, the one that is said: 2, 1, 3, 4, 5 in this order.
ExitCode Graver(ExitCode a, ExitCode b);

// Of a session as far as it has been read: call it after the work.
ExitCode ExitCodeOf(const SessionReader& reader);

// The listed devices that have produced nothing; one whose files aged out has.
std::vector<DeviceInfo> SilentDevices(const SessionReader& reader);

// Prints "aclprof: <message>" to stderr.
// A line on stderr, beginning with the program's name. Where nobody can read it, it is lost.
void Complain(const std::string& text);
ExitCode Fail(const Status& status);

}  // namespace aclprof
