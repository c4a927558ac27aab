#include "tools/replay_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>

#include "aclprof/runtime.h"
#include "devices/replay/capture_replay.h"
#include "tools/exit_code.h"
#include "tools/interrupt_flag.h"

namespace aclprof {
namespace {

bool ParseSpeed(const std::string& text, double* speed) {
  *speed = 0;
  if (text == "max") return true;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *speed);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(*speed) &&
         *speed >= kLeastSpeed;
}

std::string CheckSpeed(const std::string& text) {
  double speed = 0;
  return ParseSpeed(text, &speed)
             ? ""
             : fmt::format("neither 'max' nor a number of {} or more: {}", kLeastSpeed, text);
}

uint64_t Dropped(const aclprofx_ledger& ledger) {
  return std::accumulate(std::begin(ledger.dropped), std::end(ledger.dropped), uint64_t{0});
}

void PrintResult(const ReplayResult& result) {
  const aclprofx_ledger& ledger = result.outcome.ledger;
  for (const std::string& file : result.files) fmt::print("replayed {}\n", file);
  fmt::print("into {}\n", result.outcome.directory);
  fmt::print("fed {}, emitted {}, stored {}, dropped {}\n", result.fed, ledger.emitted,
             ledger.stored, Dropped(ledger));
  if (!result.exact_times) {
    fmt::print("times are rounded: the capture is too long for all of their digits\n");
  }
}

ExitCode CodeOf(const Status& status, const ReplayResult& result) {
  ExitCode code = kExitGood;
  if (!result.replayed) code = kExitNothing;
  if (result.replayed && Dropped(result.outcome.ledger) > 0) code = kExitLoss;
  if (status.ok()) return code;
  Fail(status);
  return status.code() == StatusCode::kDataLoss ? Graver(code, kExitDamaged) : kExitFailed;
}

int Replay(const ReplayOptions& options) {
  InterruptFlag interrupted;  // an interrupted replay still closes its session
  ReplayResult result;
  const Status status = CaptureReplay(options, PaceClock::Default(), [&] {
                          return interrupted.raised();
                        }).Run(&result);
  if (result.replayed) PrintResult(result);
  if (!result.replayed && status.ok()) {
    Complain(options.input + ": the capture holds no record");
  }
  return CodeOf(status, result);
}

}  // namespace

RunVerb DeclareReplay(CLI::App* options) {
  struct Wishes {
    ReplayOptions replay;
    std::string speed = "max";
    std::string policy = "block";
  };
  auto wishes = std::make_shared<Wishes>();
  options
      ->add_option("--input", wishes->replay.input,
                   "A capture (op_summary, task_time, kernel_details, timeline JSON, database; "
                   "plain or gzip) or the directory of a capture set")
      ->required();
  options->add_option("--output", wishes->replay.output, "Where the PROF_* directory goes")
      ->required();
  options
      ->add_option("--speed", wishes->speed,
                   "'max', 1 for the pace of the capture, 2 for twice as fast, ...")
      ->check(CLI::Validator(CheckSpeed, "max|NUMBER"))
      ->capture_default_str();
  options
      ->add_option("--devices", wishes->replay.devices,
                   "Replay on N devices: captured devices are folded onto them, or their streams "
                   "dealt out when there are fewer")
      ->check(CLI::Range(1, ACLPROFX_MAX_DEVICES));
  options
      ->add_option("--policy", wishes->policy,
                   "When a ring is full: block, or drop the record and count it")
      ->check(CLI::IsMember({"block", "drop"}))
      ->capture_default_str();
  return [wishes] {
    ParseSpeed(wishes->speed, &wishes->replay.speed);
    wishes->replay.block = wishes->policy == "block";
    return Replay(wishes->replay);
  };
}

}  // namespace aclprof
