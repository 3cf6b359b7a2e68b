// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weftc: the compiler on the command line. Compiles OpenCL C ahead of time to an artifact that
// clCreateProgramWithBinary takes, and shows what became of a kernel.
#include "cpu/code/artifact_cache.h"
#include "cpu/code/compiler_library.h"
#include "cpu/host/host.h"
#include "support/artifact.h"
#include "support/config.h"
#include "support/spirv_module.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

void printTable(const weft::Artifact &artifact) {
  for (const weft::KernelInfo &kernel : artifact.kernels) {
    std::printf("kernel %s%s%s\n", kernel.name.c_str(), kernel.attributes.empty() ? "" : "  ",
                kernel.attributes.c_str());
    std::printf("  symbol %s  args %llu B  local %llu B  private %llu B  spilled %llu B  context "
                "%llu B/item + "
                "%llu B/group%s%s\n",
                kernel.symbol.c_str(), (unsigned long long)kernel.args_size,
                (unsigned long long)kernel.local_bytes, (unsigned long long)kernel.private_bytes,
                (unsigned long long)kernel.spill_bytes,
                (unsigned long long)kernel.context_bytes_per_item,
                (unsigned long long)kernel.context_bytes_per_group,
                kernel.uses_barriers ? "  barriers" : "", kernel.uses_fibers ? "  fibers" : "");
    static const char *const Kinds[] = {"value", "global", "constant", "local", "image", "sampler"};
    for (const weft::ArgInfo &arg : kernel.args)
      std::printf("  %-8s %s %s  size %u  offset %u  slot %u  align %u\n",
                  Kinds[unsigned(arg.kind)], arg.type_name.c_str(), arg.name.c_str(), arg.size,
                  arg.offset, arg.slot_size, arg.pointee_align);
  }
}

bool write(const std::string &path, const std::string &bytes) {
  if (path.empty() || path == "-") {
    std::cout << bytes << std::flush;
    return bool(std::cout);
  }
  std::ofstream file(path, std::ios::binary);
  file << bytes << std::flush;
  return bool(file);
}

// The first round, in which LLVM sets itself up, and the best of the others.
void printTimes(const std::vector<std::vector<weft::PhaseTime>> &rounds) {
  double first_sum = 0, best_sum = 0;
  std::fprintf(stderr, "%-20s %10s %10s\n", "us of CPU", "first", "best");
  for (size_t phase = 0; phase < rounds[0].size(); ++phase) {
    double first = rounds[0][phase].microseconds, best = rounds.size() > 1 ? HUGE_VAL : first;
    for (size_t round = 1; round < rounds.size(); ++round)
      if (phase < rounds[round].size())
        best = std::min(best, rounds[round][phase].microseconds);
    std::fprintf(stderr, "%-20s %10.0f %10.0f\n", rounds[0][phase].name.c_str(), first, best);
    first_sum += first;
    best_sum += best;
  }
  std::fprintf(stderr, "%-20s %10.0f %10.0f\n", "sum", first_sum, best_sum);
}

enum class CacheAction { List, Clear, Stat };

// The cache of the driver, which does not show in what weftc itself compiles.
int showCache(CacheAction action) {
  std::string path = weft::CacheFolder::pathFromEnvironment();
  if (path.empty()) {
    std::fprintf(stderr, "weftc: there is no place for a cache: neither WEFT_CACHE_DIR, "
                         "XDG_CACHE_HOME nor HOME names one\n");
    return 1;
  }
  weft::CacheFolder folder(path, uint64_t(weft::config::cacheSize()) << 20);
  if (action == CacheAction::Clear) {
    std::printf("%zu entries removed from %s\n", folder.clear(), path.c_str());
    return 0;
  }
  uint64_t sum = 0;
  std::vector<weft::CacheFolder::Entry> entries = folder.list();
  for (const weft::CacheFolder::Entry &entry : entries) {
    sum += entry.bytes;
    if (action != CacheAction::List)
      continue;
    time_t used = time_t(entry.last_use / 1'000'000'000);
    char when[32] = "";
    tm local;
    if (localtime_r(&used, &local))
      std::strftime(when, sizeof(when), "%F %T", &local);
    std::string kernels;
    for (const std::string &name : weft::ArtifactCache::kernelsOf(entry.path))
      kernels += " " + name;
    std::printf("%s %9llu %s\n", when, (unsigned long long)entry.bytes,
                kernels.empty() ? " -" : kernels.c_str());
  }
  if (action == CacheAction::Stat)
    std::printf("folder   %s\nentries  %zu\nsize     %.1f MiB of %u MiB\nin use   %s\n",
                path.c_str(), entries.size(), double(sum) / (1 << 20), weft::config::cacheSize(),
                weft::CacheFolder::fromEnvironment() ? "yes" : "no (WEFT_CACHE, WEFT_CACHE_SIZE)");
  return 0;
}

// "native": what the driver compiles for here; a level such as x86-64-v3: what it does where it is
// told to keep to that; else a name of LLVM's. Features are added to what these have.
struct Target {
  Target(const std::string &name, const std::string &more) : cpu(name) {
    if (name == "native") {
      std::string complaint;
      weft::Host host = weft::detectHost(weft::config::cpu(), complaint);
      if (!complaint.empty())
        std::fprintf(stderr, "weftc: WEFT_CPU is ignored: %s\n", complaint.c_str());
      cpu = host.cpu;
      features = host.features;
      tune = host.tune;
    } else if (auto level = weft::targetOfLevel(name)) {
      cpu = level->cpu;
      features = level->features;
    }
    if (!more.empty())
      features += (features.empty() ? "" : ",") + more;
  }
  std::string cpu, features, tune;
};

// Where the compiler is: in the folder of libraries that belongs to that of this program.
std::vector<std::string> compilerPlaces() {
  if (const std::string &chosen = weft::config::compiler(); !chosen.empty())
    return {chosen};
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  if (size <= 0)
    return {};
  const std::string own(path, size_t(size));
  const std::string folder = own.substr(0, own.rfind('/') + 1);
  return {folder + WEFT_LIBRARIES_FROM_TOOLS "/libweft-compiler.so",
          folder + "../lib/libweft-compiler.so"};
}

class Compiler {
public:
  // Null with a reason in `error`.
  static const Compiler *open(std::string &error) {
    static weft::CompilerLibrary library(compilerPlaces());
    static Compiler compiler;
    compiler.interface = library.get(error);
    if (!compiler.interface)
      return nullptr;
    compiler.interface->on_giving_up([](weft_status, const char *reason) {
      std::fprintf(stderr, "weftc: the compiler cannot go on: %s\n", reason);
      std::_Exit(1);
    });
    return &compiler;
  }

  weft_status run(const weft_request &request, weft::Artifact &artifact) const {
    weft_blob bytes = {};
    weft_status status = interface->run(&request, &bytes);
    auto read = weft::deserialize({static_cast<const char *>(bytes.data), bytes.size});
    if (bytes.data)
      interface->free(&bytes);
    if (read)
      artifact = std::move(*read);
    else if (status == WEFT_OK)
      status = WEFT_INTERNAL_ERROR;
    if (!read)
      artifact.log = "error: out of memory\n";
    return status;
  }

private:
  const weft_compiler_interface_t *interface = nullptr;
};

// An option whose values have names, which its help lists.
template <typename T>
CLI::Option *addNamed(CLI::App &app, const char *option, T &value, const char *help,
                      const std::vector<std::pair<std::string, T>> &names) {
  std::vector<std::string> known;
  for (const auto &[name, meaning] : names)
    known.push_back(name);
  auto set = [&value, names](const std::string &given) {
    for (const auto &[name, meaning] : names)
      if (name == given)
        value = meaning;
  };
  return app.add_option_function<std::string>(option, set, help)
      ->type_name("NAME")
      ->check(CLI::IsMember(known));
}

enum class Output { Artifact, Ir, Assembly, Table };

// The arguments, last first, as CLI11 takes them. It would take the next argument for the value of
// `--options=`: an empty value is an argument of its own.
std::vector<std::string> wordsOf(int argc, char **argv) {
  std::vector<std::string> words;
  for (int i = argc; --i > 0;) {
    std::string word = argv[i];
    if (word.starts_with("--") && word.ends_with('=')) {
      words.emplace_back();
      word.pop_back();
    }
    words.push_back(std::move(word));
  }
  return words;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Compiles OpenCL C for Weft and shows what became of it.", "weftc"};
  std::string input, output, options, cpu = "native", features, print_after;
  Output emit = Output::Artifact;
  weft_emitter emitter = WEFT_EMITTER_VECTOR;
  uint32_t simd_width = 0;
  bool explain = false, time = false, print_pipeline = false;
  unsigned repeat = 1, threads = 0;
  auto *source_option = app.add_option("source", input, "OpenCL C source");
  source_option->check(CLI::ExistingFile);
  CacheAction cache_action = CacheAction::Stat;
  auto *cache_option = addNamed(
      app, "--cache", cache_action, "the driver's cache of compiled programs",
      {{"list", CacheAction::List}, {"clear", CacheAction::Clear}, {"stat", CacheAction::Stat}});
  cache_option->excludes(source_option);
  app.set_version_flag("--version", "weftc " WEFT_VERSION);
  app.add_option("-o,--output", output, "output file; '-' is standard output");
  addNamed(app, "--emit", emit, "what to write; artifact by default",
           {{"artifact", Output::Artifact},
            {"ir", Output::Ir},
            {"asm", Output::Assembly},
            {"table", Output::Table}});
  addNamed(app, "--emitter", emitter, "how work-items are run; vector by default",
           {{"vector", WEFT_EMITTER_VECTOR},
            {"loops", WEFT_EMITTER_LOOPS},
            {"fibers", WEFT_EMITTER_FIBERS}});
  app.add_option("--simd", simd_width,
                 "work-items side by side, a power of two up to 128; 0: chosen")
      ->check(CLI::IsMember({0, 1, 2, 4, 8, 16, 32, 64, 128}));
  app.add_option("--options", options, "options as for clBuildProgram");
  app.add_option("--cpu", cpu,
                 "native (this machine), a level as for WEFT_CPU, or another name that LLVM has")
      ->capture_default_str();
  app.add_option("--features", features, "LLVM feature string, beside what the CPU has");
  app.add_flag("--explain", explain, "say why each kernel runs as it does");
  app.add_flag("--print-pipeline", print_pipeline,
               "show the steps that make vectors of the kernels, and why they come in that order");
  app.add_option(
      "--print-after", print_after,
      "show what a step of these has changed, as IR; its name is as --print-pipeline has it");
  app.add_option("--threads", threads, "most threads to compile on; 0: one per CPU");
  app.add_flag("--time", time, "say what CPU time each phase took");
  app.add_option("--repeat", repeat, "compile so many times; with --time, the least of each phase")
      ->check(CLI::PositiveNumber);
  try {
    app.parse(wordsOf(argc, argv));
  } catch (const CLI::ParseError &error) {
    return app.exit(error);
  }
  if (*cache_option)
    return showCache(cache_action);
  if (input.empty()) {
    std::fputs(app.help().c_str(), stderr);
    return 1;
  }

  std::ifstream file(input, std::ios::binary);
  std::string source(std::istreambuf_iterator<char>(file), {});
  weft_request request = {};
  request.abi_version = WEFT_COMPILER_ABI_VERSION;
  request.action = WEFT_ACTION_BUILD;
  request.emitter = emitter;
  request.simd_width = simd_width;
  request.threads = threads;
  request.language = weft::isSpirv(source) ? WEFT_LANGUAGE_SPIRV : WEFT_LANGUAGE_OPENCL_C;
  request.source = {source.data(), source.size()};
  request.options = options.c_str();
  const Target target(cpu, features);
  request.cpu = target.cpu.c_str();
  request.features = target.features.c_str();
  request.tune = target.tune.c_str();
  std::string extra = explain ? "-weft-explain" : "";
  if (!print_after.empty()) {
    extra += (extra.empty() ? "-weft-print-after=" : " -weft-print-after=") + print_after;
    print_pipeline = true;
  }
  request.extra_options = extra.c_str();

  request.inspect = (emit == Output::Ir ? WEFT_INSPECT_IR : 0) |
                    (emit == Output::Assembly ? WEFT_INSPECT_ASSEMBLY : 0) |
                    (time ? WEFT_INSPECT_TIMES : 0) | (print_pipeline ? WEFT_INSPECT_STAGES : 0);

  std::string error;
  const Compiler *compiler = Compiler::open(error);
  if (!compiler) {
    std::fprintf(stderr, "weftc: %s\n", error.c_str());
    return 1;
  }
  weft::Artifact artifact;
  weft_status status = WEFT_OK;
  std::vector<std::vector<weft::PhaseTime>> rounds;
  for (unsigned round = 0; round < repeat; ++round) {
    artifact = {};
    status = compiler->run(request, artifact);
    rounds.push_back(std::move(artifact.phases));
    artifact.phases.clear();
  }
  if (time)
    printTimes(rounds);
  std::fputs(artifact.log.c_str(), stderr);
  if (print_pipeline)
    std::fputs(artifact.stages.c_str(), stdout);
  // What there is to see of a failed build is shown all the same.
  bool written = true;
  if (emit == Output::Ir)
    written = write(output, artifact.ir_text);
  else if (emit == Output::Assembly)
    written = write(output, artifact.assembly);
  if (status != WEFT_OK)
    return 1;
  if (emit == Output::Table)
    printTable(artifact);
  else if (emit == Output::Artifact && !print_pipeline)
    written = write(output.empty() ? input + ".weft" : output, weft::serialize(artifact));
  if (!written)
    std::fprintf(stderr, "weftc: cannot write '%s'\n", output.c_str());
  return written ? 0 : 1;
}
