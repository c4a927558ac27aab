// host_process.h: everything the host runtime knows in this process, and its life from aclInit to aclFinalize.
//
// Threads  any. A forked child begins afresh: its parent's threads, devices and handles are not there.
// Orders   [H1] Get stores current, release -> Get loads it, acquire: the HostProcess is whole.
// Exit     the process's own end destroys nothing here: threads of devices may be at work until the last moment.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "devices/host/device_slots.h"
#include "devices/host/handle_table.h"
#include "devices/host/host_context.h"
#include "devices/host/host_event.h"
#include "devices/host/host_status.h"
#include "devices/host/host_stream.h"
#include "devices/host/memory_table.h"
#include "devices/host/model_dataset.h"
#include "devices/host/model_description.h"
#include "devices/host/model_table.h"
#include "devices/host/operator_cache.h"
#include "devices/host/report_threads.h"

namespace aclprof {

class HostProcess {
 public:
  static HostProcess& Get();

  HostStatus Init(const char* config_path);
  HostStatus Finalize();
  HostStatus FinalizeReference(uint64_t* left);
  // 100001 before aclInit.
  HostStatus CheckInitialized() const;

  // What the calling thread works on: its context (107002: none), and a stream of it, by default the default one.
  HostStatus CurrentContext(std::shared_ptr<HostContext>* context);
  HostStatus StreamOf(void* handle, std::shared_ptr<HostStream>* stream);
  HostStatus EventOf(void* handle, std::shared_ptr<HostEvent>* event);
  // `argument` is the name that the call has for it.
  HostStatus DatasetOf(const void* handle, const char* argument,
                       std::shared_ptr<ModelDataset>* dataset);

  DeviceSlots& devices() { return devices_; }
  HandleTable<HostContext>& contexts() { return contexts_; }
  HandleTable<HostStream>& streams() { return streams_; }
  HandleTable<HostEvent>& events() { return events_; }
  MemoryTable& memory() { return memory_; }
  ModelTable& models() { return models_; }
  HandleTable<ModelDescription>& model_descriptions() { return model_descriptions_; }
  HandleTable<ModelDataset>& datasets() { return datasets_; }
  OperatorCache& operators() { return operators_; }
  HandleTable<OperatorAttributes>& operator_attributes() { return operator_attributes_; }
  ReportThreads& reports() { return reports_; }

 private:
  HostProcess();

  HostStatus FinalizeLocked();

  HandleTable<HostContext> contexts_;
  HandleTable<HostStream> streams_;
  HandleTable<HostEvent> events_;
  MemoryTable memory_;
  ModelTable models_;
  HandleTable<ModelDescription> model_descriptions_;
  HandleTable<ModelDataset> datasets_;
  OperatorCache operators_;
  HandleTable<OperatorAttributes> operator_attributes_;
  ReportThreads reports_;
  DeviceSlots devices_;

  std::mutex lifecycle_;
  std::atomic<uint64_t> references_{0};  // of aclInit; changes under the lock
};

// The calling thread's context; its handle may have died since.
void* CurrentContextHandle();
void SetCurrentContextHandle(void* context);

}  // namespace aclprof
