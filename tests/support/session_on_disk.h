// session_on_disk.h: a PROF_* directory in a temporary place, written by the real writers, for tests that read,
// damage and join its files.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>

#include "format/session_layout.h"
#include "tests/support/append_block.h"
#include "tests/support/file_text.h"
#include "tests/support/ring_bytes.h"
#include "tests/support/table_dictionary.h"
#include "tests/support/temporary_directory.h"
#include "writers/stream_writer.h"

namespace aclprof {

class SessionOnDisk {
 public:
  static constexpr int64_t kSecond = 1000000000;
  static constexpr int64_t kRealtimeOffset =
      1767225600 * kSecond;  // of Unix time to the ticks below

  SessionOnDisk() {
    directory_ = root() + "/PROF_000001_20260101000000000_00000001AAAAAAAA";
    identity_.session_id = "PROF_000001_20260101000000000_00000001AAAAAAAA";
    identity_.host_name = "box";
    identity_.process_name = "train";
    identity_.process_id = 4711;
    identity_.clock_source = "monotonic_raw";
  }

  const std::string& root() const { return root_.path(); }
  const std::string& directory() const { return directory_; }
  TableDictionary& dictionary() { return dictionary_; }
  StreamIdentity& identity() { return identity_; }
  uint64_t max_file_bytes = 64u << 20;
  int64_t now_ns = kSecond;          // of the clock that stamps files
  std::function<ClockPair()> clock;  // NULL: ticks are nanoseconds

  // device -1: the host.
  uint32_t AddRing(int32_t device, const std::string& name = "host-cpu") {
    return dictionary_.AddRing({device, 7, 0, 0, 0}, name);
  }

  Status Append(int32_t device, const RingBytes& records, uint32_t ring_id,
                uint64_t dropped_so_far = 0) {
    Stream& stream = StreamOf(device);
    BlockSource source = records.Source(ring_id, stream.sequence++, positions_[ring_id]);
    positions_[ring_id] += source.bytes;
    source.dropped_so_far = dropped_so_far;
    EncodedBlock block;
    Status encoded = EncodeBlock(source, &block);
    for (size_t kind = 0; kind < block.counts.size(); ++kind) {
      if (kind != ACLPROFX_KIND_LOSS) ledger_.by_ring[ring_id].stored[kind] += block.counts[kind];
    }
    return encoded.ok() ? AppendBlock(stream.writer.get(), block) : encoded;
  }

  Ledger& ledger() { return ledger_; }

  // What the header of a device's files calls the device.
  std::string device_name = "host-cpu";

  // As a Stop does; info_json "" leaves the file out.
  void Close(const std::string& info_json = "") {
    for (auto& [device, stream] : streams_) {
      EXPECT_TRUE(stream.writer->Close(ledger_).ok());
    }
    if (!info_json.empty()) WriteFile(directory_ + "/" + kInfoFileName, info_json);
  }

  // As a kill does: no footers.
  void Abandon() { streams_.clear(); }

  std::string FilePath(int32_t device, int number = 1) const {
    const std::string name = StreamFolder(device);
    char digits[16];
    snprintf(digits, sizeof(digits), "%06d", number);
    return directory_ + "/" + name + "/" + kDataFolder + "/" + name + "." + digits + kTraceSuffix;
  }

  // In place; twice is never.
  static void FlipByte(const std::string& path, size_t offset) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(offset));
    const char flipped = static_cast<char>(file.get() ^ 0x40);
    file.seekp(static_cast<std::streamoff>(offset));
    EXPECT_TRUE(file.put(flipped).good());
  }
  static void CutTo(const std::string& path, size_t bytes) {
    std::filesystem::resize_file(path, bytes);
  }

 private:
  struct Stream {
    std::unique_ptr<StreamWriter> writer;
    uint64_t sequence = 0;
  };

  Stream& StreamOf(int32_t device) {
    Stream& stream = streams_[device];
    if (stream.writer != nullptr) return stream;
    StreamWriterOptions options;
    options.files = FileSystem::Default();
    options.directory = directory_ + "/" + StreamFolder(device) + "/" + kDataFolder;
    EXPECT_TRUE(options.files->MakeDirectories(options.directory).ok());
    options.file_prefix = StreamFolder(device);
    options.identity = identity_;
    options.identity.device_id = device;
    options.identity.device_name = device < 0 ? "" : device_name;
    options.max_file_bytes = max_file_bytes;
    options.dictionary = &dictionary_;
    options.clock = clock ? clock : [this] {
      return ClockPair{static_cast<uint64_t>(now_ns), now_ns, kRealtimeOffset + now_ns};
    };
    stream.writer = StreamWriter::Create(std::move(options));
    return stream;
  }

  TemporaryDirectory root_;
  std::string directory_;
  StreamIdentity identity_;
  TableDictionary dictionary_;
  std::map<int32_t, Stream> streams_;
  std::map<uint32_t, uint64_t> positions_;
  Ledger ledger_;
};

}  // namespace aclprof
