#include "readers/block_pipeline.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

#include "base/processors.h"

namespace aclprof {

int DecodingThreads(const ReadOptions& options) {
  return options.threads > 0 ? options.threads : UsableProcessors();
}

BlockPipeline::BlockPipeline(size_t blocks, int threads, ContentChecksum content_checksum,
                             Decode decode)
    : threads_(std::max(threads, 1)),
      most_ahead_(kBlocksAhead * static_cast<size_t>(threads_)),
      content_checksum_(content_checksum),
      decode_(std::move(decode)),
      decoder_(content_checksum),
      slots_(blocks) {}

BlockPipeline::~BlockPipeline() {
  {
    const Lock lock(mutex_);
    stopping_ = true;
  }
  room_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

// With fewer threads than wanted it takes longer, and that is all.
void BlockPipeline::StartThreads() {
  const size_t wanted = std::min(static_cast<size_t>(threads_), slots_.size()) - 1;
  try {
    while (workers_.size() < wanted) workers_.emplace_back([this] { Work(); });
  } catch (const std::system_error&) {
  }
}

void BlockPipeline::Work() {
  BlockDecoder decoder(content_checksum_);
  Lock lock(mutex_);
  while (true) {
    room_.wait(lock, [this] { return stopping_ || FindNext(); });
    if (stopping_) return;
    DecodeSlot(next_, &decoder, &lock);
  }
}

// Whether block number next_ may be decoded ahead.
bool BlockPipeline::FindNext() {
  while (next_ < slots_.size() && slots_[next_].state != State::kWaiting) ++next_;
  return next_ < slots_.size() && ahead_ < most_ahead_ && ready_bytes_ < kBytesAhead;
}

void BlockPipeline::DecodeSlot(size_t index, BlockDecoder* decoder, Lock* lock) {
  Slot& slot = slots_[index];
  slot.state = State::kDecoding;
  ++ahead_;
  std::unique_ptr<DecodedBlock> block = TakeSpare();
  lock->unlock();
  Status outcome;
  try {
    if (block == nullptr) block = std::make_unique<DecodedBlock>();
    outcome = decode_(index, decoder, block.get());
  } catch (const std::bad_alloc&) {
    outcome = Status(StatusCode::kResourceExhausted, "no memory to decode a block");
  }
  lock->lock();
  ready_bytes_ += block == nullptr ? 0 : block->Bytes();
  slot.block = std::move(block);
  slot.outcome = std::move(outcome);
  slot.state = State::kReady;
  ready_.notify_one();
}

Status BlockPipeline::Take(size_t index, std::unique_ptr<DecodedBlock>* block) {
  Lock lock(mutex_);
  if (workers_.empty() && threads_ > 1) StartThreads();
  Slot& slot = slots_[index];
  if (slot.state == State::kTaken) slot.state = State::kWaiting;
  while (slot.state != State::kReady) {
    if (slot.state == State::kWaiting) {
      DecodeSlot(index, &decoder_, &lock);
    } else if (FindNext()) {
      DecodeSlot(next_, &decoder_, &lock);
    } else {
      ready_.wait(lock);
    }
  }
  slot.state = State::kTaken;
  --ahead_;
  *block = std::move(slot.block);
  ready_bytes_ -= *block == nullptr ? 0 : (*block)->Bytes();
  if (ahead_ <= most_ahead_ / 2)
    room_.notify_all();  // not for each block, as it costs a system call
  return std::move(slot.outcome);
}

// No more than there are threads, so that memory for a while of large blocks is not kept.
void BlockPipeline::GiveBack(std::unique_ptr<DecodedBlock> block) {
  const Lock lock(mutex_);
  if (block != nullptr && spare_.size() < static_cast<size_t>(threads_))
    spare_.push_back(std::move(block));
}

std::unique_ptr<DecodedBlock> BlockPipeline::TakeSpare() {
  if (spare_.empty()) return nullptr;
  std::unique_ptr<DecodedBlock> block = std::move(spare_.back());
  spare_.pop_back();
  return block;
}

}  // namespace aclprof
