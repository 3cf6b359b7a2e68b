// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A real little device for tests of core and of the API: threads that run host tasks and launches,
// and a "compiler" for which source is a list of names of kernels written in C++.
#ifndef WEFT_TESTS_UNIT_CORE_TEST_DEVICE_H
#define WEFT_TESTS_UNIT_CORE_TEST_DEVICE_H

#include "core/device.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace weft::test {

struct TestKernel {
  KernelInfo info;
  weft_kernel_fn function;
};

class TestDevice final : public Device {
public:
  explicit TestDevice(unsigned threads = 2);
  ~TestDevice() override;

  // Kernels that programs can be made of, by name.
  std::map<std::string, TestKernel> kernels;

  // Ends the threads. Their references are gone afterwards, so the device dies on none of them.
  void stop();
  // While paused nothing is begun, neither by the device's threads nor by those that wait.
  void pause();
  void resume();
  // Buffers' bytes that are allocated now.
  size_t allocatedBytes() const { return allocated.load(); }
  // Allocations fail from now on.
  void failAllocations(bool fail) { failing = fail; }

  DeviceProperties props; // may be changed before use

  const DeviceProperties &properties() const override { return props; }
  // Source: names of kernels, separated by blanks; "uniform" is an option. A name that is not known
  // is a build failure.
  CompileResult compile(const CompileRequest &request) override;
  bool compilerAvailable() const override { return true; }
  std::string target() const override { return "test"; }
  std::shared_ptr<LoadedCode> load(const Artifact &artifact, std::string &error) override;
  void submit(std::unique_ptr<HostTask> task) override;
  void submit(KernelLaunch &launch) override;
  void helpUntil(const std::function<bool()> &stop) override;
  void wakeHelpers() override;
  void mayBlock() override {}
  void start() override;
  void *allocate(size_t bytes, size_t alignment) override;
  void free(void *memory, size_t bytes) override;
  // A counter: every reading is later than the one before.
  uint64_t now() const override { return ++ticks; }

private:
  void runWork(std::unique_lock<std::mutex> &lock);
  void work();

  const unsigned thread_count;
  std::mutex mutex; // guards what is below
  std::condition_variable changed;
  std::deque<std::function<void()>> pending;
  bool paused = false, ending = false;
  std::vector<std::thread> threads;
  std::atomic<size_t> allocated{0};
  std::atomic<bool> failing{false};
  mutable std::atomic<uint64_t> ticks{0};
};

} // namespace weft::test
#endif
