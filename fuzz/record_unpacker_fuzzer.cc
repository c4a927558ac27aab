// record_unpacker_fuzzer.cc: the packed bytes of a block. What is new here: no checksum and no LZ4 stand in the way.
#include <cstdint>
#include <cstdlib>

#include "readers/record_unpacker.h"
#include "tests/support/unpacked_records.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static aclprof::RecordUnpacker
      unpacker;  // as readers do: what one block left behind is there for the next
  aclprof::UnpackedBlock block;
  if (!unpacker.Unpack({data, size}, ~uint64_t{0}, &block).ok()) return 0;
  for (const aclprof::UnpackedRecord& record : aclprof::RecordsOf(block)) {
    if (record.payload.empty()) std::abort();
  }
  return 0;
}
