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

// For the end of a help text.
inline constexpr char kExitCodesText[] =
    "Exit codes: 0 good; 1 failed; 2 wrong usage; 3 damaged, truncated or incomplete data, what "
    "was whole was used; "
    "4 nothing collected, or a device produced nothing; 5 all there but for records that were "
    "dropped and counted.";

// Where several hold, the one that is said: 2, 1, 3, 4, 5 in this order.
ExitCode Graver(ExitCode a, ExitCode b);

// Of a session as far as it has been read: call it after the work.
ExitCode ExitCodeOf(const SessionReader& reader);

// The listed devices that have produced nothing; one whose files aged out has.
std::vector<DeviceInfo> SilentDevices(const SessionReader& reader);

// A line on stderr, beginning with the name that the program was called by; what a session has brought along can't
// reach the terminal. Where nobody can read it, it is lost.
void Complain(const std::string& text);
ExitCode Fail(const Status& status);

}  // namespace aclprof
