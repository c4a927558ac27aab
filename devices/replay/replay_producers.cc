#include "devices/replay/replay_producers.h"

namespace aclprof {
namespace {

constexpr int32_t kHost = -1;
// 64 devices and the host have to fit under the cap for all rings together.
constexpr uint64_t kRingBytes = 1 << 20;

Status OpenOne(int32_t device_id, const ReplayProducerOptions& wanted, aclprofx_ring** ring) {
  aclprofx_producer_options options{};
  options.size_bytes = sizeof(options);
  options.device_id = device_id;
  options.name = wanted.name.c_str();
  options.capacity_bytes = kRingBytes;
  options.policy = wanted.block ? ACLPROFX_POLICY_BLOCK : ACLPROFX_POLICY_DROP;
  options.clock = wanted.clock;
  const int code = aclprofx_open_producer(&options, ring);
  if (code == 0) return Status();
  return Status(StatusCode::kResourceExhausted, "no ring for device " + std::to_string(device_id) +
                                                    ": error " + std::to_string(code));
}

}  // namespace

ReplayProducers::~ReplayProducers() { Close(); }

Status ReplayProducers::Open(const std::vector<int32_t>& devices,
                             const ReplayProducerOptions& options) {
  std::vector<int32_t> all = devices;
  all.push_back(kHost);
  for (const int32_t device : all) {
    aclprofx_ring* ring = nullptr;
    if (Status status = OpenOne(device, options, &ring); !status.ok()) {
      Close();
      return status;
    }
    rings_[device] = ring;
  }
  return Status();
}

void ReplayProducers::Close() {
  for (const auto& [device, ring] : rings_) aclprofx_close_producer(ring);
  rings_.clear();
}

}  // namespace aclprof
