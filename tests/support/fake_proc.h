// fake_proc.h: a /proc and a /sys of a test's own, in a temporary directory.
#pragma once

#include <filesystem>
#include <string>

#include "tests/support/file_text.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {

class FakeProc {
 public:
  FakeProc() { SetAll(0); }

  const std::string& root() const { return directory_.path(); }
  void Set(const std::string& path, const std::string& text) {
    const std::filesystem::path whole = root() + path;
    std::filesystem::create_directories(whole.parent_path());
    WriteFile(whole, text);
  }
  void Remove(const std::string& path) { std::filesystem::remove_all(root() + path); }

  // A host of two processors and one card of 8 Mb/s as it is at step n. Every step the process takes 10 ticks on processor 1,
  // waits 5 for the disk, reads 2 KiB and writes 1 KiB; the card moves 100,000 bytes each way; the host works 30 ticks
  // and is idle for 70.
  void SetAll(uint64_t n) {
    Set("/proc/stat", "cpu  " + Text(20 * n) + " 0 " + Text(10 * n) + " " + Text(70 * n) +
                          " 0 0 0 0\ncpu0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0\n");
    Set("/proc/self/stat", Stat(10 * n, 5 * n));
    Set("/proc/self/task/7/stat", Stat(10 * n, 5 * n));
    Set("/proc/self/statm", "900 " + Text(100 + n) + " 30 1 0 50 0\n");
    Set("/proc/self/io", "rchar: 1\nread_bytes: " + Text(2048 * n) +
                             "\nwrite_bytes: " + Text(1024 * n) + "\ncancelled_write_bytes: 0\n");
    Set("/proc/meminfo",
        "MemTotal: 4000 kB\nMemFree: 1000 kB\nBuffers: 10 kB\nCached: 20 kB\n"
        "SwapCached: 99 kB\nShmem: 30 kB\nCommitLimit: 40 kB\n"
        "Committed_AS: 50 kB\nHugePages_Total: 6\nHugePages_Free: 7\n");
    const std::string bytes = Text(100000 * n);
    Set("/proc/net/dev",
        "Inter-| Receive | Transmit\n face |bytes\n    lo: 5 0 0 0 0 0 0 0 5 0\n"
        "  eth0: " +
            bytes + " 0 0 0 0 0 0 0 " + bytes + " 0 0 0 0 0 0 0\n");
    Set("/sys/class/net/eth0/speed", "8\n");
  }

 private:
  static std::string Text(uint64_t number) { return std::to_string(number); }
  static std::string Stat(uint64_t ticks, uint64_t wait) {
    return "7 (a) b) S 1 7 7 0 -1 0 0 0 0 0 " + Text(ticks) +
           " 0 0 0 20 0 1 0 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 17 1 0 0 " + Text(wait) + " 0 0\n";
  }

  TemporaryDirectory directory_;
};

}  // namespace aclprof
