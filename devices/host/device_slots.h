// device_slots.h: the devices of the process, up or not, and the contexts on them. A device is up while it is set
// (aclrtSetDevice, counted) or has contexts of the application.
//
// Threads  any. What brings a device up or down, or waits for it to go down, holds that device's lock alone.
// Errors   what a task failed with, where a call waited for it and nobody was told yet: the call is carried out all the
//          same. 107001 no such device; 107002 not set; 207000 asked by a thread that the device needs for its own work.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "aclprof/runtime.h"
#include "devices/host/handle_table.h"
#include "devices/host/host_context.h"
#include "devices/host/host_status.h"
#include "devices/host/memory_table.h"
#include "devices/host/model_table.h"
#include "devices/host/operator_cache.h"
#include "devices/host/report_threads.h"

namespace aclprof {

class DeviceSlots {
 public:
  DeviceSlots(int32_t count, HandleTable<HostContext>* contexts, HandleTable<HostStream>* streams,
              ReportThreads* reports, MemoryTable* memory, ModelTable* models,
              OperatorCache* operators)
      : count_(count),
        contexts_(contexts),
        streams_(streams),
        reports_(reports),
        memory_(memory),
        models_(models),
        operators_(operators) {}

  int32_t count() const { return count_; }

  // Counts one more; `context` gets the default context.
  HostStatus Set(int32_t id, void** context);
  // Counts one less. The last waits for the work of the default context and frees it.
  HostStatus Reset(int32_t id);
  // Frees everything on the device, whatever the count. Work that has not begun is dropped.
  HostStatus ResetForce(int32_t id);

  HostStatus CreateContext(int32_t id, void** context);
  HostStatus DestroyContext(void* context);

  HostStatus CreateStream(HostContext& context, void** stream);
  // Waits for its work; `force`: drops what has not begun and waits for nothing.
  HostStatus DestroyStream(HostContext& context, void* stream, bool force);

  // Frees every device. Work goes on to its end, but for tasks that wait for the application.
  HostStatus TakeAllDown();

 private:
  struct Slot {
    std::mutex lifecycle;
    int references = 0;
    std::shared_ptr<HostDevice> device;  // nullptr: down
    std::shared_ptr<HostContext> default_context;
    std::vector<std::shared_ptr<HostContext>> contexts;  // of the application
  };

  HostStatus Check(int32_t id) const;
  HostStatus EnsureUp(int32_t id, Slot& slot);
  std::shared_ptr<HostContext> AddContext(const Slot& slot, bool is_default);
  // Takes back the handles of a context and of its streams, and waits for their work; what that failed with, if nobody was
  // told yet.
  HostStatus Close(HostContext& context);
  HostStatus Retire(HostStream& stream);
  void CloseAllContexts(Slot& slot);
  void TakeDownIfUnused(int32_t id, Slot& slot);

  const int32_t count_;
  HandleTable<HostContext>* const contexts_;
  HandleTable<HostStream>* const streams_;
  ReportThreads* const reports_;
  MemoryTable* const memory_;
  ModelTable* const models_;
  OperatorCache* const operators_;
  std::array<Slot, ACLPROFX_MAX_DEVICES> slots_;
};

}  // namespace aclprof
