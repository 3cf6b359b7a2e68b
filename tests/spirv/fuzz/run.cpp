// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

namespace weft::spirv_test {
namespace {

constexpr int LimitSeconds = 120;

using Number = unsigned long long;

std::string fileOf(Number number) { return "spirv-fuzz-" + std::to_string(number) + ".spv"; }

void save(const Words &words, Number number) {
  std::ofstream(fileOf(number), std::ios::binary)
      .write(reinterpret_cast<const char *>(words.data()), long(words.size() * sizeof(uint32_t)));
}

// Ends the process if the number stays the same for too long.
class Watch {
public:
  explicit Watch(const std::atomic<Number> &number) : number(number), thread([this] { run(); }) {}
  ~Watch() {
    done = true;
    thread.join();
  }

private:
  void run() {
    Number last = ~Number(0);
    int fifths = 0;
    while (!done) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      if (number != last) {
        last = number;
        fifths = 0;
      } else if (++fifths > 5 * LimitSeconds) {
        std::printf("module %llu takes longer than %d s\n", last, LimitSeconds);
        std::fflush(stdout);
        std::_Exit(1);
      }
    }
  }

  const std::atomic<Number> &number;
  std::atomic<bool> done{false};
  std::thread thread;
};

std::vector<Words> readFiles(char **begin, char **end) {
  std::vector<Words> modules;
  for (char **name = begin; name != end; ++name) {
    std::ifstream file(*name, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    Words words(bytes.size() / sizeof(uint32_t));
    std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
    if (words.size() > 5)
      modules.push_back(std::move(words));
  }
  return modules;
}

// WEFT_SPIRV_FUZZ_KEEP: before it is compiled each module is written to a file, for crashes that
// nothing catches.
const bool Keep = std::getenv("WEFT_SPIRV_FUZZ_KEEP") != nullptr;

} // namespace

int runFuzzer(int argc, char **argv, Compile compile) {
  if (argc < 5) {
    std::fprintf(stderr, "%s SEED COUNT EVERY FILE...\n", argv[0]);
    return 2;
  }
  const Number seed = std::strtoull(argv[1], nullptr, 10);
  const Number count = std::strtoull(argv[2], nullptr, 10);
  const Number every = std::max(std::strtoull(argv[3], nullptr, 10), 1ull);
  const std::vector<Words> modules = readFiles(argv + 4, argv + argc);
  if (modules.empty()) {
    std::fprintf(stderr, "%s: no modules\n", argv[0]);
    return 2;
  }
  std::printf("%llu modules from number %llu on\n", count, seed);
  std::fflush(stdout);
  std::atomic<Number> number{seed};
  const Watch watch(number);
  Number taken = 0, built = 0;
  for (Number i = seed; i < seed + count; ++i) {
    number = i;
    std::mt19937_64 random(i);
    const Words &module = modules[random() % modules.size()];
    const Words changed = mutate(module, modules[random() % modules.size()], random);
    if (Keep)
      save(changed, i);
    std::string log;
    Verdict verdict = compile(changed, false, log);
    if (verdict == Verdict::Taken && ++taken % every == 0) {
      verdict = compile(changed, true, log);
      built += verdict == Verdict::Taken;
    }
    if (verdict == Verdict::Broken) {
      save(changed, i);
      std::printf("module %llu, which is in %s:\n%s\n", i, fileOf(i).c_str(), log.c_str());
      return 1;
    }
    if (Keep)
      std::remove(fileOf(i).c_str());
  }
  std::printf("%llu read, %llu built, the others refused\n", taken, built);
  return 0;
}

} // namespace weft::spirv_test
