// trace_frames_fuzzer.cc: the body of a frame, of the type that the first byte says. What is new here: no checksum
// stands in the way, so the parsers see every lie about lengths.
#include <cstdint>
#include <string_view>

#include "readers/name_index.h"
#include "readers/trace_frames.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace aclprof;
  if (size == 0) return 0;
  const ByteReader body(data + 1, size - 1);
  TraceHeader header;
  AnnouncedBlock block;
  std::vector<ClockStamp> stamps;
  std::vector<IndexedBlock> index;
  Ledger ledger;
  FileEnd end;
  uint32_t scope = 0;
  NameIndex names;
  switch (static_cast<FrameType>(data[0])) {
    case FrameType::kHeader:
      (void)ParseHeader(body, &header);
      break;
    case FrameType::kDictionary:
      (void)ParseDictionary(
          body, [&](DictionaryRef ref, std::string_view entry) { names.Add(ref, entry); });
      break;
    case FrameType::kClock:
      (void)ParseClocks(body, &stamps);
      break;
    case FrameType::kBlock:
      (void)ParseAnnouncement(body, &block);
      break;
    case FrameType::kIndex:
      (void)ParseIndex(body, &index);
      break;
    case FrameType::kLedger:
      (void)ParseLedger(body, &scope, &ledger);
      break;
    case FrameType::kEnd:
      (void)ParseEnd(body, &end);
      break;
  }
  return 0;
}
