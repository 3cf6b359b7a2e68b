// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-fuzz: random kernels in every mode, compared bit for bit with an interpreter.
#include "generator.h"
#include "interpreter.h"
#include "legality.h"
#include "mistakes.h"
#include "printer.h"
#include "random.h"
#include "reducer.h"
#include "worker.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::fuzz {
namespace {

const char *usage =
    R"(Usage: weft-fuzz [--seed S] [--count N] [options]
Runs N random OpenCL kernels (seeds S, S + 1, ...) in several modes and local sizes and compares
what they leave in memory with what an interpreter on the host computes. A failure is made small and printed with its seed.
  --modes A,B,..     default; vector, loops, fibers: an emitter; specialized: each launch
                     runs code compiled for it; v2, v3, v4: a level of x86-64; columns: x and
                     y exchanged; shared: functions of the library are shared, however few
                     calls of them there are; spirv, translator, debian: by way of SPIR-V, as
                     Clang and LLVM's back end, or the Khronos translator, or Debian's old one
                     write it, debian-O2-g with these options; checked: with WEFT_CHECK, which
                     has to find nothing; checked-loops, checked-fibers: and an emitter. vector:8 is vector with WEFT_SIMD=8, which widens also what does
                     not pay.
                     (default: all of those that are tested often)
  --draw K           each program runs in the first mode and K others that its seed draws
                     (default 3; 0: in all)
  --no-interpreter   compare the modes with the first one
  --jobs N           processes that share the seeds (default 1)
  --mistakes         with a mistake in each program, which is all that the modes, for the most part
                     checked, have to report; what the program computes is not compared
  --unoptimized      each mode with -cl-opt-disable as well
  --against FILE     compare with another driver too: what OCL_ICD_VENDORS is to be for it
  --sub-groups       let kernels use sub-group functions
  --large            kernels of many barriers, beyond the compiler's budgets (passes/budget.h)
  --calls            let all kernels call large functions in many places
  --typed            let all kernels access one memory by many types, most of them without much else
  --group-functions  let kernels use work_group_reduce_add and the like
  --source FILE      run this program instead (with the input of --seed)
  --print            print the first program and do not run anything
  --no-reduce        print a failing program as it is
  --trials T         most runs to make one program small (default 1500)
  --timeout T        seconds of processor time for one program (default 60)
  --keep-going F     stop after F failures (default 1)
)";

struct Settings {
  uint64_t seed = 1;
  unsigned count = 100, trials = 1500, timeout = 60, most_failures = 1;
  unsigned draw = 3, jobs = 1, job = 0;
  bool print = false, reduce = true, unoptimized = false, interpreter = true, mistakes = false;
  std::string modes =
      "default,loops,fibers,specialized,vector:2,vector:4,vector:8,vector:16,"
      "vector:32,vector:64,vector:128,v3,v3:4,v3:8,v3:16,v3:64,v2,v2:4,v2:32,columns,"
      "columns:8,shared,shared:16";
  std::string against, source;
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
        flag("--unoptimized", settings.unoptimized) || flag("--mistakes", settings.mistakes) ||
        flag("--no-interpreter", settings.interpreter, false) ||
        flag("--sub-groups", settings.generator.sub_groups) ||
        flag("--typed", settings.generator.typed) || flag("--calls", settings.generator.calls) ||
        flag("--large", settings.generator.large) ||
        flag("--group-functions", settings.generator.group_functions))
      continue;
    if (i + 1 == argc)
      return false;
    std::string value = argv[++i];
    if (name == "--modes" || name == "--against" || name == "--source") {
      (name == "--modes"     ? settings.modes
       : name == "--against" ? settings.against
                             : settings.source) = value;
      continue;
    }
    char *end = nullptr;
    uint64_t number = std::strtoull(value.c_str(), &end, 0);
    if (name == "--seed" && value == "clock") {
      settings.seed = uint64_t(std::time(nullptr)) * 1000;
      std::printf("seed %llu\n", (unsigned long long)settings.seed);
      std::fflush(stdout);
      continue;
    }
    if (value.empty() || *end)
      return false;
    if (name == "--seed")
      settings.seed = number;
    else if (name == "--count")
      settings.count = unsigned(number);
    else if (name == "--draw")
      settings.draw = unsigned(number);
    else if (name == "--jobs")
      settings.jobs = std::max(1u, unsigned(number));
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

// Which worker disagreed with the reference, and how.
struct Failure {
  size_t worker = 0;
  Status status = Status::Ok; // Ok: other memory
  std::string text;
  explicit operator bool() const { return !text.empty(); }
};

std::string describe(const Memory &a, const Memory &b) {
  for (size_t i = 0; i < a.output.size(); ++i)
    if (a.output[i] != b.output[i])
      return "output, word " + std::to_string(i) + ": " + std::to_string(a.output[i]) + " and " +
             std::to_string(b.output[i]);
  for (size_t i = 0; i < a.shared.size(); ++i)
    if (a.shared[i] != b.shared[i])
      return "x2[" + std::to_string(i) + "]: " + std::to_string(a.shared[i]) + " and " +
             std::to_string(b.shared[i]);
  for (size_t i = 0; i < a.slab.size(); ++i)
    if (a.slab[i] != b.slab[i])
      return "slab, byte " + std::to_string(i) + ": " + std::to_string(a.slab[i]) + " and " +
             std::to_string(b.slab[i]);
  for (size_t i = 0; i < a.bins.size(); ++i)
    if (a.bins[i] != b.bins[i])
      return "bins[" + std::to_string(i) + "]: " + std::to_string(a.bins[i]) + " and " +
             std::to_string(b.bins[i]);
  for (size_t i = 0; i < a.images.size(); ++i)
    if (a.images[i] != b.images[i])
      return "images, byte " + std::to_string(i) + ": " + std::to_string(a.images[i]) + " and " +
             std::to_string(b.images[i]);
  for (size_t i = 0; i < a.typed.size(); ++i)
    if (a.typed[i] != b.typed[i])
      return "typed memory, byte " + std::to_string(i) + ": " + std::to_string(a.typed[i]) +
             " and " + std::to_string(b.typed[i]);
  return "printed lines: " + std::to_string(a.lines.size()) + " and " +
         std::to_string(b.lines.size());
}

class Fuzzer {
public:
  explicit Fuzzer(const Settings &settings) : settings(settings) {
    std::string list = settings.modes + ",";
    for (size_t at = 0, end; (end = list.find(',', at)) != std::string::npos; at = end + 1) {
      std::string mode = list.substr(at, end - at);
      if (mode.empty())
        continue;
      add({mode, mode, "", ""});
      if (settings.unoptimized)
        add({mode + " -cl-opt-disable", mode, "-cl-opt-disable", ""});
    }
    if (!settings.against.empty())
      add({settings.against, "default", "", settings.against});
  }

  bool runSource() {
    std::ifstream file(settings.source);
    std::string source(std::istreambuf_iterator<char>(file), {});
    Failure failure = compare(source, settings.seed, all(), [] { return nullptr; });
    if (failure)
      std::printf("%s: %s\n", workers[failure.worker]->variant().name.c_str(),
                  failure.text.c_str());
    return !failure;
  }

  // Programs that failed.
  unsigned run() {
    unsigned failures = 0;
    for (unsigned i = settings.job; i < settings.count && failures < settings.most_failures;
         i += settings.jobs) {
      Program program = generate(settings.seed + i, settings.generator);
      if (std::string broken = findIllegal(program); !broken.empty()) {
        std::printf("seed %llu: the generator broke a rule: %s\n", (unsigned long long)program.seed,
                    broken.c_str());
        ++failures;
        continue;
      }
      Failure failure = compare(program, drawn(program));
      if (failure) {
        ++failures;
        report(program, failure);
      }
      if ((i / settings.jobs + 1) % 250 == 0)
        progress(i + 1, failures);
    }
    progress(settings.count, failures);
    return failures;
  }

private:
  void add(Variant variant) {
    workers.push_back(std::make_unique<Worker>(std::move(variant), settings.timeout));
    runs.push_back(0);
  }

  // Of this process.
  void progress(unsigned programs, unsigned failures) const {
    std::string text = "up to program " + std::to_string(programs) + ", " +
                       std::to_string(failures) + " failures; runs:";
    for (size_t i = 0; i < workers.size(); ++i)
      text += " " + workers[i]->variant().name + " " + std::to_string(runs[i]);
    std::fprintf(stderr, "%s\n", text.c_str());
  }

  // The first, those that the seed draws, and another driver. What is widened most is not drawn for
  // large programs, which would cost as much as a hundred small ones.
  std::vector<size_t> drawn(const Program &program) const {
    std::vector<size_t> list = all();
    const size_t others = list.size() - 1 - !settings.against.empty();
    if (settings.draw == 0 || others <= settings.draw)
      return list;
    const size_t nodes = countNodes(program);
    std::vector<size_t> affordable;
    for (size_t i = 1; i <= others; ++i)
      if (modeWidth(workers[i]->variant().mode) * nodes <= MostWidenedNodes)
        affordable.push_back(i);
    Random random(program.seed ^ 0x6d6f6465);
    std::vector<size_t> result = {0};
    for (size_t i = 0; i < settings.draw && i < affordable.size(); ++i) {
      std::swap(affordable[i], affordable[i + random.below(affordable.size() - i)]);
      result.push_back(affordable[i]);
    }
    std::sort(result.begin() + 1, result.end());
    if (!settings.against.empty())
      result.push_back(list.size() - 1);
    return result;
  }

  std::vector<size_t> all() const {
    std::vector<size_t> list;
    for (size_t i = 0; i < workers.size(); ++i)
      list.push_back(i);
    return list;
  }

  Failure compare(const Program &program, const std::vector<size_t> &which) {
    if (settings.mistakes)
      return findsMistake(program, which);
    Interpretation interpretation;
    Failure failure = compare(weft::fuzz::print(program), program.seed, which,
                              [&]() -> const std::vector<Memory> * {
                                if (!settings.interpreter)
                                  return nullptr;
                                interpretation = interpret(program);
                                return &interpretation.results;
                              });
    if (!interpretation.problem.empty())
      return {which[0], Status::Ok, "the interpreter: " + interpretation.problem};
    return failure;
  }

  Failure findsMistake(const Program &program, const std::vector<size_t> &which) {
    Mistake mistake;
    const std::string source = withMistake(weft::fuzz::print(program), program.seed, mistake);
    for (size_t i : which) {
      workers[i]->send(source, program.seed);
      ++runs[i];
    }
    Failure failure;
    for (size_t i : which) {
      const Outcome outcome = workers[i]->receive();
      if (failure)
        continue;
      if (outcome.status != Status::Ok)
        failure = {i, outcome.status, statusName(outcome.status) + outcome.detail};
      else
        failure = {i, Status::Ok, judge(outcome.reports, &mistake)};
    }
    return failure;
  }

  // `oracle`: computes the right results while the workers compute theirs. If it has none, the
  // first of `which` says what is right.
  Failure compare(const std::string &source, uint64_t seed, const std::vector<size_t> &which,
                  const std::function<const std::vector<Memory> *()> &oracle) {
    for (size_t i : which) {
      workers[i]->send(source, seed);
      ++runs[i];
    }
    const std::vector<Memory> *expected = oracle();
    std::vector<Outcome> outcomes;
    for (size_t i : which)
      outcomes.push_back(workers[i]->receive());
    // What the other driver cannot do says nothing about this one.
    if (!settings.against.empty() && which.back() + 1 == workers.size() &&
        outcomes.back().status != Status::Ok)
      outcomes.back() = outcomes.front();
    for (size_t k = 0; k < which.size(); ++k)
      if (outcomes[k].status == Status::BeyondRoad)
        --runs[which[k]]; // says nothing about this driver
      else if (outcomes[k].status != Status::Ok)
        return {which[k], outcomes[k].status, statusName(outcomes[k].status) + outcomes[k].detail};
    for (size_t k = 0; k < which.size(); ++k)
      if (std::string wrong = judge(outcomes[k].reports, nullptr); !wrong.empty())
        return {which[k], Status::Ok, wrong};
    const std::vector<Memory> &right = expected ? *expected : outcomes[0].results;
    for (size_t k = expected ? 0 : 1; k < which.size(); ++k)
      for (size_t range = 0; range < std::min(right.size(), outcomes[k].results.size()); ++range)
        if (!right[range].output.empty() && !outcomes[k].results[range].output.empty() &&
            !(right[range] == outcomes[k].results[range]))
          return {which[k], Status::Ok,
                  ranges()[range].name() + ": " +
                      describe(right[range], outcomes[k].results[range])};
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
    case Status::BeyondRoad:
      break;
    }
    return "";
  }

  void report(Program program, Failure failure) {
    const std::string first = settings.interpreter ? "interpreter" : workers[0]->variant().name;
    const std::string other = workers[failure.worker]->variant().name;
    std::printf("seed %llu, %s and %s: %s\n", (unsigned long long)program.seed, first.c_str(),
                other.c_str(), failure.text.c_str());
    std::fflush(stdout);
    if (settings.reduce) {
      std::vector<size_t> which;
      if (!settings.interpreter)
        which.push_back(0);
      if (settings.interpreter || failure.worker)
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
  std::vector<unsigned> runs;                   // of each worker
  std::vector<std::unique_ptr<Worker>> workers; // the first is what others are compared with
};

// The seeds are shared out by their number; each process prints what it finds.
unsigned runJobs(Settings &settings) {
  std::vector<pid_t> children;
  std::fflush(stdout);
  for (settings.job = 0; settings.job + 1 < settings.jobs; ++settings.job) {
    pid_t child = fork();
    if (child == 0)
      std::exit(int(std::min(Fuzzer(settings).run(), 255u)));
    if (child < 0)
      throw std::runtime_error("cannot make a process");
    children.push_back(child);
  }
  unsigned failed = Fuzzer(settings).run();
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    failed += WIFEXITED(status) ? unsigned(WEXITSTATUS(status)) : 1;
  }
  return failed;
}

bool validModes(const std::string &modes) {
  std::stringstream stream(modes);
  std::vector<std::pair<std::string, std::string>> variables;
  for (std::string mode; std::getline(stream, mode, ',');)
    if (!mode.empty() && !modeVariables(mode, variables))
      return false;
  return true;
}

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
  if (!parse(argc, argv, settings) || !validModes(settings.modes)) {
    std::fputs(usage, stderr);
    return 2;
  }
  if (settings.print) {
    std::string source = print(generate(settings.seed, settings.generator));
    if (settings.mistakes) {
      Mistake mistake;
      source = withMistake(source, settings.seed, mistake);
      source += "// the mistake: line " + std::to_string(mistake.line) + ", " + mistake.kind + "\n";
    }
    std::fputs(source.c_str(), stdout);
    return 0;
  }
  findDriver();
  if (!settings.source.empty())
    return Fuzzer(settings).runSource() ? 0 : 1;
  unsigned failures = runJobs(settings);
  std::printf("%u programs from seed %llu: %u failed\n", settings.count,
              (unsigned long long)settings.seed, failures);
  return failures ? 1 : 0;
}
