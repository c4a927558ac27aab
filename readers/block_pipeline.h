// block_pipeline.h: the blocks of a session, decoded ahead by several threads and taken in order by one.
//
// Shape    who takes a block that is not ready decodes as well, so that `threads` counts it too, and 1 makes no thread.
//          Blocks are decoded at most kBlocksAhead a thread and kBytesAhead in all before they are taken; what a block
//          decodes to does not depend on who did it or when.
// Threads  Take and GiveBack: one. The function that decodes is called from any, with a decoder of that thread.
// Errors   those of decoding, when the block is taken; memory that is not there is one of them (kResourceExhausted).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/status.h"
#include "readers/block_decoder.h"
#include "readers/session_reader.h"

namespace aclprof {

inline constexpr size_t kBlocksAhead = 4;
inline constexpr size_t kBytesAhead = 32u << 20;

// At least 1.
int DecodingThreads(const ReadOptions& options);

class BlockPipeline {
 public:
  // Decodes block number `index`.
  using Decode = std::function<Status(size_t index, BlockDecoder* decoder, DecodedBlock* block)>;

  BlockPipeline(size_t blocks, int threads, ContentChecksum content_checksum, Decode decode);
  ~BlockPipeline();
  BlockPipeline(const BlockPipeline&) = delete;
  BlockPipeline& operator=(const BlockPipeline&) = delete;

  // In any order, but only those taken from 0 on are decoded ahead; again what was taken before.
  Status Take(size_t index, std::unique_ptr<DecodedBlock>* block);
  // The memory of a block that nobody needs any more, for another one.
  void GiveBack(std::unique_ptr<DecodedBlock> block);

 private:
  enum class State : uint8_t { kWaiting, kDecoding, kReady, kTaken };
  struct Slot {
    State state = State::kWaiting;
    Status outcome;
    std::unique_ptr<DecodedBlock> block;
  };
  using Lock = std::unique_lock<std::mutex>;

  void StartThreads();
  void Work();
  bool FindNext();
  void DecodeSlot(size_t index, BlockDecoder* decoder, Lock* lock);
  std::unique_ptr<DecodedBlock> TakeSpare();

  const int threads_;
  const size_t most_ahead_;
  const ContentChecksum content_checksum_;
  const Decode decode_;
  BlockDecoder decoder_;  // of who takes
  std::mutex mutex_;
  std::condition_variable room_;   // for blocks ahead, or the end
  std::condition_variable ready_;  // a block
  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<DecodedBlock>> spare_;
  size_t next_ = 0;         // everything before it was begun
  size_t ahead_ = 0;        // blocks that are being decoded or ready
  size_t ready_bytes_ = 0;  // of those that are ready
  bool stopping_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace aclprof
