// Two streams on two threads under one storage limit: what was stored is what can be read plus what aged out.
#include <gtest/gtest.h>

#include <thread>

#include "readers/session_verify.h"
#include "tests/support/append_block.h"
#include "tests/support/ring_bytes.h"
#include "tests/support/table_dictionary.h"
#include "tests/support/temporary_directory.h"
#include "writers/stream_writer.h"

namespace aclprof {
namespace {

constexpr uint64_t kLimit = 256u << 10;
constexpr int kBlocks = 400;
constexpr uint32_t kTasks = 100;

EncodedBlock NoisyBlock(uint32_t ring_id, uint64_t sequence) {
  RingBytes ring;
  uint64_t noise = (sequence + 1) * 0x9E3779B97F4A7C15u * ring_id;
  for (uint32_t i = 0; i < kTasks; ++i) {
    noise = noise * 6364136223846793005u + 1442695040888963407u;
    ring.AddTask(noise >> 20, noise >> 40, i);
  }
  EncodedBlock block;
  EXPECT_TRUE(EncodeBlock(ring.Source(ring_id, sequence, sequence * kTasks), &block).ok());
  return block;
}

TEST(RetentionLedger, StoredIsWhatCanBeReadPlusWhatAgedOut) {
  const TemporaryDirectory root;
  TableDictionary dictionary;
  Retention retention(FileSystem::Default(), kLimit);
  const auto stream = [&](int32_t device) {
    StreamWriterOptions options;
    options.files = FileSystem::Default();
    options.directory = root.path() + "/device_" + std::to_string(device) + "/data";
    EXPECT_TRUE(options.files->MakeDirectories(options.directory).ok());
    options.file_prefix = "device_" + std::to_string(device);
    options.identity.session_id = "PROF_1";
    options.identity.device_id = device;
    options.dictionary = &dictionary;
    options.clock = [] { return ClockPair{1, 1, 1}; };
    options.retention = &retention;
    auto writer = StreamWriter::Create(options);
    for (int i = 0; i < kBlocks; ++i)
      EXPECT_TRUE(AppendBlock(writer.get(), NoisyBlock(device + 1, i)).ok());
    EXPECT_TRUE(writer->Close(Ledger()).ok());
  };
  std::thread first(stream, 0), second(stream, 1);
  first.join();
  second.join();
  VerifyReport report;
  ASSERT_TRUE(VerifySession(root.path(), &report).ok());
  EXPECT_TRUE(report.damage.empty());
  EXPECT_GT(retention.aged_out_records(), 0u);
  EXPECT_EQ(report.records + retention.aged_out_records(), uint64_t{2} * kBlocks * kTasks);
  EXPECT_LE(report.bytes, kLimit);
}

}  // namespace
}  // namespace aclprof
