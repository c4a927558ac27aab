// threads_option.h: `--threads N`, how many decode.
#pragma once

namespace CLI {
class App;
}

namespace aclprof {

// *threads is set to 0, one a processor, until the option says otherwise; it must live as long as `options`.
void DeclareThreads(CLI::App* options, int* threads);

}  // namespace aclprof
