// communication_analyze.h: `msprof --analyze=on`: the collectives of each session below a path.
//
// Errors   usage where a rule is none of the vendor's.
// Source   docs/msprof.md, "Communication".
#pragma once

#include <string>

namespace aclprof {

struct CommunicationChoices {
  std::string path;
  std::string type = "text";            // or db
  std::string rules = "communication";  // and communication_matrix, separated by commas
};

// The exit code.
int RunCommunicationAnalysis(const CommunicationChoices& choices);

}  // namespace aclprof
