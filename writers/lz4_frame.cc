#include "writers/lz4_frame.h"

#include <lz4.h>

#include <algorithm>
#include <cstdint>

#include "base/checksum.h"
#include "format/trace_format.h"

namespace aclprof {
namespace {

// Version 1, blocks that stand alone, content checksum, content size.
constexpr unsigned char kFlags = 0x40 | 0x20 | 0x08 | 0x04;
constexpr uint32_t kStoredAsIs = 0x80000000u;  // in the size of a block
constexpr size_t kSizeBytes = sizeof(uint32_t);

// How much one block may hold: 64 KiB for size 4, four times as much for each size above, up to 7.
constexpr unsigned kLeastSize = 4, kMostSize = 7;
constexpr size_t BlockBytes(unsigned size) { return size_t{1} << (8 + 2 * size); }

unsigned SizeFor(size_t content_bytes) {
  unsigned size = kLeastSize;
  while (size < kMostSize && BlockBytes(size) < content_bytes) ++size;
  return size;
}

void AppendHead(size_t content_bytes, unsigned size, Bytes* bytes) {
  unsigned char descriptor[2 + sizeof(uint64_t)] = {kFlags, static_cast<unsigned char>(size << 4)};
  Store(&descriptor[2], uint64_t{content_bytes});
  AppendValue(bytes, kLz4FrameMagic);
  AppendBytes(bytes, descriptor, sizeof(descriptor));
  bytes->push_back(static_cast<unsigned char>(Lz4Checksum(descriptor, sizeof(descriptor)) >> 8));
}

// What does not get smaller is stored as it is.
void AppendBlock(std::span<const unsigned char> part, int acceleration, Bytes* bytes) {
  const size_t size_at = bytes->size();
  bytes->resize(size_at + kSizeBytes + part.size());
  unsigned char* const to = bytes->data() + size_at + kSizeBytes;
  const auto room = static_cast<int>(part.size());
  const int made = LZ4_compress_fast(reinterpret_cast<const char*>(part.data()),
                                     reinterpret_cast<char*>(to), room, room - 1, acceleration);
  if (made > 0) {
    Store(to - kSizeBytes, static_cast<uint32_t>(made));
    bytes->resize(size_at + kSizeBytes + static_cast<size_t>(made));
  } else {
    Store(to - kSizeBytes, static_cast<uint32_t>(part.size()) | kStoredAsIs);
    std::copy(part.begin(), part.end(), to);
  }
}

}  // namespace

size_t AppendLz4Frame(std::span<const unsigned char> content, int acceleration, Bytes* bytes) {
  const size_t start = bytes->size();
  const unsigned size = SizeFor(content.size());
  AppendHead(content.size(), size, bytes);
  for (size_t at = 0; at < content.size(); at += BlockBytes(size))
    AppendBlock(content.subspan(at, std::min(BlockBytes(size), content.size() - at)), acceleration,
                bytes);
  AppendValue(bytes, uint32_t{0});  // no block follows
  AppendValue(bytes, Lz4Checksum(content.data(), content.size()));
  return bytes->size() - start;
}

}  // namespace aclprof
