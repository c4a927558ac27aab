// host_model.h: a loaded model on its device: the engine's model, its memory, the identities of its steps, and who runs
// it.
//
// Shape    load -> runs, which take turns -> retire: no new run, wait for those there are, give the memory back.
// Threads  any. RunStep by the run whose turn it is, on the device's thread.
// Errors   Load: 145006 the bytes are no model; 145000 a model that can't be run; 245000 it needs more memory than there
//          is; 145006, 145007, 107000 or 107016 for memory of the caller's that does not fit. The text names the node, or
//          the byte offset where there is none.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "devices/host/device_memory.h"
#include "devices/host/host_device.h"
#include "devices/host/model_turn.h"
#include "devices/host/step_identity.h"
#include "devices/models/model.h"

namespace aclprof {

// What the engine says, as an aclError.
HostStatus ToHostStatus(const Status& status);

class HostModel {
 public:
  // Memory of the caller's for the model to use; NULL: its own.
  struct Region {
    void* bytes = nullptr;
    size_t size = 0;
  };
  struct Request {
    std::span<const unsigned char> bytes;
    std::string name;  // where the graph has none
    Region work;
    Region weights;
  };

  static HostStatus Load(const Request& request, const std::shared_ptr<HostDevice>& device,
                         const MemoryTable& memory, std::shared_ptr<HostModel>* model);

  uint32_t id() const { return id_; }
  int32_t device_id() const { return device_id_; }
  const std::string& name() const { return name_; }
  const Model& model() const { return *model_; }
  const std::vector<StepIdentity>& steps() const { return steps_; }

  // Counts a run; false: it is being unloaded.
  bool Enter();
  void Leave();
  ModelTurn& turn() { return turn_; }
  // 507011: the step's elements can't be, or the engine fails.
  HostStatus RunStep(size_t step, std::span<const void* const> inputs,
                     std::span<void* const> outputs);

  void Retire();

 private:
  // One of the two blocks of memory, the model's own or the caller's.
  struct Place {
    void* bytes = nullptr;
    std::unique_ptr<DeviceMemory> own;
    std::shared_ptr<MemoryBlock> callers;
  };

  HostModel(std::unique_ptr<Model> model, std::string name, int32_t device_id);
  HostStatus TakePlaces(const Request& request, const std::shared_ptr<HostDevice>& device,
                        const MemoryTable& memory);

  const uint32_t id_;
  const int32_t device_id_;
  const std::string name_;
  const std::unique_ptr<Model> model_;
  std::vector<StepIdentity> steps_;
  Place work_;
  Place weights_;
  ModelTurn turn_;

  std::mutex mutex_;
  std::condition_variable left_;
  size_t runs_ = 0;
  bool retired_ = false;
};

}  // namespace aclprof
