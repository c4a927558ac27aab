// trace_frames.h: the bodies of our frames, taken apart and checked.
//
// Errors   every function returns false for a body that contradicts itself; nothing of it may be used then, and nothing
//          was added to what it adds to.
// Source   format/trace_format.md.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "format/ledger.h"
#include "format/trace_format.h"

namespace aclprof {

struct TraceHeader {
  FileHeader fixed{};
  std::string session_id;
  std::string host_name;
  std::string process_name;
  std::string device_name;
  std::string clock_source;
  std::string writer;
};

struct AnnouncedBlock {
  BlockAnnouncement fixed{};
  std::vector<KindCount> counts;

  uint64_t Records() const;
  // Whether these are the records that it announces; of kinds without a counter the sum alone is compared.
  bool Announces(const KindCounts& by_kind, uint64_t unknown) const;
};

struct IndexedBlock {
  uint64_t offset = 0;  // of the kBlock frame, from the file's header frame
  uint32_t body_bytes = 0;
  AnnouncedBlock block;
};

// Whether this may be the head of one of our frames.
bool IsOurHead(const FrameHead& head);
// Of a head that IsOurHead.
inline uint32_t BodyBytes(const FrameHead& head) {
  return head.size_bytes + kLz4HeadBytes - static_cast<uint32_t>(sizeof(FrameHead));
}
bool ChecksumHolds(const FrameHead& head, const unsigned char* body);

bool ParseHeader(ByteReader body, TraceHeader* header);
bool ParseAnnouncement(ByteReader body, AnnouncedBlock* block);
bool ParseClocks(ByteReader body, std::vector<ClockStamp>* stamps);
bool ParseIndex(ByteReader body, std::vector<IndexedBlock>* blocks);
bool ParseEnd(ByteReader body, FileEnd* end);
// Adds to *ledger.
bool ParseLedger(ByteReader body, uint32_t* scope, Ledger* ledger);
bool ParseDictionary(ByteReader body,
                     const std::function<void(DictionaryRef, std::string_view)>& add);

}  // namespace aclprof
