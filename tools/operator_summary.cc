#include "tools/operator_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "aclprof/producer.h"
#include "base/utf8.h"
#include "export/number_text.h"
#include "export/session_export.h"
#include "tools/session_summary.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr char kRow[] = "  {:>14}  {:>7}  {:>6}  {:>12}  {:<{}}  {}\n";

std::string Micros(int64_t ns) {
  char text[kNumberTextBytes];
  return {text, PutMicros(text, ns)};
}

std::string TotalMicros(const DurationStatistics& runs) {
  return Micros(static_cast<int64_t>(runs.TotalThousandths()));
}

std::string LongestMicros(const DurationStatistics& runs) {
  return Micros(RoundToNanos(runs.most));
}

double Percent(const DurationStatistics& part, const DurationStatistics& all) {
  if (all.total_as == 0) return 0;
  return 100 * static_cast<double>(part.total_as) / static_cast<double>(all.total_as);
}

std::span<const RankedOperator> Shown(const OperatorSummary& summary,
                                      const DeviceOperators& device) {
  const size_t all = device.operators.size();
  return {device.operators.data(), summary.top == 0 ? all : std::min(summary.top, all)};
}

std::string OutputDirectory(const SessionReader& reader) {
  return reader.info().directory + "/" + kExportDirectory;
}

// The files that exports have left, by name.
std::vector<std::string> ExportedFiles(const SessionReader& reader) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(OutputDirectory(reader), error)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with('.')) files.push_back(name);
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string DeviceName(const DeviceInfo& device) {
  return fmt::format("device {}{}", device.id,
                     device.name.empty() ? "" : fmt::format(" ({})", VisibleText(device.name)));
}

bool HasSeveralModels(const DeviceOperators& device) {
  return std::any_of(
      device.operators.begin(), device.operators.end(),
      [&](const RankedOperator& op) { return op.model_id != device.operators.front().model_id; });
}

std::string ModelText(uint32_t model_id) {
  return model_id == ACLPROFX_NONE ? "" : fmt::format(" (model {})", model_id);
}

std::string TypeText(const RankedOperator& op) {
  return op.type.empty() ? "N/A" : VisibleText(op.type);
}

std::string DeviceText(const OperatorSummary& summary, const DeviceOperators& device) {
  const std::string name = DeviceName(device.device);
  if (device.operators.empty()) return fmt::format("\n  {}: no operator\n", name);
  const auto shown = Shown(summary, device);
  std::string text = fmt::format("\n  {}: {} of operators in {} us; the {} of {} that took most\n",
                                 name, Plural(device.runs.count, "run"), TotalMicros(device.runs),
                                 shown.size(), device.operators.size());
  const bool models = HasSeveralModels(device);
  size_t width = 4;
  for (const RankedOperator& op : shown) width = std::max(width, TypeText(op).size());
  text += fmt::format(kRow, "total us", "share", "runs", "longest us", "type", width, "operator");
  for (const RankedOperator& op : shown)
    text += fmt::format(kRow, TotalMicros(op.runs),
                        fmt::format("{:.1f} %", Percent(op.runs, device.runs)), op.runs.count,
                        LongestMicros(op.runs), TypeText(op), width,
                        VisibleText(op.name) + (models ? ModelText(op.model_id) : ""));
  return text;
}

std::string FilesText(const SessionReader& reader) {
  const std::vector<std::string> files = ExportedFiles(reader);
  if (files.empty())
    return Line("files", "none yet; they are made by: aclprof export " + reader.info().directory);
  std::string text = Line("files", OutputDirectory(reader));
  for (const std::string& file : files) {
    text += Line("", file);
    if (file.starts_with("msprof_") && file.ends_with(".json"))
      text +=
          Line("", "  opens in https://ui.perfetto.dev, chrome://tracing, MindStudio Insight;") +
          Line("", "  in https://www.speedscope.app after export --relative-time");
  }
  return text;
}

ordered_json ModelJson(uint32_t model_id) {
  return model_id == ACLPROFX_NONE ? ordered_json() : ordered_json(model_id);
}

ordered_json DeviceJson(const OperatorSummary& summary, const DeviceOperators& device) {
  ordered_json operators = ordered_json::array();
  for (const RankedOperator& op : Shown(summary, device))
    operators.push_back({{"operator", op.name},
                         {"model_id", ModelJson(op.model_id)},
                         {"type", op.type},
                         {"task_type", op.task_type},
                         {"runs", op.runs.count},
                         {"total_us", TotalMicros(op.runs)},
                         {"longest_us", LongestMicros(op.runs)},
                         {"share_percent", Percent(op.runs, device.runs)}});
  return {{"id", device.device.id},
          {"name", device.device.name},
          {"runs", device.runs.count},
          {"total_us", TotalMicros(device.runs)},
          {"different_operators", device.operators.size()},
          {"operators", operators}};
}

}  // namespace

std::string OperatorSummaryText(const OperatorSummary& summary) {
  const SessionReader& reader = *summary.reader;
  std::string text =
      VisibleText(reader.info().directory) + "\n" + StateLine(reader.info()) + LedgerLines(reader);
  for (const DeviceOperators& device : summary.devices) text += DeviceText(summary, device);
  return text + "\n" + FilesText(reader);
}

ordered_json OperatorSummaryJson(const OperatorSummary& summary) {
  const SessionReader& reader = *summary.reader;
  ordered_json devices = ordered_json::array();
  for (const DeviceOperators& device : summary.devices)
    devices.push_back(DeviceJson(summary, device));
  return {{"directory", reader.info().directory},
          {"complete", reader.info().complete},
          {"why_incomplete", reader.info().why_incomplete},
          {"run_complete", reader.info().run_complete},
          {"ledger", LedgerJson(reader.ledger())},
          {"devices", devices},
          {"output", {{"directory", OutputDirectory(reader)}, {"files", ExportedFiles(reader)}}}};
}

}  // namespace aclprof
