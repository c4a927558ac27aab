// two_readers_fuzzer.cc: a trace file of any bytes, read by the reader and by the reference reader. What is new here: they
// must agree on every record, name, ledger and loss; and checksums are put right, so that lies come through to the parsers.
#include <sys/mman.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/support/reader_comparison.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size)
    __attribute__((weak));  // of the engine; a replay has none

namespace {

using namespace aclprof;

// The announcement's word on the LZ4 frame behind it, where that is there.
void RepairAnnouncement(uint8_t* body, uint32_t body_bytes, size_t bytes_behind) {
  if (body_bytes < sizeof(BlockAnnouncement)) return;
  auto head = Load<BlockAnnouncement>(body);
  if (head.frame_bytes > bytes_behind) return;
  head.frame_checksum = XXH3_64bits(body + body_bytes, head.frame_bytes);
  Store(body, head);
}

void RepairFrame(uint8_t* frame, size_t left) {
  auto head = Load<FrameHead>(frame);
  constexpr uint32_t kLeast = sizeof(FrameHead) - kLz4HeadBytes;
  if (head.tag != kTraceTag || head.size_bytes < kLeast) return;
  if (head.size_bytes > left - kLz4HeadBytes) return;
  uint8_t* const body = frame + sizeof(FrameHead);
  const uint32_t body_bytes = head.size_bytes - kLeast;
  if (head.type == static_cast<uint16_t>(FrameType::kBlock))
    RepairAnnouncement(body, body_bytes, left - sizeof(FrameHead) - body_bytes);
  head.checksum = XXH3_64bits_withSeed(body, body_bytes, ChecksumSeed(head));
  Store(frame, head);
}

void RepairChecksums(uint8_t* data, size_t size) {
  for (size_t offset = 0; offset + sizeof(FrameHead) <= size; ++offset) {
    if (Load<uint32_t>(data + offset) == kSkippableMagic) RepairFrame(data + offset, size - offset);
  }
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  size = LLVMFuzzerMutate(data, size, max_size);
  if (seed % 4 != 0) RepairChecksums(data, size);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const int descriptor = memfd_create("trace", MFD_CLOEXEC);
  if (descriptor < 0 || write(descriptor, data, size) != static_cast<ssize_t>(size)) std::abort();
  const std::string difference = CompareReaders("/proc/self/fd/" + std::to_string(descriptor));
  close(descriptor);
  if (difference.empty()) return 0;
  std::fprintf(stderr, "the readers differ: %s\n", difference.c_str());
  std::abort();
}
