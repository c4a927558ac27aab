// dictionary.h: what the ids in records stand for. Entries are made once per process, never change and are copied
// into every file whose records use them.
//
// Shape    four name spaces, each with its own ids counted from 1; 0 means none, 0xFFFFFFFF "was not kept".
// Source   trace_format.md, "Dictionary".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace aclprof {

enum class DictionarySpace : uint8_t {
  kString = 0,    // the bytes of a name
  kOp = 1,        // an OpEntry
  kTaskType = 2,  // the bytes of a task type's name
  kRing = 3,      // a RingEntry, followed by the bytes of its name
};
inline constexpr int kDictionarySpaces = 4;
inline constexpr uint32_t kUnknownId = 0xFFFFFFFFu;

struct DictionaryRef {
  DictionarySpace space;
  uint32_t id;
  auto operator<=>(const DictionaryRef&) const = default;
};

// An operator's description. Every field but the block numbers is the id of a string, 0 where not known.
struct OpEntry {
  uint32_t name;
  uint32_t type;
  uint32_t state;
  uint32_t task_type;
  uint32_t hf32;
  uint32_t input_shapes;
  uint32_t input_data_types;
  uint32_t input_formats;
  uint32_t output_shapes;
  uint32_t output_data_types;
  uint32_t output_formats;
  uint32_t block_num;
  uint32_t mix_block_num;
};
static_assert(sizeof(OpEntry) == 52);
inline constexpr int kOpEntryStrings = 11;  // the leading fields of OpEntry that are ids of strings

// A producer. clock_hz 0: its ticks are of the session's clock, see the file's calibration pairs.
struct RingEntry {
  int32_t device_id;  // -1 for host records
  uint32_t thread_id;
  uint64_t clock_hz;
  uint64_t anchor_ticks;
  int64_t anchor_realtime_ns;
};
static_assert(sizeof(RingEntry) == 32);

// Where writers look entries up. Implemented by core's dictionary; by a table in tests.
class DictionarySource {
 public:
  virtual ~DictionarySource() = default;
  // The entry's bytes: text, or the struct above (kRing: the struct, then the name). Valid as long as the source.
  // False when there is no such entry. Safe from any thread, lock-free.
  virtual bool Lookup(DictionaryRef ref, std::string_view* bytes) const = 0;
};

}  // namespace aclprof
