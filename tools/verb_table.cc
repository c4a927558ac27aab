#include "tools/export_command.h"
#include "tools/info_command.h"
#include "tools/verb.h"
#include "tools/verify_command.h"

namespace aclprof {
namespace {

constexpr Verb kVerbs[] = {
    {"export", "Write a session as timeline and tables", DeclareExport},
    {"info", "What a session holds, and what it lost", DeclareInfo},
    {"verify", "Read every byte of a session and report damage", DeclareVerify},
};

}  // namespace

std::span<const Verb> Verbs() { return kVerbs; }

}  // namespace aclprof
