// capture_transcript.h: what an importer told, as lines of text, and small captures to read.
#pragma once

#include <zlib.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "aclprof/producer.h"
#include "readers/import/capture.h"
#include "tests/support/file_text.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {

class CaptureTranscript : public CaptureVisitor {
 public:
  void OnTask(const ImportedTask& task) override { tasks.push_back(LineOf(task)); }
  void OnMetrics(const ImportedMetrics& told) override { metrics.push_back(LineOf(told)); }
  void OnApi(const ImportedApi& api) override { apis.push_back(LineOf(api)); }
  void OnRange(const ImportedRange& range) override {
    ranges.push_back(Times(range.start, range.duration) + " " + std::string(range.message) +
                     (range.is_mark ? " mark" : ""));
  }
  void OnSample(const ImportedSample& sample) override {
    samples.push_back(Times(sample.time, Span()) + " dev=" + std::to_string(sample.device_id) +
                      " " + std::string(sample.counter) + "/" + std::string(sample.series) + "=" +
                      std::to_string(sample.value));
  }

  std::vector<std::string> tasks, metrics, apis, ranges, samples;

 private:
  // "<ns>.<fs>+<ns>.<fs>"
  static std::string Times(Instant start, Span duration) {
    return std::to_string(start.ns) + "." + std::to_string(start.fs) + "+" +
           std::to_string(duration.ns) + "." + std::to_string(duration.fs);
  }

  static std::string Id(uint32_t id) { return id == kImportedNone ? "-" : std::to_string(id); }

  static std::string LineOf(const ImportedTask& task) {
    const ImportedOp& op = task.op;
    std::string line = Times(task.start, task.duration) + " dev=" + std::to_string(task.device_id);
    line += " stream=" + Id(task.stream_id) + " task=" + Id(task.task_id);
    line += " model=" + Id(task.model_id) + " ctx=" + Id(task.context_id);
    line += " conn=" + std::to_string(task.connection_id) + " type=" + std::string(task.type);
    line += task.communication ? " comm" : "";
    for (const std::string_view text :
         {op.name, op.type, op.state, op.task_type, op.hf32, op.input_shapes, op.input_data_types,
          op.input_formats, op.output_shapes, op.output_data_types, op.output_formats}) {
      (line += "|") += text;
    }
    return line + "|" + std::to_string(op.block_num) + "|" + std::to_string(op.mix_block_num);
  }

  // "<ns>.<fs> dev= stream= task= core= group= cycles=|value|...", "-" where there is none.
  static std::string LineOf(const ImportedMetrics& metrics) {
    std::string line = std::to_string(metrics.start.ns) + "." + std::to_string(metrics.start.fs);
    line += " dev=" + std::to_string(metrics.device_id) + " stream=" + Id(metrics.stream_id);
    line += " task=" + Id(metrics.task_id) + " core=" + std::to_string(metrics.core_kind);
    line += " group=" + std::to_string(metrics.group) + " cycles=";
    const bool no_cycles = metrics.total_cycles == ACLPROFX_PMU_NO_CYCLES;
    line += no_cycles ? "-" : std::to_string(metrics.total_cycles);
    for (const double value : metrics.values) {
      std::array<char, 32> text;
      std::snprintf(text.data(), text.size(), "|%.17g", value);
      line += std::isnan(value) ? "|-" : text.data();
    }
    return line;
  }

  static std::string LineOf(const ImportedApi& api) {
    return Times(api.start, api.duration) + " pid=" + std::to_string(api.process_id) +
           " tid=" + std::to_string(api.thread_id) + " level=" + std::to_string(api.level) +
           " conn=" + std::to_string(api.connection_id) + "|" + std::string(api.name) + "|" +
           std::string(api.mode) + "|" + std::string(api.item);
  }
};

// A directory that goes with the test.
class CaptureFolder {
 public:
  const std::string& path() const { return directory_.path(); }

  std::string Path(const std::string& name) const {
    return (std::filesystem::path(path()) / name).string();
  }

  std::string Write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(Path(name)).parent_path());
    WriteFile(Path(name), text);
    return Path(name);
  }

  std::string WriteGzip(const std::string& name, const std::string& text) const {
    const gzFile file = gzopen(Path(name).c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    return Path(name);
  }

  std::string Bytes(const std::string& name) const { return TextOfFile(Path(name)); }

 private:
  TemporaryDirectory directory_;
};

// Opens and reads; the first failure of the two.
inline Status ReadCapture(const std::string& path, CaptureVisitor* visitor) {
  std::unique_ptr<CaptureReader> reader;
  if (Status status = CaptureReader::Open(path, &reader); !status.ok()) return status;
  return reader->Read(visitor);
}

}  // namespace aclprof
