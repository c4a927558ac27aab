// host_probe.h: one look at the host after another, each giving the values of its counters since the look before.
//
// Shape    levels (memory) come with every look, rates from the second on, constants with the first.
// Units    percent, KB (1,024 bytes), KB/s; times in ns of a clock that does not go back.
// Threads  one.
// Errors   what can't be read gives no value; the reason is told once for each file.
// Source   docs/export.md, "Samples of the host".
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/proc_text.h"

namespace aclprof {

struct HostValue {
  std::string counter;
  const char* series;
  double value;
};

class HostProbe {
 public:
  using Tell = std::function<void(const std::string&)>;

  // root: what stands before /proc and /sys, "" but for tests. sources: of HostSource.
  HostProbe(std::string root, uint32_t sources, Tell tell)
      : root_(std::move(root)), sources_(sources), tell_(std::move(tell)) {}

  std::vector<HostValue> Look(int64_t now_ns);

 private:
  bool Read(const std::string& path, std::string* text);
  void TellOnce(const std::string& path, const std::string& why);
  void Add(std::string counter, const char* series, double value);
  // What the count named so has grown by; nothing at the first look and where it went back.
  std::optional<double> Growth(const std::string& name, uint64_t count);
  std::optional<double> Rate(const std::string& name, uint64_t count);

  void LookAtProcessCpu();
  void LookAtThread(const std::string& thread, std::vector<double>* usage);
  void LookAtProcessMemory();
  void LookAtProcessDisk();
  void LookAtNetwork();
  void LookAtCards(const std::vector<CardBytes>& cards);
  uint64_t CardSpeed(const std::string& card) const;
  void LookAtHostCpu();
  void LookAtHostMemory();
  void LookAtProcessShare();
  void LookAtProcessPages();

  const std::string root_;
  const uint32_t sources_;
  const Tell tell_;
  std::set<std::string> told_;
  std::map<std::string, uint64_t> former_, counts_;
  std::vector<HostValue> values_;
  int64_t former_ns_ = 0;
  double seconds_ = 0;  // since the look before
  bool first_ = true;
};

}  // namespace aclprof
