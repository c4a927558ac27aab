// What profiling a model's runs costs: the processor time of the whole process with a session, over that without one.
// A pair is four sides, without, with, with, without, so that a machine which gets slower or faster favours neither.
//
//   model_overhead MODEL INPUT [PAIRS [RUNS]]      by default 30 pairs of 50 runs a side
//
// Each side runs the model RUNS times on device 0. With a session, its start, its stop and what its own threads do are
// counted too. Prints the ratios' median with its 95 % interval: the order statistics that hold the median of any
// distribution with that chance.
#include <acl/acl_prof.h>
#include <aclprof/aclprof.h>

#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "model_bench.h"
#include "paired_ratios.h"

namespace {

double ProcessorSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

int Run(const ModelBench& bench) {
  for (size_t run = 0; run < bench.runs; ++run)
    CHECK(aclmdlExecute(bench.model.model, bench.model.inputs, bench.model.outputs));
  return 0;
}

int RunPlain(const ModelBench& bench, double* seconds) {
  const double before = ProcessorSeconds();
  if (Run(bench) != 0) return 1;
  *seconds = ProcessorSeconds() - before;
  return 0;
}

int RunProfiled(const ModelBench& bench, double* seconds) {
  uint32_t device = 0;
  aclprofConfig* config = aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, nullptr,
                                              ACL_PROF_ACL_API | ACL_PROF_TASK_TIME);
  const double before = ProcessorSeconds();
  CHECK(aclprofStart(config));
  if (Run(bench) != 0) return 1;
  CHECK(aclprofStop(config));
  *seconds = ProcessorSeconds() - before;
  CHECK(aclprofDestroyConfig(config));
  return 0;
}

void Print(const PairedRatios& ratios, double plain, double profiled, const ModelBench& bench) {
  const double runs = 2.0 * bench.runs * static_cast<double>(ratios.size());
  std::printf("pairs %zu, runs on each side %zu\n", ratios.size(), bench.runs);
  std::printf("processor ms a run      off %.3f, on %.3f\n", plain / runs * 1e3,
              profiled / runs * 1e3);
  aclprofx_ledger ledger{};
  ledger.size_bytes = sizeof(ledger);
  if (aclprofx_last_session(&ledger, nullptr, 0) == 0) {
    const double records = static_cast<double>(ledger.stored) / bench.runs;
    std::printf("records a run           %.0f (dropped %llu)\n", records,
                static_cast<unsigned long long>(ledger.emitted - ledger.stored));
    std::printf("added by a record       %.0f ns of %.0f ns of work\n",
                (profiled - plain) / runs / records * 1e9, plain / runs / records * 1e9);
  }
  const auto [low, high] = ratios.MedianInterval();
  std::printf("ratio on / off          median %.4f, 95 %% interval %.4f .. %.4f\n", ratios.Median(),
              low, high);
}

int Measure(const ModelBench& bench) {
  PairedRatios ratios;
  double plain_sum = 0, profiled_sum = 0, unused;
  if (RunPlain(bench, &unused) != 0 || RunProfiled(bench, &unused) != 0) return 1;
  for (size_t pair = 0; pair < bench.pairs; ++pair) {
    double plain[2], profiled[2];
    if (RunPlain(bench, &plain[0]) != 0 || RunProfiled(bench, &profiled[0]) != 0 ||
        RunProfiled(bench, &profiled[1]) != 0 || RunPlain(bench, &plain[1]) != 0) {
      return 1;
    }
    ratios.Add((profiled[0] + profiled[1]) / (plain[0] + plain[1]));
    plain_sum += plain[0] + plain[1];
    profiled_sum += profiled[0] + profiled[1];
  }
  Print(ratios, plain_sum, profiled_sum, bench);
  return 0;
}

int MeasureBelow(const std::string& folder, const ModelBench& bench) {
  CHECK(aclprofInit(folder.c_str(), folder.size()));
  if (Measure(bench) != 0) return 1;
  CHECK(aclprofFinalize());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "model_overhead MODEL INPUT [PAIRS [RUNS]]\n");
    return 2;
  }
  char folder[] = "/tmp/model_overhead_XXXXXX";
  if (mkdtemp(folder) == nullptr) return 1;
  const int code = WithModel(argc, argv, 30, 50,
                             [&](const ModelBench& bench) { return MeasureBelow(folder, bench); });
  std::filesystem::remove_all(folder);
  return code;
}
