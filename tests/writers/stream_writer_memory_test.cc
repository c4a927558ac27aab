// Memory that runs out over a block: whatever allocation fails, a block is in the files if and only if the writer said so,
// and the names that it points at are there with it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/file_text.h"
#include "tests/support/ring_bytes.h"
#include "tests/support/table_dictionary.h"
#include "tests/support/temporary_directory.h"
#include "writers/stream_writer.h"

namespace {
int allocations_left = -1;  // below 0: as many as are wanted
}  // namespace

// Out of line: compilers take an inlined pair for mismatched.
#define NOT_INLINED __attribute__((noinline))
NOT_INLINED void* operator new(size_t bytes) {
  if (allocations_left >= 0 && allocations_left-- == 0) throw std::bad_alloc();
  if (void* const memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
NOT_INLINED void operator delete(void* memory) noexcept { std::free(memory); }
NOT_INLINED void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace aclprof {
namespace {

constexpr int64_t kSecond = 1000000000;
constexpr char kDevice[] = "the device of the ring";

size_t CountOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

class StreamWriterMemoryTest : public testing::Test {
 protected:
  StreamWriterMemoryTest() { dictionary_.AddRing({0, 7, 0, 0, 0}, kDevice); }

  void Run(int allocations, size_t written_before) {
    SCOPED_TRACE(std::to_string(allocations) + " allocations");
    const TemporaryDirectory directory;
    const auto writer = StreamWriter::Create(Options(directory.path()));
    stored_.clear();
    Append(writer.get(), written_before);
    allocations_left = allocations;
    Append(writer.get(), 3);
    allocations_left = -1;
    Append(writer.get(), 3);
    EXPECT_TRUE(writer->Close(Ledger()).ok());
    ExpectFiles(directory.path());
  }

  static EncodedBlock Block(uint64_t number) {
    RingBytes ring;
    for (uint32_t i = 0; i < 100; ++i) ring.AddTask(number * 1000 + i, i * number, i);
    EncodedBlock block;
    EXPECT_TRUE(EncodeBlock(ring.Source(1, number), &block).ok());
    return block;
  }

  // Block by block what the writer said of it.
  std::vector<bool> stored_;
  std::vector<EncodedBlock> blocks_;

 private:
  StreamWriterOptions Options(const std::string& directory) const {
    StreamWriterOptions options;
    options.files = FileSystem::Default();
    options.directory = directory;
    options.file_prefix = "device_0";
    options.identity.session_id = "PROF_000001";
    options.dictionary = &dictionary_;
    options.clock = [] { return ClockPair{kSecond, kSecond, kSecond}; };
    return options;
  }

  void Append(StreamWriter* writer, size_t count) {
    std::vector<const EncodedBlock*> next;
    const int allowed = std::exchange(allocations_left, -1);
    for (size_t i = 0; i < count; ++i) next.push_back(&blocks_.at(stored_.size() + i));
    stored_.reserve(blocks_.size());
    allocations_left = allowed;
    for (std::span<const EncodedBlock* const> left(next); !left.empty();) {
      size_t taken = 1;
      bool stored = false;
      try {
        stored = writer->Append(left, &taken).ok();
      } catch (const std::bad_alloc&) {
      }
      stored_.insert(stored_.end(), taken, stored);
      left = left.subspan(taken);
    }
  }

  static size_t CopiesOf(const EncodedBlock& block, const std::string& text) {
    const auto* const bytes = reinterpret_cast<const char*>(block.bytes.data());
    return CountOf(text, std::string(bytes, block.bytes.size()));
  }

  void ExpectFiles(const std::string& directory) const {
    std::vector<size_t> copies(stored_.size());
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
      const std::string text = TextOfFile(entry.path());
      size_t in_file = 0;
      for (size_t i = 0; i < copies.size(); ++i) {
        const size_t found = CopiesOf(blocks_[i], text);
        copies[i] += found;
        in_file += found;
      }
      // Among the blocks, and again in the footer.
      EXPECT_EQ(CountOf(text, kDevice), in_file > 0 ? 2u : 0u);
    }
    for (size_t i = 0; i < copies.size(); ++i)
      EXPECT_EQ(copies[i], stored_[i] ? 1u : 0u) << "block " << i;
  }

  TableDictionary dictionary_;
};

TEST_F(StreamWriterMemoryTest, WhateverAllocationFailsTheFilesHaveWhatWasSaid) {
  for (uint64_t number = 0; number < 8; ++number) blocks_.push_back(Block(number));
  size_t lost = 0;
  for (const size_t written_before : {0, 1, 2}) {
    for (int allocations = 0; allocations < 60; ++allocations) {
      Run(allocations, written_before);
      lost += static_cast<size_t>(std::count(stored_.begin(), stored_.end(), false));
    }
  }
  EXPECT_GT(lost, 0u);
}

}  // namespace
}  // namespace aclprof
