#include "tools/bench_command.h"
#include "tools/export_command.h"
#include "tools/info_command.h"
#include "tools/replay_command.h"
#include "tools/summary_command.h"
#include "tools/verb.h"
#include "tools/verify_command.h"

namespace aclprof {
namespace {

constexpr Verb kVerbs[] = {
    {"bench", "How many records a second this machine sustains, and what they cost", DeclareBench},
    {"export", "Write a session as timeline and tables", DeclareExport},
    {"info", "What a session holds, and what it lost", DeclareInfo},
    {"replay", "Feed the capture of another tool into a session of our own", DeclareReplay},
    {"summary", "Which operators took the time, and where the files are", DeclareSummary},
    {"verify", "Read every byte of a session and report damage", DeclareVerify},
};

}  // namespace

std::span<const Verb> Verbs() { return kVerbs; }

}  // namespace aclprof
