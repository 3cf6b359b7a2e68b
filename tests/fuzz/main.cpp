// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-fuzz: random kernels under every emitter, compared bit for bit.
#include "generator.h"
#include "legality.h"
#include "printer.h"
#include "reducer.h"
#include "worker.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

namespace weft::fuzz {
namespace {

const char *usage =
    R"(Usage: weft-fuzz [--seed S] [--count N] [options]
Runs N random OpenCL kernels (seeds S, S + 1, ...) under several emitters and local sizes and compares
what they leave in memory. A failure is made small and printed with its seed.
  --emitters A,B,..  emitters to compare (default: loops,fibers); vector:8 is vector
                     with WEFT_SIMD=8, which widens also what does not pay;
                     specialized: each launch runs code compiled for it
  --unoptimized      each of them with -cl-opt-disable as well
  --against FILE     compare with another driver too: what OCL_ICD_VENDORS is to be for it
  --sub-groups       let kernels use sub-group functions
  --group-functions  let kernels use work_group_reduce_add and the like
  --source FILE      run this program instead (with the input of --seed)
  --print            print the first program and do not run anything
  --no-reduce        print a failing program as it is
  --trials T         most runs to make one program small (default 1500)
  --timeout T        seconds for one program (default 180)
  --keep-going F     stop after F failures (default 1)
)";

struct Settings {
  uint64_t seed = 1;
  unsigned count = 100, trials = 1500, timeout = 180, most_failures = 1;
  bool print = false, reduce = true, unoptimized = false;
  std::string emitters = "loops,fibers", against, source;
  GeneratorOptions generator;
};

bool parse(int argc, char **argv, Settings &settings) {
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    auto flag = [&](const char *wanted, bool &value, bool to = true) {
      if (name != wanted)
        return false;
      value = to;
      return true;
    };
    if (flag("--print", settings.print) || flag("--no-reduce", settings.reduce, false) ||
        flag("--unoptimized", settings.unoptimized) ||
        flag("--sub-groups", settings.generator.sub_groups) ||
        flag("--group-functions", settings.generator.group_functions))
      continue;
    if (i + 1 == argc)
      return false;
    std::string value = argv[++i];
    if (name == "--emitters" || name == "--against" || name == "--source") {
      (name == "--emitters"  ? settings.emitters
       : name == "--against" ? settings.against
                             : settings.source) = value;
      continue;
    }
    char *end = nullptr;
    uint64_t number = std::strtoull(value.c_str(), &end, 0);
    if (value.empty() || *end)
      return false;
    if (name == "--seed")
      settings.seed = number;
    else if (name == "--count")
      settings.count = unsigned(number);
    else if (name == "--trials")
      settings.trials = unsigned(number);
    else if (name == "--timeout")
      settings.timeout = unsigned(number);
    else if (name == "--keep-going")
      settings.most_failures = unsigned(number);
    else
      return false;
  }
  return true;
}

// Which worker disagreed with the first, and how.
struct Failure {
  size_t worker = 0;
  Status status = Status::Ok; // Ok: other memory
  std::string text;
  explicit operator bool() const { return !text.empty(); }
};

std::string describe(const Memory &a, const Memory &b) {
  for (size_t i = 0; i < a.output.size(); ++i)
    if (a.output[i] != b.output[i])
      return "work-item " + std::to_string(i / OutputSlots) + ", slot " +
             std::to_string(i % OutputSlots) + ": " + std::to_string(a.output[i]) + " and " +
             std::to_string(b.output[i]);
  for (size_t i = 0; i < a.shared.size(); ++i)
    if (a.shared[i] != b.shared[i])
      return "x2[" + std::to_string(i) + "]: " + std::to_string(a.shared[i]) + " and " +
             std::to_string(b.shared[i]);
  return "printed lines: " + std::to_string(a.lines.size()) + " and " +
         std::to_string(b.lines.size());
}

class Fuzzer {
public:
  explicit Fuzzer(const Settings &settings) : settings(settings) {
    std::string list = settings.emitters + ",";
    for (size_t at = 0, end; (end = list.find(',', at)) != std::string::npos; at = end + 1) {
      std::string emitter = list.substr(at, end - at);
      if (emitter.empty())
        continue;
      add({emitter, emitter, "", ""});
      if (settings.unoptimized)
        add({emitter + " -cl-opt-disable", emitter, "-cl-opt-disable", ""});
    }
    if (!settings.against.empty())
      add({settings.against, "", "", settings.against});
  }

  bool runSource() {
    std::ifstream file(settings.source);
    std::string source(std::istreambuf_iterator<char>(file), {});
    Failure failure = compare(source, settings.seed, all());
    if (failure)
      std::printf("%s: %s\n", workers[failure.worker]->variant().name.c_str(),
                  failure.text.c_str());
    return !failure;
  }

  // Programs that failed.
  unsigned run() {
    unsigned failures = 0;
    for (unsigned i = 0; i < settings.count && failures < settings.most_failures; ++i) {
      Program program = generate(settings.seed + i, settings.generator);
      if (std::string broken = findIllegal(program); !broken.empty()) {
        std::printf("seed %llu: the generator broke a rule: %s\n", (unsigned long long)program.seed,
                    broken.c_str());
        ++failures;
        continue;
      }
      Failure failure = compare(program, all());
      if (failure) {
        ++failures;
        report(program, failure);
      }
      if ((i + 1) % 500 == 0)
        std::fprintf(stderr, "%u programs, %u failures\n", i + 1, failures);
    }
    return failures;
  }

private:
  void add(Variant variant) {
    workers.push_back(std::make_unique<Worker>(std::move(variant), settings.timeout));
  }

  std::vector<size_t> all() const {
    std::vector<size_t> list;
    for (size_t i = 0; i < workers.size(); ++i)
      list.push_back(i);
    return list;
  }

  Failure compare(const Program &program, const std::vector<size_t> &which) {
    return compare(weft::fuzz::print(program), program.seed, which);
  }

  Failure compare(const std::string &source, uint64_t seed, const std::vector<size_t> &which) {
    for (size_t i : which)
      workers[i]->send(source, seed);
    std::vector<Outcome> outcomes;
    for (size_t i : which)
      outcomes.push_back(workers[i]->receive());
    // What the other driver cannot do says nothing about this one.
    if (!settings.against.empty() && which.back() + 1 == workers.size() &&
        outcomes.back().status != Status::Ok)
      outcomes.back() = outcomes.front();
    for (size_t k = 0; k < which.size(); ++k)
      if (outcomes[k].status != Status::Ok)
        return {which[k], outcomes[k].status, statusName(outcomes[k].status) + outcomes[k].detail};
    for (size_t k = 1; k < which.size(); ++k)
      for (size_t range = 0; range < ranges().size(); ++range)
        if (!outcomes[0].results[range].output.empty() &&
            !outcomes[k].results[range].output.empty() &&
            !(outcomes[0].results[range] == outcomes[k].results[range]))
          return {which[k], Status::Ok,
                  ranges()[range].name() + ": " +
                      describe(outcomes[0].results[range], outcomes[k].results[range])};
    return {};
  }

  static std::string statusName(Status status) {
    switch (status) {
    case Status::BuildFailed:
      return "the program does not build: ";
    case Status::CallFailed:
      return "a call failed: ";
    case Status::Crashed:
      return "crash: ";
    case Status::Hung:
      return "hang: ";
    case Status::Ok:
      break;
    }
    return "";
  }

  void report(Program program, Failure failure) {
    std::string first = workers[0]->variant().name, other = workers[failure.worker]->variant().name;
    std::printf("seed %llu, %s: %s\n", (unsigned long long)program.seed,
                failure.worker ? (first + " and " + other).c_str() : first.c_str(),
                failure.text.c_str());
    std::fflush(stdout);
    if (settings.reduce) {
      std::vector<size_t> which{0};
      if (failure.worker)
        which.push_back(failure.worker);
      size_t before = countNodes(program);
      program = weft::fuzz::reduce(
          std::move(program),
          [&](const Program &candidate) {
            Failure now = compare(candidate, which);
            return now && now.status == failure.status && now.worker == failure.worker;
          },
          // Each trial of a hang takes its whole time.
          failure.status == Status::Hung ? std::min(settings.trials, 30u) : settings.trials);
      failure = compare(program, which);
      std::printf("reduced from %zu to %zu nodes: %s\n", before, countNodes(program),
                  failure.text.c_str());
    }
    std::printf("%s\n", weft::fuzz::print(program).c_str());
    std::fflush(stdout);
  }

  const Settings &settings;
  std::vector<std::unique_ptr<Worker>> workers; // the first is what others are compared with
};

// Beside the driver's build the driver is the one that was built.
void findDriver() {
  std::error_code error;
  auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  auto driver = self.parent_path().parent_path() / "weft.icd";
  if (!error && std::filesystem::exists(driver, error))
    setenv("OCL_ICD_VENDORS", driver.c_str(), 0);
}

} // namespace
} // namespace weft::fuzz

int main(int argc, char **argv) {
  using namespace weft::fuzz;
  if (argc == 4 && std::strcmp(argv[1], "--worker") == 0)
    return serve(std::atoi(argv[2]), std::atoi(argv[3]));
  Settings settings;
  if (!parse(argc, argv, settings)) {
    std::fputs(usage, stderr);
    return 2;
  }
  if (settings.print) {
    std::fputs(print(generate(settings.seed, settings.generator)).c_str(), stdout);
    return 0;
  }
  findDriver();
  if (!settings.source.empty())
    return Fuzzer(settings).runSource() ? 0 : 1;
  unsigned failures = Fuzzer(settings).run();
  std::printf("%u programs from seed %llu: %u failed\n", settings.count,
              (unsigned long long)settings.seed, failures);
  return failures ? 1 : 0;
}
