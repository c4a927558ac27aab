// model_table.h: the models that are loaded, by their ids.
//
// Threads  any. Unloading waits for the runs that were launched before it.
// Errors   145003 no model has this id; Add: 107002 its device was reset while it was loaded.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>

#include "devices/host/host_model.h"

namespace aclprof {

class ModelTable {
 public:
  HostStatus Add(std::shared_ptr<HostModel> model, const HostDevice& device);
  HostStatus Find(uint32_t id, std::shared_ptr<HostModel>* model) const;
  HostStatus Unload(uint32_t id);
  void UnloadAllOf(int32_t device_id);

 private:
  std::shared_ptr<HostModel> Take(uint32_t id);

  mutable std::shared_mutex mutex_;
  std::map<uint32_t, std::shared_ptr<HostModel>> models_;
};

}  // namespace aclprof
