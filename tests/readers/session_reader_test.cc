#include "readers/session_reader.h"

#include <gtest/gtest.h>

#include "tests/support/session_on_disk.h"

namespace aclprof {
namespace {

constexpr int64_t kOffset = SessionOnDisk::kRealtimeOffset;

class SessionReaderTest : public testing::Test {
 protected:
  std::unique_ptr<SessionReader> Open() { return OpenAt(disk_.directory()); }
  std::unique_ptr<SessionReader> OpenAt(const std::string& path) {
    std::unique_ptr<SessionReader> reader;
    const Status opened = SessionReader::Open(path, &reader);
    EXPECT_TRUE(opened.ok()) << opened.ToString();
    return reader;
  }

  static aclprofx_task TaskOf(const RecordView& view) { return Load<aclprofx_task>(view.payload); }

  // Task ids in the order the reader gives them.
  static std::vector<uint32_t> TaskIds(SessionReader* reader, const RecordFilter& filter = {}) {
    std::vector<uint32_t> ids;
    RecordView view;
    for (auto cursor = reader->Records(filter); cursor->Next(&view);)
      ids.push_back(TaskOf(view).task_id);
    return ids;
  }

  SessionOnDisk disk_;
};

TEST_F(SessionReaderTest, EveryKindComesBackAsItWasEmitted) {
  const uint32_t ring = disk_.AddRing(0);
  RingBytes records;
  records.Add(ACLPROFX_KIND_TASK, aclprofx_task{100, 5, 3, 9, 0, 0, 1});
  records.Add(ACLPROFX_KIND_TASK_LINKED,
              aclprofx_task_linked{{200, 6, 3, 10, 0, 0, 0}, 77, 1, ACLPROFX_NONE, 4, 5});
  records.Add(ACLPROFX_KIND_API, aclprofx_api{300, 7, 77, 0, 0, 0, 12, ACLPROFX_LEVEL_ACL, 0, 0});
  records.Add(ACLPROFX_KIND_PMU, aclprofx_pmu{400, 3, 9, 1000, 1, 2, 2}, std::string(16, '\x11'));
  records.Add(ACLPROFX_KIND_MARK, aclprofx_mark{500, 1, 0, 12, 0, 0, 0, 5}, "hello");
  records.Add(ACLPROFX_KIND_RANGE, aclprofx_range{600, 8, 1, 12, 13, 0, 0, 1, 0, 3}, "abc");
  records.Add(ACLPROFX_KIND_MEMCPY, aclprofx_memcpy{700, 9, 1u << 20, 3, 11, 1, 0});
  records.Add(ACLPROFX_KIND_MEMORY, aclprofx_memory{800, 0xffff0000ffff, -4096, 8192, 16384, 0, 0});
  records.Add(ACLPROFX_KIND_STEP, aclprofx_step{900, 1, 60000, 3, 1, 12});
  records.Add(ACLPROFX_KIND_MODEL_LOAD, aclprofx_model_load{1000, 10, 0, 1, 12, 0});
  records.Add(ACLPROFX_KIND_SAMPLE, aclprofx_sample{1100, 0.1, 0, 0});
  records.Add(ACLPROFX_KIND_LOSS, aclprofx_loss{1200, 1210, 4, ACLPROFX_DROP_RING_FULL, 4});
  const Bytes emitted = records.bytes();
  ASSERT_TRUE(disk_.Append(0, records, ring).ok());
  disk_.Close();

  auto reader = Open();
  auto cursor = reader->Records({});
  RecordView view;
  size_t at = 0;
  while (cursor->Next(&view)) {
    const auto header = Load<aclprofx_record_header>(&emitted[at]);
    EXPECT_EQ(view.kind, header.kind);
    ASSERT_EQ(view.payload_bytes, header.size_bytes - sizeof(header));
    EXPECT_EQ(memcmp(view.payload, &emitted[at + sizeof(header)], view.payload_bytes), 0)
        << KindName(view.kind);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(view.payload) % 8, 0u);
    at += header.size_bytes;
  }
  EXPECT_EQ(at, emitted.size());
}

TEST_F(SessionReaderTest, TimesAreUnixTime) {
  const uint32_t ring = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(2000000123, 456, 1), ring).ok());
  disk_.Close();
  auto reader = Open();
  auto cursor = reader->Records({});
  RecordView view;
  ASSERT_TRUE(cursor->Next(&view));
  EXPECT_EQ(view.start, (Instant{kOffset + 2000000123, 0}));
  EXPECT_EQ(view.duration, (Span{456, 0}));
  EXPECT_EQ(view.device_id, 0);
}

TEST_F(SessionReaderTest, NamesResolve) {
  const uint32_t ring = disk_.AddRing(2, "replay of x.csv");
  OpEntry op{};
  op.name = disk_.dictionary().AddString("MatMul_1");
  op.block_num = 20;
  const uint32_t op_id = disk_.dictionary().AddOp(op);
  const uint16_t type = disk_.dictionary().AddTaskType("AI_CORE");
  ASSERT_TRUE(disk_.Append(2, RingBytes().AddTask(1, 1, 1, op_id, type), ring).ok());
  disk_.Close();
  auto reader = Open();
  ASSERT_NE(reader->Op(op_id), nullptr);
  EXPECT_EQ(reader->String(reader->Op(op_id)->name), "MatMul_1");
  EXPECT_EQ(reader->Op(op_id)->block_num, 20u);
  EXPECT_EQ(reader->TaskType(type), "AI_CORE");
  std::string_view ring_name;
  ASSERT_NE(reader->Ring(ring, &ring_name), nullptr);
  EXPECT_EQ(ring_name, "replay of x.csv");
}

TEST_F(SessionReaderTest, UnknownNamesAreSaidAndCounted) {
  const uint32_t ring = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(1, 1, 1, 99), ring).ok());
  disk_.Close();
  auto reader = Open();
  EXPECT_EQ(reader->String(0), "");
  EXPECT_EQ(reader->String(99), "unknown(99)");
  EXPECT_EQ(reader->String(99), "unknown(99)");
  EXPECT_EQ(reader->TaskType(0xFFFF), "unknown(65535)");
  EXPECT_EQ(reader->Op(99), nullptr);
  EXPECT_EQ(reader->unknown_names(), 2u);
}

TEST_F(SessionReaderTest, RecordsOfAllStreamsComeInOrderOfTime) {
  const uint32_t host = disk_.AddRing(-1);
  const uint32_t device = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10, 1, 1).AddTask(40, 1, 4), device).ok());
  ASSERT_TRUE(disk_.Append(-1, RingBytes().AddTask(30, 1, 3).AddTask(20, 1, 2), host).ok());
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(60, 1, 6).AddTask(35, 1, 5), device).ok());
  disk_.Close();
  EXPECT_EQ(TaskIds(Open().get()), (std::vector<uint32_t>{1, 2, 3, 5, 4, 6}));
}

TEST_F(SessionReaderTest, EqualStartsAreOrderedByDeviceRingAndPosition) {
  const uint32_t first = disk_.AddRing(1);
  const uint32_t second = disk_.AddRing(0);
  const uint32_t third = disk_.AddRing(1);
  ASSERT_TRUE(disk_.Append(1, RingBytes().AddTask(10, 1, 5).AddTask(10, 1, 6), third).ok());
  ASSERT_TRUE(disk_.Append(1, RingBytes().AddTask(10, 1, 2).AddTask(10, 1, 3), first).ok());
  ASSERT_TRUE(disk_.Append(1, RingBytes().AddTask(10, 1, 4), first).ok());
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10, 1, 1), second).ok());
  disk_.Close();
  EXPECT_EQ(TaskIds(Open().get()), (std::vector<uint32_t>{1, 2, 3, 4, 5, 6}));
}

TEST_F(SessionReaderTest, FilterKeepsKindsAndDevices) {
  const uint32_t host = disk_.AddRing(-1);
  const uint32_t device = disk_.AddRing(0);
  RingBytes mixed;
  mixed.AddTask(10, 1, 1)
      .Add(ACLPROFX_KIND_SAMPLE, aclprofx_sample{11, 1.0, 0, 0})
      .AddTask(12, 1, 2);
  ASSERT_TRUE(disk_.Append(0, mixed, device).ok());
  ASSERT_TRUE(disk_.Append(-1, RingBytes().AddTask(15, 1, 3), host).ok());
  disk_.Close();
  auto reader = Open();
  RecordFilter tasks{uint64_t{1} << ACLPROFX_KIND_TASK, -2};
  EXPECT_EQ(TaskIds(reader.get(), tasks), (std::vector<uint32_t>{1, 2, 3}));
  tasks.device_id = 0;
  EXPECT_EQ(TaskIds(reader.get(), tasks), (std::vector<uint32_t>{1, 2}));
  tasks.device_id = -1;
  EXPECT_EQ(TaskIds(reader.get(), tasks), (std::vector<uint32_t>{3}));
  tasks.device_id = 5;
  EXPECT_TRUE(TaskIds(reader.get(), tasks).empty());
}

TEST_F(SessionReaderTest, LedgerOfTheFooterIsGivenBack) {
  const uint32_t ring = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(1, 1, 1).AddTask(2, 1, 2), ring).ok());
  disk_.ledger().by_ring[ring].dropped[ACLPROFX_DROP_TOO_BIG][ACLPROFX_KIND_MARK] = 3;
  disk_.ledger().unattributed.dropped[ACLPROFX_DROP_NO_RING][ACLPROFX_KIND_API] = 4;
  disk_.ledger().aged_out = 5;
  disk_.Close();
  auto reader = Open();
  const LedgerRow total = reader->ledger().Total();
  EXPECT_EQ(total.Stored(), 2u);
  EXPECT_EQ(total.DroppedBy(ACLPROFX_DROP_TOO_BIG), 3u);
  EXPECT_EQ(total.DroppedBy(ACLPROFX_DROP_NO_RING), 4u);
  EXPECT_EQ(total.Emitted(), 9u);
  EXPECT_EQ(reader->ledger().aged_out, 5u);
}

TEST_F(SessionReaderTest, KilledProcessLeavesWhatWasWritten) {
  const uint32_t ring = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10, 1, 1), ring).ok());
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(20, 1, 2), ring).ok());
  disk_.Abandon();
  auto reader = Open();
  EXPECT_EQ(TaskIds(reader.get()), (std::vector<uint32_t>{1, 2}));
  EXPECT_FALSE(reader->info().complete);
  EXPECT_FALSE(reader->info().why_incomplete.empty());
  EXPECT_EQ(reader->info().process_id, 4711u);
  EXPECT_EQ(reader->info().host_name, "box");
  EXPECT_EQ(reader->ledger().Total().Stored(), 2u);
  EXPECT_TRUE(reader->damage().empty());
  ASSERT_EQ(reader->info().devices.size(), 1u);
  EXPECT_EQ(reader->info().devices[0].name, "host-cpu");
}

TEST_F(SessionReaderTest, TornTailCostsTheTornBlock) {
  const uint32_t ring = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10, 1, 1), ring).ok());
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(20, 1, 2), ring).ok());
  disk_.Abandon();
  const std::string path = disk_.FilePath(0);
  const uint64_t bytes = std::filesystem::file_size(path);
  SessionOnDisk::CutTo(path, bytes - 3);
  auto reader = Open();
  EXPECT_EQ(TaskIds(reader.get()), (std::vector<uint32_t>{1}));
  ASSERT_EQ(reader->damage().size(), 1u);
  EXPECT_EQ(reader->damage()[0].what, "torn tail");
  EXPECT_EQ(reader->damage()[0].records, 1u);
  EXPECT_EQ(reader->damage()[0].offset + reader->damage()[0].bytes, bytes - 3);
}

TEST_F(SessionReaderTest, FlippedByteAnywhereCostsAtMostOneBlock) {
  const uint32_t ring = disk_.AddRing(0);
  for (uint32_t i = 1; i <= 4; ++i)
    ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10 * i, 1, i), ring).ok());
  disk_.Abandon();
  const std::string path = disk_.FilePath(0);
  const std::string whole = TextOfFile(path);
  for (size_t offset = 0; offset < whole.size(); ++offset) {
    SessionOnDisk::FlipByte(path, offset);
    auto reader = Open();
    ASSERT_NE(reader, nullptr) << offset;
    EXPECT_GE(TaskIds(reader.get()).size(), 3u) << offset;
    EXPECT_FALSE(reader->damage().empty()) << offset;
    SessionOnDisk::FlipByte(path, offset);
  }
}

TEST_F(SessionReaderTest, FooterMakesUpForADamagedAnnouncement) {
  const uint32_t ring = disk_.AddRing(0);
  for (uint32_t i = 1; i <= 3; ++i)
    ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10 * i, 1, i), ring).ok());
  disk_.Close();
  const std::string path = disk_.FilePath(0);
  const std::string whole = TextOfFile(path);
  for (size_t offset = 0; offset < whole.size(); ++offset) {
    SessionOnDisk::FlipByte(path, offset);
    EXPECT_GE(TaskIds(Open().get()).size(), 2u) << offset;
    SessionOnDisk::FlipByte(path, offset);
  }
}

TEST_F(SessionReaderTest, FileCutAnywhereGivesItsWholeBlocks) {
  const uint32_t ring = disk_.AddRing(0);
  for (uint32_t i = 1; i <= 3; ++i)
    ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10 * i, 1, i), ring).ok());
  disk_.Close("{\"format_version\":1}");
  const std::string path = disk_.FilePath(0);
  size_t most = 3;
  for (size_t bytes = std::filesystem::file_size(path); bytes-- > 0;) {
    SessionOnDisk::CutTo(path, bytes);
    const size_t got = TaskIds(Open().get()).size();
    EXPECT_LE(got, most) << bytes;
    most = got;
  }
  EXPECT_EQ(most, 0u);
}

TEST_F(SessionReaderTest, JoinedFilesReadAsOne) {
  disk_.max_file_bytes = 1;
  const uint32_t ring = disk_.AddRing(0);
  for (uint32_t i = 1; i <= 3; ++i)
    ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10 * i, 1, i), ring).ok());
  disk_.Close();
  const std::string joined = disk_.root() + "/joined.trace.lz4";
  WriteFile(joined, TextOfFile(disk_.FilePath(0, 1)) + TextOfFile(disk_.FilePath(0, 2)) +
                        TextOfFile(disk_.FilePath(0, 3)));
  auto reader = OpenAt(joined);
  EXPECT_EQ(TaskIds(reader.get()), (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_TRUE(reader->damage().empty());
}

TEST_F(SessionReaderTest, CopyOfAFileBesideItRepeatsNothing) {
  const uint32_t ring = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10, 1, 1), ring).ok());
  disk_.Close();
  std::filesystem::copy_file(disk_.FilePath(0, 1), disk_.FilePath(0, 9));
  EXPECT_EQ(TaskIds(Open().get()), (std::vector<uint32_t>{1}));
}

TEST_F(SessionReaderTest, OneRotatedFileStandsAlone) {
  disk_.max_file_bytes = 1;
  const uint32_t ring = disk_.AddRing(3);
  OpEntry op{};
  op.name = disk_.dictionary().AddString("Add");
  const uint32_t op_id = disk_.dictionary().AddOp(op);
  for (uint32_t i = 1; i <= 3; ++i)
    ASSERT_TRUE(disk_.Append(3, RingBytes().AddTask(10 * i, 1, i, op_id), ring).ok());
  disk_.Close();
  std::filesystem::remove(disk_.FilePath(3, 1));
  std::filesystem::remove(disk_.FilePath(3, 3));
  auto reader = Open();
  auto cursor = reader->Records({});
  RecordView view;
  ASSERT_TRUE(cursor->Next(&view));
  EXPECT_EQ(TaskOf(view).task_id, 2u);
  EXPECT_EQ(view.device_id, 3);
  EXPECT_EQ(view.start.ns, kOffset + 20);
  EXPECT_EQ(reader->String(reader->Op(op_id)->name), "Add");
}

TEST_F(SessionReaderTest, ForeignFilesAreNotedAndSkipped) {
  const uint32_t ring = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10, 1, 1), ring).ok());
  disk_.Close();
  const std::string data = disk_.directory() + "/device_0/data/";
  WriteFile(data + "empty.trace.lz4", "");
  WriteFile(data + "notes.txt", "remember the milk");
  WriteFile(data + "x.tmp", "x");
  WriteFile(data + "picture.trace.lz4", "\x89PNG\r\n\x1a\n and so on and on, for a while at least");
  auto reader = Open();
  EXPECT_EQ(TaskIds(reader.get()), (std::vector<uint32_t>{1}));
  EXPECT_EQ(reader->foreign_files().size(), 4u);
  EXPECT_EQ(reader->files().size(), 1u);
  EXPECT_TRUE(reader->damage().empty());
}

TEST_F(SessionReaderTest, DirectoryWithoutASessionIsNotFound) {
  std::unique_ptr<SessionReader> reader;
  EXPECT_EQ(SessionReader::Open(disk_.root(), &reader).code(), StatusCode::kNotFound);
  EXPECT_EQ(SessionReader::Open(disk_.root() + "/nothing", &reader).code(), StatusCode::kNotFound);
}

TEST_F(SessionReaderTest, OverlappingBlocksAreReadInLittleMemory) {
  const uint32_t ring = disk_.AddRing(0);
  constexpr uint32_t kBlocks = 50;
  for (uint32_t i = 0; i < kBlocks; ++i) {  // each begins at 1 and reaches far
    ASSERT_TRUE(
        disk_.Append(0, RingBytes().AddTask(1, 1, i).AddTask(1000 + i, 1, 100 + i), ring).ok());
  }
  disk_.Close();
  const std::vector<uint32_t> ids = TaskIds(Open().get());
  ASSERT_EQ(ids.size(), 2 * kBlocks);
  for (uint32_t i = 0; i < kBlocks; ++i) {
    EXPECT_EQ(ids[i], i);
    EXPECT_EQ(ids[kBlocks + i], 100 + i);
  }
}

// Its info.json was written before the device said its name, and so was the header of its file.
TEST_F(SessionReaderTest, DeviceOfAKilledProcessIsNamedByItsRing) {
  disk_.device_name = "";
  disk_.AddRing(-1, "main");
  const uint32_t ring = disk_.AddRing(0, "replay of add.csv");
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10, 1, 1), ring).ok());
  const uint32_t later = disk_.AddRing(2, "host-cpu");
  ASSERT_TRUE(disk_.Append(2, RingBytes().AddTask(20, 1, 2), later).ok());
  disk_.Abandon();
  WriteFile(disk_.directory() + "/info.json", R"({"devices":[{"id":0,"name":""}]})");
  auto reader = Open();
  ASSERT_EQ(reader->info().devices.size(), 2u);
  EXPECT_EQ(reader->info().devices[0].name, "replay of add.csv");
  EXPECT_EQ(reader->info().devices[1].id, 2);
  EXPECT_EQ(reader->info().devices[1].name, "host-cpu");
}

TEST_F(SessionReaderTest, FileThatCannotBeReadIsDamage) {
  const uint32_t ring = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(10, 1, 1), ring).ok());
  disk_.Close();
  std::filesystem::create_symlink("nowhere", disk_.FilePath(0, 2));
  auto reader = Open();
  ASSERT_NE(reader, nullptr);
  EXPECT_EQ(TaskIds(reader.get()), (std::vector<uint32_t>{1}));
  ASSERT_EQ(reader->damage().size(), 1u);
  EXPECT_EQ(reader->damage()[0].path, disk_.FilePath(0, 2));
  EXPECT_NE(reader->damage()[0].what.find("No such file"), std::string::npos)
      << reader->damage()[0].what;
}

TEST_F(SessionReaderTest, SessionWithoutOneReadableFileIsRefused) {
  std::filesystem::create_directories(std::filesystem::path(disk_.FilePath(0)).parent_path());
  std::filesystem::create_symlink("nowhere", disk_.FilePath(0));
  WriteFile(disk_.directory() + "/info.json", "{}");
  std::unique_ptr<SessionReader> reader;
  const Status opened = SessionReader::Open(disk_.directory(), &reader);
  EXPECT_EQ(opened.code(), StatusCode::kNotFound);
  EXPECT_NE(opened.message().find(disk_.FilePath(0)), std::string::npos) << opened.message();
}

TEST_F(SessionReaderTest, FoldersThatNoDeviceHasAreIgnored) {
  for (const char* folder : {"device_x", "device_", "device_64", "device_-1", "device_07",
                             "device_99999999999999999999", "hosts", "device_1x"}) {
    std::filesystem::create_directories(disk_.directory() + "/" + folder + "/data");
    WriteFile(disk_.directory() + "/" + folder + "/data/" + folder + ".000001.trace.lz4", "x");
  }
  std::filesystem::create_directories(disk_.directory() + "/device_63/data");
  WriteFile(disk_.directory() + "/info.json", "{}");
  auto reader = Open();
  ASSERT_NE(reader, nullptr);
  ASSERT_EQ(reader->info().devices.size(), 1u);
  EXPECT_EQ(reader->info().devices[0].id, 63);
  EXPECT_TRUE(reader->foreign_files().empty());
}

}  // namespace
}  // namespace aclprof
