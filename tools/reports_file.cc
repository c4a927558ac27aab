#include "tools/reports_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/json_shape.h"
#include "export/timeline_layers.h"
#include "readers/input_file.h"

namespace aclprof {
namespace {

using nlohmann::json;

constexpr size_t kMostPathBytes = 1024;
constexpr uint64_t kMostBytes = 64 << 20;
constexpr size_t kMostLevels = 10;
constexpr size_t kMostValues = 10000;

struct Report {
  std::string_view name;
  uint64_t layers;  // 0: of a kind that no timeline of ours has
};

constexpr Report kReports[] = {
    {"ascend", LayerBit(Layer::kAscendHardware)},
    {"acc_pmu", LayerBit(Layer::kAccPmu)},
    {"cann", LayerBit(Layer::kCann)},
    {"ddr", LayerBit(Layer::kDdr)},
    {"stars_chip_trans", 0},
    {"hbm", LayerBit(Layer::kHbm)},
    {"communication", LayerBit(Layer::kCommunication)},
    {"hccs", 0},
    {"os_runtime_api", 0},
    {"network_usage", LayerBit(Layer::kNetworkUsage)},
    {"disk_usage", LayerBit(Layer::kDiskUsage)},
    {"memory_usage", LayerBit(Layer::kMemoryUsage)},
    {"cpu_usage", LayerBit(Layer::kCpuUsage)},
    {"msproftx", LayerBit(Layer::kMarks)},
    {"npu_mem", LayerBit(Layer::kNpuMemory)},
    {"overlap_analyse", LayerBit(Layer::kOverlapAnalysis)},
    {"pcie", 0},
    {"sio", 0},
    {"stars_soc", LayerBit(Layer::kStarsSocInfo)},
    {"step_trace", LayerBit(Layer::kStepTrace)},
    {"freq", LayerBit(Layer::kAiCoreFreq)},
    {"llc", LayerBit(Layer::kLlc)},
    {"nic", 0},
    {"roce", 0},
    {"qos", LayerBit(Layer::kQos)},
    {"device_tx", 0},
    {"ccu", 0},
    {"biu_perf", 0},
    {"ub", 0},
    {"block_detail", 0},
};

Status Refuse(const std::string& path, const std::string& what) {
  return {StatusCode::kInvalidArgument, "--reports " + path + ": " + what};
}

Status CheckFile(const std::string& path) {
  if (path.size() > kMostPathBytes) return Refuse(path, "the path is longer than 1024 bytes");
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return Status::FromErrno(errno, "--reports " + path);
  if (S_ISLNK(status.st_mode)) return Refuse(path, "is a link");
  return {};
}

const Report* FindReport(std::string_view name) {
  for (const Report& report : kReports)
    if (report.name == name) return &report;
  return nullptr;
}

Status TakeSwitches(const std::string& path, const json& switches, uint64_t* hidden_layers) {
  for (const auto& [name, shown] : switches.items()) {
    const Report* const report = FindReport(name);
    if (report == nullptr) return Refuse(path, name + " is no layer that is known");
    if (!shown.is_boolean()) return Refuse(path, name + " takes true or false");
    if (!shown.get<bool>()) *hidden_layers |= report->layers;
  }
  return {};
}

}  // namespace

Status ReadReportsFile(const std::string& path, uint64_t* hidden_layers) {
  if (Status good = CheckFile(path); !good.ok()) return good;
  std::string text;
  if (Status read = ReadSmallFile(path, kMostBytes, &text); !read.ok())
    return Status(read.code(), "--reports " + read.message());
  const JsonShape shape = ShapeOfJson(text);
  if (shape.levels > kMostLevels || shape.values > kMostValues)
    return Refuse(path, "has more than switches of layers");
  const json root = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!root.is_object()) return Refuse(path, "is no JSON object");
  const auto switches = root.find("json_process");
  if (switches == root.end() || !switches->is_object())
    return Refuse(path, "has no object json_process");
  return TakeSwitches(path, *switches, hidden_layers);
}

}  // namespace aclprof
