// field_entropy.h: how few bytes a record of the reference workload could take, each field packed alone (order 0).
//
// Shape    start gap, duration, stream, operator and flags; the type follows from the operator, task ids go up by one.
// Units    bits, bytes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "aclprof/producer.h"

namespace aclprof {

class FieldEntropy {
 public:
  void Add(const aclprofx_task& task) {
    fields_[0].push_back(task.start - last_start_);
    fields_[1].push_back(task.duration);
    fields_[2].push_back(task.stream_id);
    fields_[3].push_back(task.op);
    fields_[4].push_back(task.flags);
    last_start_ = task.start;
  }

  double BytesPerRecord() {
    double bits = 0;
    for (std::vector<uint64_t>& values : fields_) bits += Bits(&values);
    return bits / 8;
  }

 private:
  static double Bits(std::vector<uint64_t>* values) {
    std::sort(values->begin(), values->end());
    const auto all = static_cast<double>(values->size());
    double bits = 0;
    for (auto first = values->begin(); first != values->end();) {
      const auto end = std::upper_bound(first, values->end(), *first);
      const double share = static_cast<double>(end - first) / all;
      bits -= share * std::log2(share);
      first = end;
    }
    return bits;
  }

  std::vector<uint64_t> fields_[5];
  uint64_t last_start_ = 0;
};

}  // namespace aclprof
