// model_load_record.h: the record of one loading of a model, from its making to Emit.
//
// Threads  the thread that loads: the record goes onto its own ring.
#pragma once

#include "devices/host/host_model.h"

namespace aclprof {

class ModelLoadRecord {
 public:
  ModelLoadRecord();
  void Emit(const HostModel& model);

 private:
  aclprofx_ring* const ring_;  // nullptr: nobody wants it
  const uint64_t start_;
};

}  // namespace aclprof
