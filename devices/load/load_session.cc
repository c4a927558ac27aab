#include "devices/load/load_session.h"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <numeric>
#include <system_error>

#include "aclprof/runtime.h"

namespace aclprof {
namespace {

constexpr uint64_t kMostRingBytes = uint64_t{8} << 20;
// Of the cap for all rings, the half.
constexpr uint64_t kAllRingsBytes = uint64_t{64} << 20;

uint64_t RingBytesOf(const LoadShape& shape) {
  if (shape.ring_bytes != 0) return shape.ring_bytes;
  const auto producers = static_cast<uint64_t>(shape.producers);
  return std::min(kMostRingBytes, std::bit_floor(kAllRingsBytes / producers));
}

uint64_t TraceBytesBelow(const std::string& directory) {
  uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory, error))
    if (entry.path().extension() == ".lz4") bytes += entry.file_size(error);
  return bytes;
}

}  // namespace

uint64_t LoadOutcome::Dropped() const {
  return std::accumulate(std::begin(ledger.dropped), std::end(ledger.dropped), uint64_t{0});
}

LoadSession::~LoadSession() { CloseRings(); }

void LoadSession::CloseRings() {
  for (aclprofx_ring* const ring : rings_) aclprofx_close_producer(ring);
  rings_.clear();
}

Status LoadSession::Begin(const std::string& output, const LoadShape& shape) {
  ReplayDemand demand;
  demand.devices.resize(static_cast<size_t>(shape.devices));
  std::iota(demand.devices.begin(), demand.devices.end(), 0);
  demand.lossless = shape.lossless;
  Status status = session_.Begin(output, demand);
  return status.ok() ? OpenRings(shape) : status;
}

Status LoadSession::OpenRings(const LoadShape& shape) {
  aclprofx_producer_options options{};
  options.size_bytes = sizeof(options);
  options.name = "load";
  options.policy = shape.lossless ? ACLPROFX_POLICY_BLOCK : ACLPROFX_POLICY_DROP;
  options.capacity_bytes = RingBytesOf(shape);
  for (int i = 0; i < shape.producers; ++i) {
    options.device_id = i % shape.devices;
    aclprofx_ring* ring = nullptr;
    if (const int code = aclprofx_open_producer(&options, &ring); code != 0) {
      const char* const why = aclprofx_last_error();
      return Status(StatusCode::kResourceExhausted, "no ring for producer " + std::to_string(i) +
                                                        ": error " + std::to_string(code) + ": " +
                                                        (why == nullptr ? "" : why));
    }
    rings_.push_back(ring);
  }
  return Status();
}

Status LoadSession::End(LoadOutcome* outcome) {
  ReplayOutcome ended;
  const Status status = session_.End(&ended);
  CloseRings();
  outcome->stop_seconds = ended.stop_seconds;
  outcome->directory = ended.directory;
  outcome->ledger = ended.ledger;
  outcome->file_bytes = TraceBytesBelow(ended.directory);
  return status;
}

}  // namespace aclprof
