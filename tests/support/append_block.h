// append_block.h: one block alone into a stream.
#pragma once

#include <gtest/gtest.h>

#include "writers/stream_writer.h"

namespace aclprof {

inline Status AppendBlock(StreamWriter* writer, const EncodedBlock& block) {
  const EncodedBlock* const one = &block;
  size_t taken = 0;
  Status written = writer->Append({&one, 1}, &taken);
  EXPECT_EQ(taken, 1u);
  return written;
}

}  // namespace aclprof
