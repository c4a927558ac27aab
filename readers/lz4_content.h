// lz4_content.h: what one LZ4 frame holds.
//
// Shape    reused from frame to frame. A frame whose only block is stored as it is needs no decompressing and no copy.
// Threads  one.
// Errors   kDataLoss for what is not exactly one frame of exactly the length that was announced.
// Source   lz4_Frame_format.md of LZ4, version 1.6; trace_format.md, "Grammar".
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/byte_order.h"
#include "base/status.h"

struct LZ4F_dctx_s;

namespace aclprof {

// The frame's own checksum, of the content, says nothing that the announcement's does not say of the frame; to look at
// it all the same takes as long as all the rest.
enum class ContentChecksum { kIgnored, kChecked };

class Lz4Content {
 public:
  explicit Lz4Content(ContentChecksum checksum) : checksum_(checksum) {}

  // *content lives until the next call, and as long as the frame.
  Status Take(std::span<const unsigned char> frame, size_t content_bytes,
              std::span<const unsigned char>* content);

 private:
  struct FreeContext {
    void operator()(LZ4F_dctx_s* context) const;
  };

  Status Decompress(std::span<const unsigned char> frame, size_t content_bytes);

  const ContentChecksum checksum_;
  std::unique_ptr<LZ4F_dctx_s, FreeContext> context_;
  Bytes decompressed_;
};

}  // namespace aclprof
