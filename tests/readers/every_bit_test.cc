// A small file, every bit of it flipped in turn, and cut at every length: what is lost, and that it is said.
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "readers/session_reader.h"
#include "readers/session_verify.h"
#include "tests/support/reader_comparison.h"
#include "tests/support/record_maker.h"
#include "tests/support/session_on_disk.h"

namespace aclprof {
namespace {

// Sanitized builds look at every so many-th place only; in the others every one is looked at.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr size_t kStride = 29;
#else
constexpr size_t kStride = 1;
#endif

// A file without a disk, changed in place.
class FileInMemory {
 public:
  FileInMemory() : fd_(memfd_create("damaged", MFD_CLOEXEC)) {}
  ~FileInMemory() { close(fd_); }
  FileInMemory(const FileInMemory&) = delete;
  FileInMemory& operator=(const FileInMemory&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }
  void Put(size_t offset, const char* bytes, size_t count) {
    EXPECT_EQ(pwrite(fd_, bytes, count, static_cast<off_t>(offset)), static_cast<ssize_t>(count));
  }
  void CutTo(size_t bytes) { EXPECT_EQ(ftruncate(fd_, static_cast<off_t>(bytes)), 0); }

 private:
  const int fd_;
};

// What is said of a file that was damaged.
struct Reading {
  std::vector<ComparedRecord> records;
  uint64_t lost_bytes = 0;
  uint64_t lost_records = 0;
  bool says_so = false;  // verify calls it damaged or incomplete
};

class EveryBitTest : public testing::Test {
 protected:
  // Readers are made and thrown away by the ten thousand: their buffers need not come from the system every time.
  static void SetUpTestSuite() {
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
  }

  static constexpr int kBlocks = 3;
  static constexpr size_t kEach = 5;  // every kind is in one of them

  void MakeFile(bool closed) {
    const uint32_t ring = disk_.AddRing(0);
    const uint32_t name = disk_.dictionary().AddString("MatMul");
    OpEntry op{};
    op.name = name;
    disk_.dictionary().AddOp(op);
    disk_.dictionary().AddTaskType("AI_CORE");
    for (int block = 0; block < kBlocks; ++block)
      ASSERT_TRUE(disk_.Append(0, maker_.Records(kEach, name), ring).ok());
    disk_.ledger().loss_markers = 1;
    closed ? disk_.Close() : disk_.Abandon();
    whole_ = TextOfFile(disk_.FilePath(0));
    file_.Put(0, whole_.data(), whole_.size());
    const ReferenceFile reference = Reference(whole_);
    ASSERT_EQ(reference.blocks.size(), size_t{kBlocks});
    ASSERT_EQ(reference.damage.size(), 0u);
    original_ = RecordsOf(reference);
    ASSERT_EQ(original_.size(), kBlocks * kEach);
    for (const ReferenceBlock& block : reference.blocks)
      block_ends_.push_back(block.frame_offset + block.head.frame_bytes);
    EXPECT_EQ(Read(whole_).says_so, !closed);
  }

  static ReferenceFile Reference(const std::string& bytes) {
    return ReadReference(
        std::span(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
  }

  // `bytes` is what the file holds by now. Both readers must tell the same of it.
  Reading Read(const std::string& bytes) {
    Reading reading;
    std::unique_ptr<SessionReader> reader;
    const ReferenceFile reference = Reference(bytes);
    const bool opened = SessionReader::Open(file_.path(), &reader).ok();
    EXPECT_EQ(opened, reference.ours);
    if (!opened) return reading;
    reading.records = RecordsOf(reader->Records({}).get());
    EXPECT_TRUE(reading.records == RecordsOf(reference));
    VerifyReport report;
    EXPECT_TRUE(VerifySession(file_.path(), &report).ok());
    Add(report.damage, &reading);
    reading.says_so = !report.IsWhole();
    Reading by_reference;
    Add(reference.damage, &by_reference);
    EXPECT_EQ(by_reference.lost_bytes, reading.lost_bytes);
    EXPECT_EQ(by_reference.lost_records, reading.lost_records);
    return reading;
  }

  template <typename Damages>
  static void Add(const Damages& damages, Reading* reading) {
    for (const auto& damage : damages) {
      reading->lost_bytes += damage.bytes;
      reading->lost_records += damage.records;
    }
  }

  // That what was read are whole blocks of the original, in their order, to the value; gives how many are missing.
  size_t ExpectSubset(const std::vector<ComparedRecord>& records) {
    size_t next = 0;
    size_t missing = 0;
    for (int block = 0; block < kBlocks; ++block) {
      const auto begin = original_.begin() + block * static_cast<ptrdiff_t>(kEach);
      const bool there = records.size() - next >= kEach &&
                         std::equal(begin, begin + kEach, records.begin() + next);
      next += there ? kEach : 0;
      missing += there ? 0 : 1;
    }
    EXPECT_EQ(next, records.size()) << "records that nobody wrote";
    return missing;
  }

  // records_unheard_of: how many may be lost without a number.
  void FlipEveryBit(uint64_t records_unheard_of) {
    for (size_t bit = 0; bit < whole_.size() * 8; bit += kStride) {
      SCOPED_TRACE("bit " + std::to_string(bit));
      std::string flipped = whole_;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
      file_.Put(bit / 8, &flipped[bit / 8], 1);
      const Reading reading = Read(flipped);
      file_.Put(bit / 8, &whole_[bit / 8], 1);
      const size_t missing = ExpectSubset(reading.records);
      EXPECT_LE(missing, 1u);
      EXPECT_TRUE(reading.says_so);
      EXPECT_GT(reading.lost_bytes, 0u);
      EXPECT_LE(missing * kEach, reading.lost_records + records_unheard_of);
      EXPECT_LE(reading.lost_records, missing * kEach);
      if (HasFailure()) return;
    }
  }

  SessionOnDisk disk_;
  RecordMaker maker_;
  FileInMemory file_;
  std::string whole_;
  std::vector<ComparedRecord> original_;
  std::vector<uint64_t> block_ends_;
};

TEST_F(EveryBitTest, FlippedBitOfAClosedFileCostsAtMostItsBlockAndIsCounted) {
  MakeFile(/*closed=*/true);
  FlipEveryBit(/*records_unheard_of=*/0);
}

// Where the only announcement is hit nobody knows how many records there were, but the bytes are counted.
TEST_F(EveryBitTest, FlippedBitOfAnOpenFileCostsAtMostItsBlock) {
  MakeFile(/*closed=*/false);
  FlipEveryBit(/*records_unheard_of=*/kEach);
}

TEST_F(EveryBitTest, CutCostsTheBlocksThatAreNotWhollyBeforeIt) {
  MakeFile(/*closed=*/true);
  constexpr size_t kLeastOfOurs = 4;  // less is no file of ours, and has no record
  for (size_t length = whole_.size() - 1; length >= kLeastOfOurs;
       length -= std::min(length, kStride)) {
    SCOPED_TRACE("cut to " + std::to_string(length));
    file_.CutTo(length);
    const Reading reading = Read(whole_.substr(0, length));
    const auto blocks = std::count_if(block_ends_.begin(), block_ends_.end(),
                                      [length](uint64_t end) { return end <= length; });
    EXPECT_EQ(ExpectSubset(reading.records), static_cast<size_t>(kBlocks - blocks));
    EXPECT_EQ(reading.records.size(), static_cast<size_t>(blocks) * kEach);
    EXPECT_TRUE(reading.says_so);
    if (HasFailure()) return;
  }
}

// A cut inside of a block is said with what the announcement before it promised.
TEST_F(EveryBitTest, CutInsideABlockIsSaidInBytesAndRecords) {
  MakeFile(/*closed=*/true);
  std::vector<ReferenceBlock> blocks = Reference(whole_).blocks;
  std::reverse(blocks.begin(), blocks.end());
  for (const ReferenceBlock& block : blocks) {
    for (uint64_t there = block.head.frame_bytes; there-- > 0;) {
      file_.CutTo(block.frame_offset + there);
      const Reading reading = Read(whole_.substr(0, block.frame_offset + there));
      ASSERT_EQ(reading.lost_records, kEach) << there;
      ASSERT_EQ(reading.lost_bytes, there);
    }
  }
}

}  // namespace
}  // namespace aclprof
