// reference_reader.h: a second reader of trace files: plain, slow, and written from the page of the format alone, so
// that page and programs can be held against each other.
//
// Shape    one file, all of it in memory, to plain structs.
// Errors   damage is listed, with what it cost; a newer major version is refused with a sentence.
// Source   format/trace_format.md, and nothing else: no code of readers/ or writers/.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "format/dictionary.h"
#include "format/ledger.h"
#include "format/trace_format.h"
#include "tests/reference_reader/reference_packing.h"

namespace aclprof {

struct ReferenceHeader {
  FileHeader head;
  std::array<std::string, kHeaderTexts> texts;
};

struct ReferenceBlock {
  uint64_t frame_offset;  // of the LZ4 frame
  BlockAnnouncement head;
  std::vector<KindCount> counts;
  std::vector<ReferenceRecord> records;
  bool stepped_over;  // behind its announcement, to an end that could be believed
};

struct ReferenceDamage {
  std::string what;
  uint64_t offset;
  uint64_t bytes;
  uint64_t records;  // as announced; what was not announced can't be counted
};

struct ReferenceFile {
  std::string refusal;                   // of a newer major version; nothing else is given then
  bool ours = false;                     // false: no trace file
  std::vector<ReferenceHeader> headers;  // one; several in files that were joined
  std::map<DictionaryRef, std::string> dictionary;
  std::vector<ClockStamp> stamps;
  std::vector<ReferenceBlock> blocks;  // whole ones, in the order of the file
  Ledger file_ledger;                  // what the files say that they store
  std::optional<Ledger> session_ledger;
  std::vector<ReferenceDamage> damage;
  uint64_t ends = 0;            // files among the joined ones that were closed
  uint64_t unknown_frames = 0;  // of a newer minor version
  uint64_t foreign_parts = 0;   // joined files of another session
};

ReferenceFile ReadReference(std::span<const unsigned char> bytes);

}  // namespace aclprof
