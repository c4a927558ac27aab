// fused_sink.h: what any pipeline is measured against: one thread that takes whole blocks straight out of a ring, packs
// them with the library's codec and writes them to a file. No collector, no graph, no session, no order to keep.
//
// Threads  the ring's producer emits; Close joins the consumer.
// Errors   Open says why there is no ring or no file; a failed write shows in failures().
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <thread>

#include "base/status.h"
#include "bench/processor_split.h"
#include "ringbuf/ring_consumer.h"
#include "ringbuf/ring_memory.h"
#include "writers/block_encoder.h"

namespace aclprof {

class FusedSink {
 public:
  static Status Open(const std::string& path, std::unique_ptr<FusedSink>* sink) {
    static uint32_t nobody_sleeps = 0;
    RingSpec spec;
    spec.ring_id = 1;
    spec.device_id = 0;
    spec.capacity_bytes = uint64_t{8} << 20;
    spec.block_bytes = kBlockBytes;
    spec.policy = ACLPROFX_POLICY_BLOCK;
    spec.doorbell = &nobody_sleeps;
    std::unique_ptr<RingMemory> memory;
    if (Status made = RingMemory::Create(spec, &memory); !made.ok()) return made;
    std::memset(memory->ring()->data, 0, memory->ring()->capacity_bytes);  // has its pages there
    memory->ring()->gate = uint64_t{1} << ACLPROFX_KIND_TASK;
    const int file = open(path.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return Status::FromErrno(errno, path);
    sink->reset(new FusedSink(std::move(memory), file));
    return Status();
  }
  ~FusedSink() { Close(); }

  aclprofx_ring* ring() const { return memory_->ring(); }
  // What is left behind the last whole block stays there.
  void Close() {
    if (over_.exchange(true)) return;
    thread_.join();
    close(file_);
  }
  uint64_t records() const { return records_; }
  uint64_t failures() const { return failures_; }

 private:
  static constexpr uint64_t kBlockBytes = 64 * 1024;
  static constexpr size_t kWriteBytes = 1 << 20;
  static constexpr auto kRest = std::chrono::microseconds(20);

  FusedSink(std::unique_ptr<RingMemory> memory, int file)
      : memory_(std::move(memory)),
        file_(file),
        consumer_(memory_->ring()),
        thread_([this] { Run(); }) {}

  void Run() {
    ProcessorSplit().PinOther();
    uint64_t taken = 0;
    for (;;) {
      const bool over = over_.load();
      if (consumer_.Tail() - taken >= kBlockBytes) {
        Encode(taken);
        taken += kBlockBytes;
        consumer_.Release(taken);
      } else if (over) {
        return Write();
      } else {
        std::this_thread::sleep_for(kRest);
      }
    }
  }

  void Encode(uint64_t position) {
    BlockSource source;
    source.records = consumer_.At(position);
    source.bytes = kBlockBytes;
    source.ring_id = 1;
    source.first_position = position;
    source.sequence = position / kBlockBytes;
    source.kinds = uint64_t{1} << ACLPROFX_KIND_TASK;
    source.any_generation = true;
    if (!EncodeBlock(source, &block_).ok()) ++failures_;
    records_ += block_.counts[ACLPROFX_KIND_TASK];
    buffer_.insert(buffer_.end(), block_.bytes.begin(), block_.bytes.end());
    if (buffer_.size() >= kWriteBytes) Write();
  }

  void Write() {
    const ssize_t written = write(file_, buffer_.data(), buffer_.size());
    if (written != static_cast<ssize_t>(buffer_.size())) ++failures_;
    buffer_.clear();
  }

  const std::unique_ptr<RingMemory> memory_;
  const int file_;
  RingConsumer consumer_;
  EncodedBlock block_;
  std::vector<unsigned char> buffer_;
  uint64_t records_ = 0;
  uint64_t failures_ = 0;
  std::atomic<bool> over_{false};
  std::thread thread_;
};

}  // namespace aclprof
