// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-fuzz-sources: builds damaged sources. Each build has to end, with a result, within the
// limits of the compile server; a crash, a hang and a memory explosion of the compiler are
// findings, although they are failed builds with a log to a program.
#include "mutator.h"

#include <CL/cl.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace weft::fuzz {
namespace {

const char *usage =
    R"(Usage: weft-fuzz-sources [--seed S] [--count N] [--keep FOLDER] [--print] [--source FILE]
Builds N OpenCL C programs of the tests, each changed at random (seeds S, S + 1, ...). `clock` is a new
seed, which is printed.
  --keep FOLDER   leave what was found there, as SEED.cl
  --print         print the first program, and build nothing
  --source FILE   build this program, in every way, instead
The limits are WEFT_BUILD_SECONDS (60 unless set) and WEFT_BUILD_MEMORY (2048 MiB).
)";

struct Settings {
  uint64_t seed = 1;
  unsigned count = 200;
  bool print = false;
  std::string keep, source;
};

constexpr const char *Options[] = {"",
                                   "",
                                   "-g",
                                   "-cl-opt-disable",
                                   "-g -cl-opt-disable",
                                   "-cl-std=CL1.2",
                                   "-cl-std=CL2.0",
                                   "-cl-std=CL3.0",
                                   "-cl-fast-relaxed-math -w",
                                   "-cl-std=CL3.0 -cl-uniform-work-group-size -cl-no-subgroup-ifp"};

std::string textOfFile(const std::filesystem::path &path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::string> sources() {
  std::vector<std::filesystem::path> paths;
  for (const char *folder : {"/kernels", "/perf/kernels"})
    for (const auto &entry :
         std::filesystem::recursive_directory_iterator(std::string(WEFT_CORPUS) + folder))
      if (entry.path().extension() == ".cl")
        paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end()); // whatever the order on disk
  std::vector<std::string> texts;
  for (const auto &path : paths)
    texts.push_back(textOfFile(path));
  return texts;
}

void need(cl_int code, const char *what) {
  if (code == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: %d\n", what, code);
  std::exit(2);
}

class Builder {
public:
  Builder() {
    cl_platform_id platform;
    need(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int code;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    need(code, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
    need(code, "clCreateCommandQueueWithProperties");
  }

  // What is wrong with how the build ended, or nothing.
  std::string finding(const std::string &source, const char *options) {
    std::string log;
    const cl_int code = build(source, options, log, nullptr);
    built += code == CL_SUCCESS;
    if (code != CL_SUCCESS && code != CL_BUILD_PROGRAM_FAILURE)
      return "clBuildProgram: " + std::to_string(code);
    if (code != CL_SUCCESS && log.empty())
      return "a failed build without a log";
    for (const char *sign :
         {"the compiler crashed", "the compiler was killed", "the compiler ended",
          "the compiler took more", "the build took longer", "the compiler's answer",
          "broke off its answer", "internal error of the compiler", "was lost by the compiler",
          "linking failed", "cannot load the program's code", "undefined symbol"})
      if (const size_t at = log.find(sign); at != log.npos && !expected(log))
        return log.substr(at, log.find('\n', at) - at);
    return "";
  }

  // A program as it should be builds and runs.
  bool works(int salt) {
    std::string log;
    cl_program program = nullptr;
    if (build("kernel void f(global int *x) { x[0] = " + std::to_string(salt) + "; }", "", log,
              &program) != CL_SUCCESS)
      return false;
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, "f", &code);
    need(code, "clCreateKernel");
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int), nullptr, &code);
    need(code, "clCreateBuffer");
    need(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    const size_t one = 1;
    need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
         "clEnqueueNDRangeKernel");
    int result = -1;
    need(
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof result, &result, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return result == salt;
  }

  unsigned built = 0;

private:
  // What a program asked for: a function that it declares and does not define, and more tokens
  // than there may be.
  static bool expected(const std::string &log) {
    return log.find("eight million tokens") != log.npos ||
           (log.find("undefined symbol") != log.npos && log.find("linking failed") == log.npos);
  }

  // Keeps the program if `kept` is given and it was built.
  cl_int build(const std::string &source, const char *options, std::string &log, cl_program *kept) {
    const char *text = source.c_str();
    cl_int code;
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
    need(code, "clCreateProgramWithSource");
    code = clBuildProgram(program, 1, &device, options, nullptr, nullptr);
    size_t size = 0;
    need(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size),
         "clGetProgramBuildInfo");
    log.resize(size);
    need(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr),
         "clGetProgramBuildInfo");
    log.resize(std::strlen(log.c_str()));
    if (kept && code == CL_SUCCESS)
      *kept = program;
    else
      clReleaseProgram(program);
    return code;
  }

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

bool parse(int argc, char **argv, Settings &settings) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--print") {
      settings.print = true;
      continue;
    }
    if (i + 1 == argc)
      return false;
    const std::string value = argv[++i];
    if (name == "--keep")
      settings.keep = value;
    else if (name == "--source")
      settings.source = value;
    else if (name == "--count")
      settings.count = unsigned(std::strtoul(value.c_str(), nullptr, 10));
    else if (name == "--seed" && value == "clock")
      settings.seed = uint64_t(std::time(nullptr)) * 1000;
    else if (name == "--seed")
      settings.seed = std::strtoull(value.c_str(), nullptr, 10);
    else
      return false;
  }
  return true;
}

int buildOne(const std::string &source) {
  Builder builder;
  int findings = 0;
  for (const char *options : Options)
    if (const std::string found = builder.finding(source, options); !found.empty()) {
      std::printf("'%s': %s\n", options, found.c_str());
      ++findings;
    }
  return findings ? 1 : 0;
}

int run(const Settings &settings) {
  if (!settings.source.empty())
    return buildOne(textOfFile(settings.source));
  const Mutator mutator(sources());
  if (settings.print) {
    std::puts(mutator.mutated(settings.seed).c_str());
    return 0;
  }
  std::printf("seeds %llu to %llu\n", (unsigned long long)settings.seed,
              (unsigned long long)(settings.seed + settings.count - 1));
  std::fflush(stdout);
  Builder builder;
  std::map<std::string, unsigned> findings;
  double longest = 0;
  for (unsigned i = 0; i < settings.count; ++i) {
    const uint64_t seed = settings.seed + i;
    const std::string source = mutator.mutated(seed);
    const char *options = Options[Random(seed ^ 0x5eed).below(std::size(Options))];
    const auto begin = std::chrono::steady_clock::now();
    std::string found = builder.finding(source, options);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    longest = std::max(longest, taken.count());
    if ((!found.empty() || i % 50 == 49) && !builder.works(int(i)))
      found += "; a good program fails after it";
    if (found.empty())
      continue;
    ++findings[found];
    std::printf("seed %llu, options '%s', %.1f s: %s\n", (unsigned long long)seed, options,
                taken.count(), found.c_str());
    std::fflush(stdout);
    if (!settings.keep.empty())
      std::ofstream(settings.keep + "/" + std::to_string(seed) + ".cl")
          << "// " << options << "\n// " << found << "\n"
          << source;
  }
  std::printf("%u programs, %u built, the longest in %.1f s\n", settings.count, builder.built,
              longest);
  for (const auto &[what, count] : findings)
    std::printf("%u times: %s\n", count, what.c_str());
  return findings.empty() ? 0 : 1;
}

} // namespace
} // namespace weft::fuzz

int main(int argc, char **argv) {
  weft::fuzz::Settings settings;
  if (!weft::fuzz::parse(argc, argv, settings)) {
    std::fputs(weft::fuzz::usage, stderr);
    return 2;
  }
  // A process of the driver's own, so that a crash is an outcome.
  for (auto [name, value] : {std::pair("WEFT_COMPILE", "server"),
                             {"WEFT_BUILD_SECONDS", "60"},
                             {"WEFT_BUILD_MEMORY", "2048"},
                             {"WEFT_CACHE", "0"}})
    setenv(name, value, /*overwrite=*/0);
  return weft::fuzz::run(settings);
}
