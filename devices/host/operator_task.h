// operator_task.h: the task that runs a single operator.
#pragma once

#include <memory>
#include <utility>

#include "devices/host/device_buffers.h"
#include "devices/host/host_operator.h"
#include "devices/host/host_stream.h"
#include "devices/host/host_task.h"
#include "devices/host/stream_executor.h"

namespace aclprof {

class OperatorTask : public HostTask {
 public:
  OperatorTask(std::shared_ptr<HostOperator> compiled, DeviceBuffers inputs, DeviceBuffers outputs)
      : HostTask(compiled->identity().type),
        operator_(std::move(compiled)),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)) {
    identity.op = operator_->identity().op;
  }

  TaskProgress Run(HostStream& stream) override {
    HostStatus ran = operator_->Run(inputs_.const_pointers(), outputs_.pointers());
    if (!ran.ok()) stream.executor().failures().Add(stream.id(), std::move(ran));
    return TaskProgress::kDone;
  }

 private:
  const std::shared_ptr<HostOperator> operator_;
  const DeviceBuffers inputs_;
  const DeviceBuffers outputs_;
};

}  // namespace aclprof
