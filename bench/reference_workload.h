// reference_workload.h: the records that every figure is measured with, the same from a seed.
//
// Shape    tasks of 32 bytes: duration log-normal with a median of 12 us and sigma 1, 8 streams, task ids by one, 200
//          operators by Zipf's law with exponent 1, type = operator mod 5, flags set once in 16. Start gaps are uniform
//          in 1..100 us. Times in ns.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "aclprof/producer.h"

namespace aclprof {

class ReferenceWorkload {
 public:
  explicit ReferenceWorkload(uint64_t seed) : random_(seed) {
    double sum = 0;
    for (size_t op = 0; op < kOps; ++op) zipf_[op] = sum += 1.0 / static_cast<double>(op + 1);
    for (double& bound : zipf_) bound /= sum;
  }

  aclprofx_task Next() {
    aclprofx_task task{};
    task.start = now_ += 1000 + random_() % 99001;
    task.duration = static_cast<uint64_t>(12000.0 * std::exp(normal_(random_)));
    task.stream_id = static_cast<uint32_t>(random_() % 8);
    task.task_id = next_id_++;
    const auto op = std::lower_bound(zipf_, zipf_ + kOps, uniform_(random_)) - zipf_;
    task.op = static_cast<uint32_t>(std::min<ptrdiff_t>(op, kOps - 1)) + 1;
    task.type = static_cast<uint16_t>(task.op % 5);
    task.flags = random_() % 16 == 0;
    return task;
  }

  std::vector<aclprofx_task> Make(size_t count) {
    std::vector<aclprofx_task> tasks(count);
    for (aclprofx_task& task : tasks) task = Next();
    return tasks;
  }

 private:
  static constexpr size_t kOps = 200;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
  double zipf_[kOps];
  uint64_t now_ = 1'000'000'000;
  uint32_t next_id_ = 1;
};

}  // namespace aclprof
