// model_file.h: the bytes of a model's file.
//
// Units    bytes.
// Threads  a free function.
// Errors   145002 the path is of no file that can be read; 145006 it is larger than a model may be.
#pragma once

#include <string>
#include <vector>

#include "devices/host/host_status.h"

namespace aclprof {

HostStatus ReadModelFile(const std::string& path, std::vector<unsigned char>* bytes);

}  // namespace aclprof
