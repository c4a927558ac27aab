#include "devices/models/weight_block.h"

#include <cstring>

namespace aclprof {
namespace {

bool IsUsedWeight(const LinkedValue& value) {
  return value.origin == ValueOrigin::kWeight && value.is_used;
}

}  // namespace

void WeightBlock::Fill(LinkedGraph* graph) {
  for (const LinkedValue& value : graph->values) {
    offsets_.push_back(bytes_);
    if (IsUsedWeight(value)) bytes_ += AlignedUp(value.weight->data.size());
  }
  own_ = AlignedMemory(bytes_);
  memory_ = own_.get();
  for (size_t i = 0; i < graph->values.size(); ++i) {
    if (!IsUsedWeight(graph->values[i])) continue;
    const std::vector<unsigned char> data = std::move(graph->values[i].weight->data);
    std::memcpy(memory_ + offsets_[i], data.data(), data.size());
    std::memset(memory_ + offsets_[i] + data.size(), 0, AlignedUp(data.size()) - data.size());
  }
}

void WeightBlock::MoveTo(void* memory) {
  if (bytes_ == 0) return;
  std::memcpy(memory, memory_, bytes_);
  memory_ = static_cast<unsigned char*>(memory);
  own_ = AlignedMemory();
}

}  // namespace aclprof
