// With the clock injected, what a session writes is the same to the byte, however many threads encode.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>

#include "tests/support/program_run.h"
#include "tests/support/reader_comparison.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {
namespace {

#ifndef DETERMINISM_RUNS
#define DETERMINISM_RUNS 2
#endif

using Tree = std::map<std::string, std::string>;  // path below the session to bytes

class DeterminismTest : public testing::Test {
 protected:
  static constexpr int kEncoders[] = {1, 2, 8};

  // Always to the same place, which info.json names.
  Tree Run(int encoders, int host_threads, bool exported) {
    const std::string base = directory_.path() + "/base";
    std::filesystem::remove_all(base);
    const std::string line = "ACLPROF_CLOCK=fixed " EMULATOR REPEATABLE_SESSION " " + base + " " +
                             std::to_string(encoders) + " " + std::to_string(host_threads);
    const Outcome outcome = RunCommand(line, directory_.path());
    EXPECT_EQ(outcome.code, 0) << encoders << " encoders " << outcome.err;
    for (const auto& entry : std::filesystem::directory_iterator(base)) session_ = entry.path();
    if (exported) Export();
    return Read();
  }

  void Export() {
    const Outcome outcome =
        RunCommand(EMULATOR ACLPROF_PROGRAM " export " + session_, directory_.path());
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }

  // Names of exported files carry the time of the export.
  Tree Read() const {
    static const std::regex kStamp("_[0-9]{14}");
    Tree tree;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(session_)) {
      if (!entry.is_regular_file()) continue;
      const std::string path = std::filesystem::relative(entry.path(), session_);
      tree[std::regex_replace(path, kStamp, "")] = TextOfFile(entry.path());
    }
    return tree;
  }

  static void ExpectSame(const Tree& tree, const Tree& first,
                         bool (*compared)(const std::string&)) {
    size_t files = 0;
    for (const auto& [path, bytes] : first) {
      if (!compared(path)) continue;
      ++files;
      const auto found = tree.find(path);
      ASSERT_NE(found, tree.end()) << path;
      EXPECT_TRUE(found->second == bytes) << path << " differs";
    }
    EXPECT_EQ(
        static_cast<size_t>(std::count_if(tree.begin(), tree.end(),
                                          [&](const auto& file) { return compared(file.first); })),
        files);
    EXPECT_GT(files, 0u);
  }

  static bool IsOfHost(const std::string& path) { return path.starts_with("host/"); }
  static bool IsExported(const std::string& path) { return path.starts_with("mindstudio"); }

  // The LZ4 frames of the host's blocks, whatever their order.
  static std::vector<std::string> FramesOfHost(const Tree& tree) {
    std::vector<std::string> frames;
    for (const auto& [path, bytes] : tree) {
      if (!IsOfHost(path)) continue;
      const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
      const ReferenceFile file = ReadReference(std::span(data, bytes.size()));
      EXPECT_TRUE(file.damage.empty()) << path;
      for (const ReferenceBlock& block : file.blocks)
        frames.push_back(bytes.substr(block.frame_offset, block.head.frame_bytes));
    }
    std::sort(frames.begin(), frames.end());
    return frames;
  }

  TemporaryDirectory directory_;
  std::string session_;
};

TEST_F(DeterminismTest, OneHostThreadGivesTheSameFilesToTheByte) {
  const auto all = [](const std::string&) { return true; };
  const Tree first = Run(1, 1, false);
  EXPECT_GT(first.size(), 6u);  // info.json, and every stream rotated
  for (const int encoders : kEncoders) {
    for (int run = 0; run < DETERMINISM_RUNS; ++run) {
      SCOPED_TRACE(std::to_string(encoders) + " encoders, run " + std::to_string(run));
      ExpectSame(Run(encoders, 1, false), first, all);
      if (HasFailure()) return;
    }
  }
}

TEST_F(DeterminismTest, SeveralHostThreadsGiveTheSameFramesAndTheSameExport) {
  const Tree first = Run(1, 4, true);
  const auto frames = FramesOfHost(first);
  EXPECT_GT(frames.size(), 20u);
  for (const int encoders : kEncoders) {
    for (int run = 0; run < DETERMINISM_RUNS; ++run) {
      SCOPED_TRACE(std::to_string(encoders) + " encoders, run " + std::to_string(run));
      const Tree tree = Run(encoders, 4, true);
      ExpectSame(tree, first, [](const std::string& path) { return !IsOfHost(path); });
      ExpectSame(tree, first, IsExported);
      EXPECT_TRUE(FramesOfHost(tree) == frames);
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace aclprof
