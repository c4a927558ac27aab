// record_unpacker_fuzzer.cc: the packed bytes of a block. What is new here: no checksum and no LZ4 stand in the way.
#include <cstdint>
#include <cstdlib>

#include "readers/record_unpacker.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  aclprof::UnpackedBlock block;
  if (!aclprof::UnpackRecords(aclprof::Bytes(data, data + size), ~uint64_t{0}, &block).ok())
    return 0;
  for (const aclprof::UnpackedRecord& record : block.records) {
    if (record.first_word + size_t{record.payload_bytes} / 8 > block.words.size()) std::abort();
  }
  return 0;
}
