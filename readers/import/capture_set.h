// capture_set.h: which files of a directory hold a capture, so that no row is read twice.
//
// Shape    The same run lies in a set as database, timeline and tables. Of each set the richest
//          kind that is there is taken: database, timeline, task_time, op_summary or
//          kernel_details. Slices of one export are taken all; of several exports of one run (their
//          names end in a timestamp) only the last. A set is a PROF_* or *_ascend_pt directory, the
//          outermost where they are nested, or else any directory with files of its own.
// Errors   kNotFound when nothing in the directory is a capture. Files that are none are passed over.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace aclprof {

// Files to read, ascending by path. A path that is no directory is its own only file, whatever it holds.
Status FindCaptureFiles(const std::string& path, std::vector<std::string>* files);

}  // namespace aclprof
