// task_table_reader.h: tasks from op_summary, task_time and torch_npu's kernel_details, of any release.
//
// Shape    columns are found by name, under each name they have had; cells "N/A" and "" mean "not
//          known".
// Errors   a row that lacks cells or whose times are no numbers is left out and counted as damage.
// Source   the vendor's op_summary, task_time and kernel_details of 2023 to CANN 9.0.0.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "readers/import/capture.h"

namespace aclprof {

class TaskTableReader : public CaptureReader {
 public:
  // Whether a file that begins like this is such a table.
  static bool Recognizes(std::string_view beginning);
  TaskTableReader(std::string path, std::string_view beginning);

  const std::string& path() const override { return path_; }
  CaptureKind kind() const override { return kind_; }
  Status Read(CaptureVisitor* visitor) override;

 private:
  std::string path_;
  CaptureKind kind_;
};

}  // namespace aclprof
