// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weftc: the compiler on the command line. Compiles OpenCL C ahead of time to an artifact that
// clCreateProgramWithBinary takes, and shows what became of a kernel.
#include "support/artifact.h"
#include "support/spirv_module.h"
#include "tools/compiler.h"
#include "tools/pages/explain_page.h"
#include "tools/pages/trace_page.h"
#include "tools/show_cache.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
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

// False with a line on standard error that says why.
bool write(const std::string &path, const std::string &bytes) {
  if (path.empty() || path == "-") {
    std::cout << bytes << std::flush;
    return bool(std::cout);
  }
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << bytes << std::flush;
  if (!file)
    std::fprintf(stderr, "weftc: cannot write '%s': %s\n", path.c_str(),
                 errno ? std::strerror(errno) : "unknown reason");
  return bool(file);
}

// The timeline that WEFT_TRACE wrote, as a page.
int showTrace(const std::string &trace, const std::string &page) {
  std::string error;
  const std::string text = weft::tracePage(trace, error);
  if (!error.empty()) {
    std::fprintf(stderr, "weftc: %s\n", error.c_str());
    return 1;
  }
  return write(page, text) ? 0 : 1;
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
  std::string input, output, options, cpu = "native", features, print_after, html, trace;
  Output emit = Output::Artifact;
  weft_emitter emitter = WEFT_EMITTER_VECTOR;
  uint32_t simd_width = 0;
  bool explain = false, check = false, time = false, print_pipeline = false;
  unsigned repeat = 1, threads = 0;
  auto *source_option = app.add_option("source", input, "OpenCL C source");
  source_option->check(CLI::ExistingFile);
  weft::CacheAction cache_action = weft::CacheAction::Stat;
  auto *cache_option =
      addNamed(app, "--cache", cache_action, "the driver's cache of compiled programs",
               {{"list", weft::CacheAction::List},
                {"clear", weft::CacheAction::Clear},
                {"stat", weft::CacheAction::Stat}});
  cache_option->excludes(source_option);
  app.set_version_flag("--version", "weftc " WEFT_VERSION);
  auto *output_option =
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
  app.add_flag("--check", check,
               "say what can be seen to be wrong, and write nothing else; the exit status is 2 if "
               "there was any warning")
      ->excludes(output_option);
  auto *html_option =
      app.add_option("--html", html,
                     "with --explain: write a page that shows what became of each line; with "
                     "--trace-page: where to write")
          ->excludes(output_option);
  app.add_option("--trace-page", trace, "write a page of what WEFT_TRACE has told in this file")
      ->check(CLI::ExistingFile)
      ->excludes(source_option)
      ->needs(html_option);
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
    return weft::showCache(cache_action);
  if (!trace.empty())
    return showTrace(trace, html);
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
  const weft::Target target(cpu, features);
  const bool wants_page = !html.empty();
  request.cpu = target.cpu.c_str();
  request.features = target.features.c_str();
  request.tune = target.tune.c_str();
  std::string extra = explain || wants_page ? "-weft-explain" : "";
  if (check)
    extra += extra.empty() ? "-Wcheck" : " -Wcheck";
  if (!print_after.empty()) {
    extra += (extra.empty() ? "-weft-print-after=" : " -weft-print-after=") + print_after;
    print_pipeline = true;
  }
  request.extra_options = extra.c_str();

  request.inspect = (emit == Output::Ir ? WEFT_INSPECT_IR : 0) |
                    (emit == Output::Assembly ? WEFT_INSPECT_ASSEMBLY : 0) |
                    (time ? WEFT_INSPECT_TIMES : 0) | (print_pipeline ? WEFT_INSPECT_STAGES : 0) |
                    (wants_page ? WEFT_INSPECT_REPORT : 0);

  std::string error;
  const weft::Compiler *compiler = weft::Compiler::open(error);
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
  // With a page, what the log says of kernels is there.
  if (explain || !wants_page || status != WEFT_OK)
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
  if (check)
    return artifact.log.find(": warning: ") != std::string::npos ? 2 : 0;
  if (wants_page)
    written = write(html, weft::explainPage({input, source, target.shown(), options}, artifact));
  if (emit == Output::Table)
    printTable(artifact);
  else if (emit == Output::Artifact && !print_pipeline && !wants_page)
    written = write(output.empty() ? input + ".weft" : output, weft::serialize(artifact));
  return written ? 0 : 1;
}
