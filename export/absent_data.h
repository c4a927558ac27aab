// absent_data.h: what a session was asked for and aclprof itself can't supply, a sentence for each switch.
//
// Errors   a description that can't be read asks for nothing.
// Threads  a pure function.
// Source   docs/not_yet.md, "Options".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aclprof {

// info_json: the text of the session's info.json. The sentences name the switch and have no full stop.
std::vector<std::string> AbsentData(std::string_view info_json);

}  // namespace aclprof
