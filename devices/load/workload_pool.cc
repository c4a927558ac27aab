#include "devices/load/workload_pool.h"

#include <map>
#include <string>

#include "bench/reference_workload.h"

namespace aclprof {
namespace {

uint32_t InternOp(uint32_t op, uint16_t type) {
  const std::string name = "operator_" + std::to_string(op);
  const std::string kind = "Kind" + std::to_string(type);
  aclprofx_op_info info{};
  info.size_bytes = sizeof(info);
  info.name = name.c_str();
  info.type = kind.c_str();
  info.task_type = "AI_CORE";
  info.block_num = info.mix_block_num = ACLPROFX_NONE;
  return aclprofx_intern_op(&info);
}

}  // namespace

WorkloadPool::WorkloadPool(uint64_t seed) {
  ReferenceWorkload workload(seed);
  tasks_ = workload.Make(kRecords);
  round_ticks_ = workload.Next().start - tasks_.front().start;
}

void WorkloadPool::InternNames() {
  std::map<uint32_t, uint32_t> ops;
  std::map<uint16_t, uint16_t> types;
  for (aclprofx_task& task : tasks_) {
    const auto op = ops.try_emplace(task.op, 0).first;
    if (op->second == 0) op->second = InternOp(task.op, task.type);
    const auto type = types.try_emplace(task.type, 0).first;
    if (type->second == 0)
      type->second = aclprofx_task_type(("TYPE_" + std::to_string(task.type)).c_str());
    task.op = op->second;
    task.type = type->second;
  }
}

}  // namespace aclprof
