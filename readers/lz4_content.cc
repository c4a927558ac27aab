#include "readers/lz4_content.h"

#include <lz4frame.h>

#include <string>

#include "base/byte_reader.h"
#include "base/checksum.h"
#include "format/trace_format.h"

namespace aclprof {
namespace {

// LZ4 decompresses in place what has room for one of its own blocks behind it, and copies otherwise.
constexpr size_t kLz4BlockBytes = 64u << 10;
// Version 1, blocks that stand alone, content checksum, content size.
constexpr unsigned char kUsualFlags = 0x40 | 0x20 | 0x08 | 0x04;
constexpr uint32_t kStoredAsIs = 0x80000000u;  // in the size of a block

Status BrokenFrame(const std::string& what) { return Status(StatusCode::kDataLoss, what); }

#pragma pack(push, 1)
struct FrameFront {
  uint32_t magic;
  unsigned char flags;
  unsigned char block_size;
  uint64_t content_bytes;
  unsigned char head_checksum;
  uint32_t block_bytes;
};
struct FrameBack {
  uint32_t end_mark;
  uint32_t content_checksum;
};
#pragma pack(pop)
static_assert(sizeof(FrameFront) == 19 && sizeof(FrameBack) == 8);

bool IsUsual(const FrameFront& front, const unsigned char* frame) {
  constexpr size_t kDescriptor = offsetof(FrameFront, flags);
  constexpr size_t kDescriptorBytes = offsetof(FrameFront, head_checksum) - kDescriptor;
  return front.magic == kLz4FrameMagic && front.flags == kUsualFlags &&
         static_cast<unsigned char>(Lz4Checksum(frame + kDescriptor, kDescriptorBytes) >> 8) ==
             front.head_checksum;
}

// How much a block may hold; 0 for what is no size.
size_t MostBlockBytes(unsigned char block_size) {
  const unsigned size = block_size >> 4;
  return (block_size & 0x8F) != 0 || size < 4 ? 0 : size_t{1} << (8 + 2 * size);
}

// The one block of a frame as our writer makes it, if that is stored as it is; else nothing.
std::span<const unsigned char> StoredContent(std::span<const unsigned char> frame,
                                             size_t content_bytes, ContentChecksum checksum) {
  if (frame.size() != sizeof(FrameFront) + content_bytes + sizeof(FrameBack)) return {};
  const auto front = Load<FrameFront>(frame.data());
  if (front.block_bytes != (content_bytes | kStoredAsIs) || front.content_bytes != content_bytes ||
      content_bytes > MostBlockBytes(front.block_size) || !IsUsual(front, frame.data())) {
    return {};
  }
  const auto content = frame.subspan(sizeof(FrameFront), content_bytes);
  const auto back = Load<FrameBack>(content.data() + content_bytes);
  if (back.end_mark != 0) return {};
  const bool holds = checksum == ContentChecksum::kIgnored ||
                     Lz4Checksum(content.data(), content_bytes) == back.content_checksum;
  return holds ? content : std::span<const unsigned char>();
}

}  // namespace

void Lz4Content::FreeContext::operator()(LZ4F_dctx_s* context) const {
  LZ4F_freeDecompressionContext(context);
}

Status Lz4Content::Take(std::span<const unsigned char> frame, size_t content_bytes,
                        std::span<const unsigned char>* content) {
  *content = StoredContent(frame, content_bytes, checksum_);
  if (!content->empty()) return Status();
  Status decompressed = Decompress(frame, content_bytes);
  if (decompressed.ok()) *content = std::span(decompressed_).first(content_bytes);
  return decompressed;
}

Status Lz4Content::Decompress(std::span<const unsigned char> frame, size_t content_bytes) {
  if (context_ == nullptr) {
    LZ4F_dctx* made = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&made, LZ4F_VERSION)))
      return Status(StatusCode::kResourceExhausted, "no memory to decompress");
    context_.reset(made);
  }
  LZ4F_decompressOptions_t options{};
  options.skipChecksums = checksum_ == ContentChecksum::kIgnored;
  LZ4F_resetDecompressionContext(context_.get());
  const size_t room = content_bytes + kLz4BlockBytes;
  if (decompressed_.size() < room) decompressed_.resize(room);
  size_t made = room;
  size_t used = frame.size();
  const size_t hint =
      LZ4F_decompress(context_.get(), decompressed_.data(), &made, frame.data(), &used, &options);
  if (LZ4F_isError(hint)) return BrokenFrame(std::string("LZ4: ") + LZ4F_getErrorName(hint));
  if (hint == 0 && made == content_bytes && used == frame.size()) return Status();
  return BrokenFrame("not as long as announced");
}

}  // namespace aclprof
