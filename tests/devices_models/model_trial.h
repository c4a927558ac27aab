// model_trial.h: what is asked of any bytes that are loaded as a model: they are refused with a place and a reason, or run;
// and loading takes no more memory than a small file can justify.
//
// Units    bytes.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "tests/devices_models/allocation_meter.h"
#include "tests/support/model_run.h"

namespace aclprof {

struct TrialOutcomes {
  size_t refused = 0;
  size_t ran = 0;
  std::map<StatusCode, size_t> codes;
};

class ModelTrial {
 public:
  // Of memory that loading may take, and that a run may, else it is left out.
  ModelTrial(size_t max_load_bytes, size_t max_run_bytes)
      : max_load_bytes_(max_load_bytes), max_run_bytes_(max_run_bytes) {}

  void Try(const std::string& bytes) {
    std::unique_ptr<Model> model;
    const AllocationMeter meter;
    const Status status = LoadModel(bytes, &model);
    EXPECT_LE(meter.PeakBytes(), max_load_bytes_) << status.message();
    ++outcomes_.codes[status.code()];
    if (status.ok())
      RunIfSmall(model.get());
    else
      ExpectPlaceAndReason(status);
  }

  const TrialOutcomes& outcomes() const { return outcomes_; }

 private:
  void RunIfSmall(Model* model) {
    size_t bytes = model->workspace_bytes() + model->weight_bytes();
    for (const auto* tensors : {&model->inputs(), &model->outputs()})
      for (const ModelTensor& tensor : *tensors) bytes += tensor.type.Bytes();
    if (bytes > max_run_bytes_) return;
    ModelRun run(model);
    const Status& status = run.Run().status();
    if (!status.ok()) {
      EXPECT_NE(status.message().find("node '"), std::string::npos) << status.message();
    }
    ++outcomes_.ran;
  }

  void ExpectPlaceAndReason(const Status& status) {
    ++outcomes_.refused;
    EXPECT_NE(status.code(), StatusCode::kInternal) << status.message();
    EXPECT_NE(status.message().find("byte "), std::string::npos) << status.message();
    EXPECT_NE(status.message().find(": "), std::string::npos) << status.message();
  }

  const size_t max_load_bytes_;
  const size_t max_run_bytes_;
  TrialOutcomes outcomes_;
};

}  // namespace aclprof
