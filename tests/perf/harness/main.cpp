// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-bench-kernels: runs one case on the OpenCL driver that the loader finds, or its baseline,
// and prints what it measured as one JSON object. bench.py runs it in turns.

#include "case.h"

#include "producers.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>
#include <vector>

// OpenMP's workers shall not spin while a driver is measured.
extern "C" void kmp_set_blocktime(int);
extern "C" int omp_get_max_threads();

namespace weft::perf {

static std::vector<CaseEntry> &registry() {
  static std::vector<CaseEntry> entries;
  return entries;
}

void registerCase(const CaseEntry &entry) { registry().push_back(entry); }

std::vector<CaseEntry> allCases() {
  std::vector<CaseEntry> entries = registry();
  std::sort(entries.begin(), entries.end(), [](const CaseEntry &a, const CaseEntry &b) {
    return std::strcmp(a.traits.name, b.traits.name) < 0;
  });
  return entries;
}

namespace {

struct Options {
  std::string name;
  bool baseline = false;
  bool checked =
      true; ///< Against the baseline, which may be of instructions that a simulator lacks.
  Scale scale = Scale::Full;
  unsigned repeats = 10;
  double seconds = 0.5; ///< No further repeat starts after this much measured time.
};

struct Result {
  std::string platform, version, wrong;
  double buildMs = 0, buildCpuMs = 0, firstMs = 0, soonMs = 0, bestMs = 0, bestCpuMs = 0,
         meanMs = 0;
  unsigned repeats = 0;
};

double now() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// CPU time of all threads: less exact than the clock's, but other processes hardly change it.
double cpuNow() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1e3 + double(time.tv_nsec) * 1e-6;
}

std::string kernelSource(const char *name) {
  std::ifstream file(std::string(WEFT_PERF_KERNELS) + "/" + name + ".cl");
  if (!file)
    throw std::runtime_error(std::string("cannot read the kernels of ") + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Runs after the first that count for soonMs: too few for a driver to have made better code by
/// then.
constexpr unsigned SoonRepeats = 5;

/// 0 if there are none.
double medianOf(std::vector<double> times) {
  if (times.empty())
    return 0;
  auto middle = times.begin() + times.size() / 2;
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

/// Best time of several runs, the first not counted but kept in firstMs.
template <class Reset, class Run>
void measure(const Options &options, Result &result, Reset reset, Run run) {
  double total = 0;
  std::vector<double> soon;
  for (unsigned i = 0; i <= options.repeats && (i < 2 || total < options.seconds * 1000); ++i) {
    reset();
    double start = now(), cpuStart = cpuNow();
    run();
    double elapsed = now() - start, cpu = cpuNow() - cpuStart;
    total += elapsed;
    result.repeats = i;
    if (i == 0) {
      result.firstMs = elapsed;
      continue;
    }
    if (i <= SoonRepeats)
      soon.push_back(elapsed);
    result.bestMs = i == 1 ? elapsed : std::min(result.bestMs, elapsed);
    result.bestCpuMs = i == 1 ? cpu : std::min(result.bestCpuMs, cpu);
  }
  result.soonMs = medianOf(soon);
  if (result.repeats)
    result.meanMs = (total - result.firstMs) / result.repeats;
}

Result runBaseline(Case &benchmark, const Options &options) {
  Result result;
  result.platform = "baseline";
  result.version = __VERSION__;
  measure(options, result, [&] { benchmark.resetBaseline(); }, [&] { benchmark.runBaseline(); });
  return result;
}

Result runOnDevice(Case &benchmark, const Traits &traits, const Options &options) {
  Result result;
  kmp_set_blocktime(0);
  if (options.checked) {
    benchmark.resetBaseline();
    benchmark.runBaseline();
  }

  Device device;
  result.platform = device.platformName();
  result.version = device.deviceVersion();
  std::string source = kernelSource(traits.name);
  double start = now(), cpuStart = cpuNow();
  device.build(source, traits.options);
  result.buildMs = now() - start;
  result.buildCpuMs = cpuNow() - cpuStart;
  benchmark.prepare(device);

  auto reset = [&] {
    benchmark.reset(device);
    device.finish();
  };
  auto run = [&] {
    benchmark.launch(device);
    device.finish();
  };
  measure(options, result, reset, run);
  if (options.checked)
    result.wrong = benchmark.check(device);
  return result;
}

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (static_cast<unsigned char>(c) < ' ')
      c = ' ';
    result += c;
  }
  return result + "\"";
}

void print(const Traits &traits, double bytes, const Result &result) {
  auto text = [](const char *name, const std::string &value) {
    std::printf("\"%s\": %s, ", name, quoted(value).c_str());
  };
  auto number = [](const char *name, double value) { std::printf("\"%s\": %.4f, ", name, value); };
  std::printf("{");
  text("kernel", traits.name);
  text("platform", result.platform);
  text("version", result.version);
  text("bound", traits.bound == Bound::Compute ? "compute" : "streaming");
  std::printf("\"counted\": %s, ", traits.counted ? "true" : "false");
  number("bytes", bytes);
  number("threads", omp_get_max_threads());
  number("build_ms", result.buildMs);
  number("build_cpu_ms", result.buildCpuMs);
  number("first_ms", result.firstMs);
  number("soon_ms", result.soonMs);
  number("best_ms", result.bestMs);
  number("best_cpu_ms", result.bestCpuMs);
  number("mean_ms", result.meanMs);
  number("repeats", result.repeats);
  std::printf("\"wrong\": %s}\n", quoted(result.wrong).c_str());
}

int usage() {
  std::fprintf(stderr, "weft-bench-kernels --list\n"
                       "weft-bench-kernels NAME [--baseline] [--unchecked] [--tiny] [--repeats N] "
                       "[--seconds S]\n");
  return 2;
}

bool parse(int argc, char **argv, Options &options) {
  for (int i = 1; i < argc; ++i) {
    std::string arg = argv[i];
    bool hasValue = i + 1 < argc;
    if (arg == "--baseline")
      options.baseline = true;
    else if (arg == "--unchecked")
      options.checked = false;
    else if (arg == "--tiny")
      options.scale = Scale::Tiny;
    else if (arg == "--repeats" && hasValue)
      options.repeats = std::max(1, std::atoi(argv[++i]));
    else if (arg == "--seconds" && hasValue)
      options.seconds = std::atof(argv[++i]);
    else if (!arg.starts_with("-") && options.name.empty())
      options.name = arg;
    else
      return false;
  }
  return !options.name.empty();
}

int runCase(const Options &options) {
  for (const CaseEntry &entry : allCases()) {
    if (entry.traits.name != options.name)
      continue;
    std::unique_ptr<Case> benchmark = entry.make();
    benchmark->makeInput(options.scale);
    Result result = options.baseline ? runBaseline(*benchmark, options)
                                     : runOnDevice(*benchmark, entry.traits, options);
    print(entry.traits, benchmark->bytes(), result);
    return result.wrong.empty() ? 0 : 1;
  }
  std::fprintf(stderr, "there is no kernel '%s'; --list lists them\n", options.name.c_str());
  return 2;
}

} // namespace
} // namespace weft::perf

int main(int argc, char **argv) {
  using namespace weft::perf;
  if (argc == 2 && std::string(argv[1]) == "--list") {
    for (const CaseEntry &entry : allCases())
      std::printf("%s\n", entry.traits.name);
    return 0;
  }
  Options options;
  if (!parse(argc, argv, options))
    return usage();
  try {
    return runCase(options);
  } catch (const weft::spirv_test::BeyondRoad &error) {
    std::fprintf(stderr, "%s: %s\n", options.name.c_str(), error.what());
    return 77; // skipped
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", options.name.c_str(), error.what());
    return 3;
  }
}
