#include "tools/bench_command.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "aclprof/runtime.h"
#include "base/tick_clock.h"
#include "devices/load/load_emitter.h"
#include "devices/load/load_session.h"
#include "format/ledger.h"
#include "tools/exit_code.h"
#include "tools/interrupt_flag.h"
#include "tools/session_summary.h"

namespace aclprof {
namespace {

constexpr int kMostProducers = 256;
constexpr double kMostSeconds = 86400;

struct BenchChoices {
  int threads = 1;
  int devices = 1;
  double rate = 0;
  double seconds = 5;
  std::string policy = "block";
  std::string output;
  bool json = false;
};

// Where the session goes: a directory of the user's, which stays, or one of our own, which does not.
class BenchOutput {
 public:
  explicit BenchOutput(const std::string& wanted) : path_(wanted), ours_(wanted.empty()) {
    if (!ours_) return;
    std::string pattern = std::filesystem::temp_directory_path() / "aclprof_bench_XXXXXX";
    if (mkdtemp(pattern.data()) != nullptr)
      path_ = pattern;
    else
      status_ = Status::FromErrno(errno, pattern);
  }
  ~BenchOutput() {
    std::error_code ignored;
    if (ours_ && !path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  BenchOutput(const BenchOutput&) = delete;
  BenchOutput& operator=(const BenchOutput&) = delete;

  const Status& status() const { return status_; }
  const std::string& path() const { return path_; }
  bool stays() const { return !ours_; }

 private:
  std::string path_;
  const bool ours_;
  Status status_;
};

struct BenchResult {
  LoadMeasure load;
  LoadOutcome outcome;
  bool stays = false;

  double BytesPerRecord() const {
    const uint64_t stored = outcome.ledger.stored;
    return stored == 0 ? 0 : static_cast<double>(outcome.file_bytes) / static_cast<double>(stored);
  }
};

Status Run(const BenchChoices& choices, const BenchOutput& output, BenchResult* result) {
  InterruptFlag interrupted;  // an interrupted run still closes its session
  LoadShape shape;
  shape.producers = choices.threads;
  shape.devices = std::min(choices.devices, choices.threads);
  shape.lossless = choices.policy == "block";
  LoadOptions options;
  options.records_per_second = choices.rate;
  options.run_ns = std::llround(choices.seconds * 1e9);
  options.warm_up_ns = options.run_ns / 10;
  options.interrupted = [&] { return interrupted.raised(); };
  WorkloadPool pool(1);
  LoadSession session;
  if (Status begun = session.Begin(output.path(), shape); !begun.ok()) return begun;
  pool.InternNames();
  result->load = EmitLoad(session.rings(), pool, options);
  return session.End(&result->outcome);
}

std::string Text(const BenchChoices& choices, const BenchResult& result) {
  const LoadMeasure& load = result.load;
  const aclprofx_ledger& ledger = result.outcome.ledger;
  const std::string rate = choices.rate > 0 ? fmt::format("{:g} records/s asked for", choices.rate)
                                            : "as fast as it goes";
  std::string text = fmt::format("{}, {}, policy {}, clock {}\n", Plural(choices.threads, "thread"),
                                 rate, choices.policy, ClockSourceName());
  text += Line("sustained", fmt::format("{:.3f} M records/s over {:.2f} s",
                                        load.RecordsPerSecond() / 1e6, load.seconds));
  text += Line("an emit", fmt::format("{:.1f} ns at the median, {:.1f} ns at the 99th percentile",
                                      load.bursts.Median(), load.bursts.P99()));
  text += Line("processor", fmt::format("{:.4f} s per M records, emitting threads included",
                                        load.CpuSecondsPerMillion()));
  text += Line("on disk", fmt::format("{:.2f} bytes a record", result.BytesPerRecord()));
  text += Line("stop", fmt::format("{:.1f} ms", result.outcome.stop_seconds * 1e3));
  text += Line("ledger", fmt::format("emitted {} = stored {} + dropped {}", ledger.emitted,
                                     ledger.stored, result.outcome.Dropped()));
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause) {
    if (ledger.dropped[cause] > 0)
      text += Line("dropped", fmt::format("{}: {}", DropCauseName(cause), ledger.dropped[cause]));
  }
  return text + (result.stays ? Line("session", result.outcome.directory) : "");
}

nlohmann::ordered_json Json(const BenchChoices& choices, const BenchResult& result) {
  const LoadMeasure& load = result.load;
  const aclprofx_ledger& ledger = result.outcome.ledger;
  nlohmann::ordered_json by_cause = nlohmann::ordered_json::object();
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause)
    by_cause[DropCauseName(cause)] = ledger.dropped[cause];
  return {{"threads", choices.threads},
          {"devices", choices.devices},
          {"rate", choices.rate},
          {"policy", choices.policy},
          {"clock", ClockSourceName()},
          {"seconds", load.seconds},
          {"records_per_second", load.RecordsPerSecond()},
          {"emit_ns", {{"median", load.bursts.Median()}, {"p99", load.bursts.P99()}}},
          {"cpu_s_per_mrec", load.CpuSecondsPerMillion()},
          {"bytes_per_record", result.BytesPerRecord()},
          {"stop_ms", result.outcome.stop_seconds * 1e3},
          {"fed", load.fed},
          {"ledger",
           {{"emitted", ledger.emitted},
            {"stored", ledger.stored},
            {"dropped", result.outcome.Dropped()},
            {"by_cause", by_cause}}},
          {"directory", result.stays ? result.outcome.directory : ""}};
}

int Bench(const BenchChoices& choices) {
  const BenchOutput output(choices.output);
  if (!output.status().ok()) return Fail(output.status());
  BenchResult result;
  result.stays = output.stays();
  if (const Status status = Run(choices, output, &result); !status.ok()) return Fail(status);
  fmt::print("{}{}", choices.json ? Json(choices, result).dump(2) : Text(choices, result),
             choices.json ? "\n" : "");
  if (result.outcome.ledger.emitted != result.load.fed) {
    return Fail(
        {StatusCode::kInternal, fmt::format("bench: {} records were fed, the ledger knows {}",
                                            result.load.fed, result.outcome.ledger.emitted)});
  }
  if (result.load.fed == 0) return kExitNothing;
  return result.outcome.Dropped() > 0 ? kExitLoss : kExitGood;
}

}  // namespace

RunVerb DeclareBench(CLI::App* options) {
  auto chosen = std::make_shared<BenchChoices>();
  options
      ->add_option("--threads", chosen->threads, "Threads that emit, each into a ring of its own")
      ->check(CLI::Range(1, kMostProducers))
      ->capture_default_str();
  options
      ->add_option("--devices", chosen->devices,
                   "Devices that the threads' records belong to, each with files of its own")
      ->check(CLI::Range(1, ACLPROFX_MAX_DEVICES))
      ->capture_default_str();
  options
      ->add_option("--rate", chosen->rate,
                   "Records a second of all threads together; 0: as fast as it goes")
      ->check(CLI::Range(0.0, 1e12))
      ->capture_default_str();
  options
      ->add_option("--policy", chosen->policy,
                   "When a ring is full: block, or drop the record and count it")
      ->check(CLI::IsMember({"block", "drop"}))
      ->capture_default_str();
  options
      ->add_option("--seconds", chosen->seconds,
                   "How long is measured, behind a warm-up of a tenth")
      ->check(CLI::Range(0.001, kMostSeconds))
      ->capture_default_str();
  options->add_option("--output", chosen->output,
                      "Keep the session below this directory; else it goes to the system's "
                      "temporary files and is removed");
  options->add_flag("--json", chosen->json, "For machines");
  return [chosen] { return Bench(*chosen); };
}

}  // namespace aclprof
