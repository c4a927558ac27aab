// A whole session under the fixed clock is the same to the byte on every architecture: records of all kinds through rings,
// collector and writers, compared with the files of tests/golden/session.

#include <gtest/gtest.h>
#include <lz4.h>
#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/tick_clock.h"
#include "format/session_layout.h"
#include "tests/support/file_text.h"
#include "tests/support/pipeline_fixture.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kEveryKind = (uint64_t{1} << ACLPROFX_KINDS) - 1;
constexpr uint64_t kPatienceNs = 600000000000;
// Compressed bytes may differ from release to release of LZ4.
constexpr int kGoldenLz4Version = 10904;
// Where the base directory stands in the golden info.json.
constexpr char kBasePlace[] = "BASE";

const fs::path kGolden = ACLPROF_GOLDEN_SESSION;

// A producer whose times and values come from a seeded generator.
class SeededProducer {
 public:
  SeededProducer(int32_t device_id, const char* name, uint64_t ticks_per_second = 0)
      : random_(static_cast<uint64_t>(device_id + 2)) {
    aclprofx_producer_options options{};
    options.size_bytes = sizeof(options);
    options.device_id = device_id;
    options.thread_id = 77;
    options.name = name;
    options.capacity_bytes = 65536;
    options.block_bytes = 16384;
    options.policy = ACLPROFX_POLICY_BLOCK;
    options.clock = {ticks_per_second, 0, ticks_per_second == 0 ? 0 : 1767225600000000000};
    EXPECT_EQ(aclprofx_open_producer(&options, &ring_), 0);
  }
  ~SeededProducer() { aclprofx_close_producer(ring_); }
  SeededProducer(const SeededProducer&) = delete;
  SeededProducer& operator=(const SeededProducer&) = delete;

  template <typename Record>
  void Emit(uint16_t kind, const Record& record, const std::string& tail = "") {
    const auto bytes = static_cast<uint32_t>(sizeof(record) + tail.size());
    auto* const payload = static_cast<unsigned char*>(aclprofx_begin(ring_, kind, bytes));
    ASSERT_NE(payload, nullptr);
    std::memset(payload, 0, (bytes + 7) / 8 * 8);
    std::memcpy(payload, &record, sizeof(record));
    std::copy(tail.begin(), tail.end(), payload + sizeof(record));
    aclprofx_commit(ring_);
  }
  void Drop() {
    EXPECT_EQ(aclprofx_begin(ring_, ACLPROFX_KIND_TASK, ACLPROFX_MAX_PAYLOAD_BYTES + 1), nullptr);
  }

  uint64_t Below(uint64_t bound) { return random_() % bound; }
  // Widely spread, as durations are.
  uint64_t Spread() { return random_() >> (20 + random_() % 44); }
  uint64_t NextTime() { return time_ += 1000 + Below(100000); }
  uint32_t NextId() { return ++id_; }
  std::string Letters(size_t count) {
    std::string text(count, ' ');
    for (char& letter : text) letter = static_cast<char>('a' + Below(26));
    return text;
  }

 private:
  aclprofx_ring* ring_ = nullptr;
  std::mt19937_64 random_;
  uint64_t time_ = 5000000000;
  uint32_t id_ = 0;
};

uint32_t Intern(const std::string& text) { return aclprofx_intern(text.data(), text.size()); }

// What tasks and calls are called.
struct Names {
  Names() {
    for (int i = 0; i < 20; ++i) {
      const std::string name = "MatMul_" + std::to_string(i);
      aclprofx_op_info info{};
      info.size_bytes = sizeof(info);
      info.name = name.c_str();
      info.type = "MatMul";
      info.input_shapes = "\"16,16;16,16\"";
      info.block_num = static_cast<uint32_t>(i);
      info.mix_block_num = ACLPROFX_NONE;
      ops.push_back(aclprofx_intern_op(&info));
      calls.push_back(Intern("aclrtCall" + std::to_string(i)));
    }
    types = {aclprofx_task_type("AI_CORE"), aclprofx_task_type("KERNEL_AIVEC")};
  }
  std::vector<uint32_t> ops;
  std::vector<uint32_t> calls;
  std::vector<uint16_t> types;
};

aclprofx_task Task(const Names& names, SeededProducer* device) {
  const uint64_t op = device->Below(names.ops.size());
  return {device->NextTime(),
          device->Spread(),
          static_cast<uint32_t>(device->Below(8)),
          device->NextId(),
          names.ops[op],
          names.types[op % names.types.size()],
          static_cast<uint16_t>(device->Below(16) == 0 ? ACLPROFX_TASK_COMMUNICATION : 0)};
}

void EmitCounters(SeededProducer* device) {
  std::string counters(8 * sizeof(uint64_t), '\0');
  for (size_t at = 0; at < counters.size(); at += sizeof(uint64_t)) {
    const uint64_t value = device->Spread();
    std::memcpy(counters.data() + at, &value, sizeof(value));
  }
  device->Emit(ACLPROFX_KIND_PMU,
               aclprofx_pmu{device->NextTime(), 3, device->NextId(), device->Spread(), 1, 2, 8},
               counters);
}

void EmitMemory(SeededProducer* device, uint32_t name) {
  const auto bytes = static_cast<int64_t>(device->Spread() >> 20);
  const int64_t change = device->Below(2) == 0 ? bytes : -bytes;
  device->Emit(ACLPROFX_KIND_MEMORY,
               aclprofx_memory{device->NextTime(), device->Spread() & ~uint64_t{511}, change,
                               device->Spread(), device->Spread(), name, name});
}

void EmitDevice(const Names& names, SeededProducer* device) {
  const uint32_t name = names.calls[0];
  for (int i = 0; i < 1500; ++i) {
    const aclprofx_task task = Task(names, device);
    if (i % 3 != 0)
      device->Emit(ACLPROFX_KIND_TASK, task);
    else
      device->Emit(ACLPROFX_KIND_TASK_LINKED,
                   aclprofx_task_linked{task, device->Spread(), 1, ACLPROFX_NONE, 2, 3});
    if (i % 5 == 0) EmitCounters(device);
    if (i % 7 == 0) EmitMemory(device, name);
    if (i % 11 == 0)
      device->Emit(ACLPROFX_KIND_MEMCPY,
                   aclprofx_memcpy{device->NextTime(), device->Spread(), device->Spread(), 4,
                                   device->NextId(), 1, 0});
    if (i % 13 == 0)
      device->Emit(ACLPROFX_KIND_SAMPLE,
                   aclprofx_sample{device->NextTime(), static_cast<double>(i) / 3, name, name});
  }
}

// Its own clock stamps the loss, and nothing asks the library's. All in one block, which is taken at the stop: a block says how
// many were dropped before it was taken.
void EmitWithLoss(const Names& names, SeededProducer* device) {
  for (int i = 0; i < 380; ++i) {
    if (i % 200 == 100) device->Drop();
    device->Emit(ACLPROFX_KIND_TASK, Task(names, device));
  }
}

void EmitCall(const Names& names, uint16_t level, SeededProducer* host) {
  const uint32_t name = names.calls[host->Below(names.calls.size())];
  host->Emit(aclprofx_api_kind(level),
             aclprofx_api{host->NextTime(), host->Spread(), host->Spread(), name, name, 0, 77,
                          level, 0, 0});
}

void EmitMarks(SeededProducer* host) {
  const std::string message = host->Letters(host->Below(40));
  const auto bytes = static_cast<uint32_t>(message.size());
  host->Emit(ACLPROFX_KIND_MARK,
             aclprofx_mark{host->NextTime(), host->Spread(), 0, 77, 5, 1, 0, bytes}, message);
  host->Emit(
      ACLPROFX_KIND_RANGE,
      aclprofx_range{host->NextTime(), host->Spread(), host->Spread(), 77, 78, 5, 1, 2, 0, bytes},
      message);
}

void EmitHost(const Names& names, SeededProducer* host) {
  for (uint64_t i = 0; i < 600; ++i) {
    EmitCall(names, ACLPROFX_LEVEL_ACL, host);
    if (i % 2 == 0) EmitCall(names, ACLPROFX_LEVEL_RUNTIME, host);
    if (i % 3 == 0) EmitCall(names, ACLPROFX_LEVEL_NODE, host);
    if (i % 5 == 0) EmitMarks(host);
    if (i % 50 == 0)
      host->Emit(ACLPROFX_KIND_STEP, aclprofx_step{host->NextTime(), i / 50, 1, 2, 3, 77});
    if (i % 200 == 0)
      host->Emit(ACLPROFX_KIND_MODEL_LOAD,
                 aclprofx_model_load{host->NextTime(), host->Spread(), names.calls[1], 1, 77, 0});
  }
}

class SessionBytesTest : public PipelineTest {
 protected:
  // Nothing gives up, however slow the machine.
  void BePatient() {
    Settings settings = GetSettings();
    settings.stop_bound_ns = kPatienceNs;
    settings.write_stall_ns = kPatienceNs;
    Change(settings);
  }
  fs::path WriteSession() {
    // What the fixed clock leaves as it is: the time zone of the directory's name, and the process's name.
    setenv("TZ", "UTC", 1);
    tzset();
    pthread_setname_np(pthread_self(), "train");
    const Names names;
    SeededProducer host(-1, "host");
    SeededProducer device(0, "seeded");
    SeededProducer own_clock(1, "own clock", 50000000);
    const auto session = Start({0, 1}, kEveryKind);
    EmitHost(names, &host);
    EmitDevice(names, &device);
    EmitWithLoss(names, &own_clock);
    EXPECT_EQ(Stop(session), StopOutcome::kWhole);
    return SessionDirectory(*session);
  }
  std::string TextOf(const fs::path& file) const {
    std::string text = TextOfFile(file);
    if (file.filename() != kInfoFileName) return text;
    const size_t place = text.find(base());
    return place == std::string::npos ? text : text.replace(place, base().size(), kBasePlace);
  }
};

std::set<fs::path> FilesBelow(const fs::path& directory) {
  std::set<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    if (entry.is_regular_file()) files.insert(entry.path().lexically_relative(directory));
  return files;
}

// ACLPROF_ACCEPT_GOLDEN=1 writes the files anew, for a change of the format or of the library's version.
TEST_F(SessionBytesTest, SessionIsTheGoldenOneToTheByte) {
  ASSERT_TRUE(ClockIsFixed());
  BePatient();
  const fs::path written = WriteSession();
  if (std::getenv("ACLPROF_ACCEPT_GOLDEN") != nullptr) {
    fs::remove_all(kGolden);
    for (const fs::path& file : FilesBelow(written)) {
      fs::create_directories((kGolden / file).parent_path());
      WriteFile(kGolden / file, TextOf(written / file));
    }
  }
  if (LZ4_versionNumber() != kGoldenLz4Version)
    GTEST_SKIP() << "another LZ4 may compress otherwise";
  ASSERT_EQ(FilesBelow(written), FilesBelow(kGolden));
  for (const fs::path& file : FilesBelow(kGolden))
    EXPECT_TRUE(TextOf(written / file) == TextOfFile(kGolden / file)) << file;
}

TEST_F(SessionBytesTest, GoldenSessionHoldsRecordsOfEveryKind) {
  const ReadBack back = ReadSession(kGolden);
  for (uint16_t kind = ACLPROFX_KIND_API; kind <= ACLPROFX_KIND_FRAMEWORK_API; ++kind)
    EXPECT_GT(back.kinds.count(kind), 0u) << KindName(kind);
  const LedgerRow total = back.reader->ledger().Total();
  EXPECT_EQ(total.dropped[ACLPROFX_DROP_TOO_BIG][ACLPROFX_KIND_TASK], 2u);
  EXPECT_EQ(total.Emitted(), total.Stored() + total.Dropped());
}

}  // namespace
}  // namespace aclprof
