// What the program says of a session whose file has a flipped bit or is cut short, at places all over the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/reference_reader/reference_reader.h"
#include "tests/support/program_run.h"
#include "tests/support/record_maker.h"
#include "tests/support/session_on_disk.h"

namespace aclprof {
namespace {

constexpr int kDamaged = 3;

class DamagedFileCliTest : public testing::Test {
 protected:
  static constexpr int kBlocks = 3;
  static constexpr size_t kEach = 14;
  static constexpr size_t kPlaces = 16;  // a process each, three times

  void SetUp() override {
    const uint32_t ring = disk_.AddRing(0);
    const uint32_t name = disk_.dictionary().AddString("MatMul");
    OpEntry op{};
    op.name = name;
    disk_.dictionary().AddOp(op);
    disk_.dictionary().AddTaskType("AI_CORE");
    RecordMaker maker;
    for (int block = 0; block < kBlocks; ++block)
      ASSERT_TRUE(disk_.Append(0, maker.Records(kEach, name), ring).ok());
    disk_.ledger().loss_markers = kBlocks;
    disk_.Close();
    path_ = disk_.FilePath(0);
    whole_ = TextOfFile(path_);
    ASSERT_EQ(Run("verify"), 0);
  }

  int Run(const std::string& verb) {
    last_ = RunCommand(ACLPROF_PROGRAM " " + verb + " " + disk_.directory(), disk_.root());
    return last_.code;
  }

  // Of the file as it lies there now.
  uint64_t RecordsThatAreLeft() const {
    const std::string bytes = TextOfFile(path_);
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    const ReferenceFile file = ReadReference(std::span(data, bytes.size()));
    return std::accumulate(
        file.blocks.begin(), file.blocks.end(), uint64_t{0},
        [](uint64_t sum, const auto& block) { return sum + block.records.size(); });
  }

  SessionOnDisk disk_;
  std::string path_;
  std::string whole_;
  Outcome last_;
};

TEST_F(DamagedFileCliTest, FlippedBitExitsWithThreeWhereverItIs) {
  for (size_t place = 0; place < kPlaces; ++place) {
    const size_t offset = whole_.size() * place / kPlaces;
    SCOPED_TRACE("byte " + std::to_string(offset));
    std::string flipped = whole_;
    flipped[offset] = static_cast<char>(flipped[offset] ^ 1 << place % 8);
    WriteFile(path_, flipped);
    EXPECT_EQ(Run("verify"), kDamaged) << last_.out;
    EXPECT_NE(last_.out.find("bytes"), std::string::npos) << last_.out;
    const bool lost = RecordsThatAreLeft() < kBlocks * kEach;
    const int exported = Run("export");
    EXPECT_TRUE(exported == kDamaged || (!lost && exported != 1)) << exported << last_.err;
    const int told = Run("info");
    EXPECT_TRUE(told == kDamaged || told == 0 || told == 5) << told << last_.err;
  }
}

TEST_F(DamagedFileCliTest, CutExitsWithThreeWhereverItIs) {
  for (size_t place = 1; place < kPlaces; ++place) {
    const size_t length = whole_.size() * place / kPlaces;
    SCOPED_TRACE("cut to " + std::to_string(length));
    WriteFile(path_, whole_.substr(0, length));
    EXPECT_EQ(Run("verify"), kDamaged) << last_.out;
    EXPECT_EQ(Run("info"), kDamaged) << last_.out;
    EXPECT_EQ(Run("export"), kDamaged) << last_.err;
  }
}

// A block that is hit is said with its bytes and its records.
TEST_F(DamagedFileCliTest, LossIsSaidInBytesAndRecords) {
  std::string flipped = whole_;
  const size_t frame = whole_.find("\x04\x22\x4d\x18");
  flipped[frame + 40] = static_cast<char>(flipped[frame + 40] ^ 1);
  WriteFile(path_, flipped);
  EXPECT_EQ(Run("verify"), kDamaged);
  EXPECT_NE(last_.out.find("block 0: checksum"), std::string::npos) << last_.out;
  EXPECT_NE(last_.out.find("14 records"), std::string::npos) << last_.out;
  EXPECT_EQ(Run("export"), kDamaged);
  EXPECT_NE((last_.out + last_.err).find("block 0: checksum"), std::string::npos) << last_.err;
}

}  // namespace
}  // namespace aclprof
