// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tests' device.
#include "test_device.h"

#include <cstdlib>
#include <sstream>

namespace weft::test {

namespace {
struct TestCode final : LoadedCode {
  std::map<std::string, weft_kernel_fn> functions;
  weft_kernel_fn find(const std::string &symbol) const override {
    auto it = functions.find(symbol);
    return it == functions.end() ? nullptr : it->second;
  }
  void *findVariable(const std::string &) const override { return nullptr; }
};

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};
using Aligned = std::unique_ptr<void, Free>;

Aligned alignedMemory(size_t bytes) {
  const size_t rounded = (bytes / WEFT_ABI_ALIGNMENT + 1) * WEFT_ABI_ALIGNMENT;
  return Aligned(std::aligned_alloc(WEFT_ABI_ALIGNMENT, rounded));
}
} // namespace

TestDevice::TestDevice(unsigned threads) : thread_count(threads) {
  props.name = "test";
  props.vendor = "test";
  props.compute_units = threads;
  props.global_memory = 1 << 30;
  props.max_allocation = 256 << 20;
  props.local_memory = 64 << 10;
  props.max_constant = 64 << 10;
  props.max_work_group_size = 4096;
  props.printf_buffer = 1 << 20;
  props.max_parameter_size = 1024;
}

TestDevice::~TestDevice() { stop(); }

void TestDevice::stop() {
  {
    std::lock_guard lock(mutex);
    ending = true;
  }
  changed.notify_all();
  for (std::thread &thread : threads)
    thread.join();
  threads.clear();
}

Device::CompileResult TestDevice::compile(const CompileRequest &request) {
  CompileResult result = {WEFT_OK, {}};
  result.artifact.kind = ArtifactKind::Executable;
  result.artifact.uniform_work_groups = request.options.find("uniform") != std::string::npos;
  result.artifact.target = target();
  result.artifact.code = request.source;
  std::istringstream names(request.source);
  for (std::string name; names >> name;) {
    auto it = kernels.find(name);
    if (it == kernels.end()) {
      result = {WEFT_BUILD_FAILED, {}};
      result.artifact.log = "no kernel " + name;
      return result;
    }
    result.artifact.kernels.push_back(it->second.info);
    result.artifact.kernels.back().name = name;
    result.artifact.kernels.back().symbol = name;
  }
  return result;
}

std::shared_ptr<LoadedCode> TestDevice::load(const Artifact &artifact, std::string &error) {
  auto code = std::make_shared<TestCode>();
  for (const KernelInfo &kernel : artifact.kernels)
    code->functions[kernel.symbol] = kernels.at(kernel.name).function;
  return code;
}

void TestDevice::start() {
  std::lock_guard lock(mutex);
  while (!ending && threads.size() < thread_count)
    threads.emplace_back([this] { work(); });
}

void TestDevice::submit(std::unique_ptr<HostTask> task) {
  {
    std::lock_guard lock(mutex);
    pending.push_back([task = std::shared_ptr<HostTask>(std::move(task))] { task->run(); });
  }
  changed.notify_one();
}

void TestDevice::submit(KernelLaunch &launch) {
  {
    std::lock_guard lock(mutex);
    pending.push_back([launch = &launch] {
      launch->started();
      Aligned local = alignedMemory(launch->local_bytes);
      Aligned context = alignedMemory(launch->context_bytes);
      weft_thread thread = {};
      thread.local_memory = local.get();
      thread.context = context.get();
      thread.children = launch->children;
      const uint64_t *groups = launch->launch.num_groups;
      for (uint64_t z = 0; z < groups[2]; ++z)
        for (uint64_t y = 0; y < groups[1] && groups[0]; ++y) {
          weft_begin_row(&thread, &launch->launch, y, z);
          launch->entry(&launch->launch, launch->args, &thread, 0, groups[0]);
        }
      launch->done(true);
    });
  }
  changed.notify_one();
}

void TestDevice::runWork(std::unique_lock<std::mutex> &lock) {
  std::function<void()> run = std::move(pending.front());
  pending.pop_front();
  lock.unlock();
  run();
  run = nullptr;
  lock.lock();
}

void TestDevice::work() {
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(lock, [&] { return ending || (!paused && !pending.empty()); });
    if (ending)
      return;
    runWork(lock);
  }
}

void TestDevice::helpUntil(const std::function<bool()> &stop) {
  std::unique_lock lock(mutex);
  while (!stop()) {
    if (!paused && !pending.empty())
      runWork(lock);
    else
      changed.wait(lock);
  }
}

void TestDevice::wakeHelpers() {
  // Under the lock, so that nobody is between looking at its condition and sleeping.
  std::lock_guard lock(mutex);
  changed.notify_all();
}

void TestDevice::pause() {
  std::lock_guard lock(mutex);
  paused = true;
}

void TestDevice::resume() {
  std::lock_guard lock(mutex);
  paused = false;
  changed.notify_all();
}

void *TestDevice::allocate(size_t bytes, size_t /*alignment*/) {
  if (failing)
    return nullptr;
  allocated += bytes;
  return alignedMemory(bytes).release();
}

void TestDevice::free(void *memory, size_t bytes) {
  allocated -= bytes;
  std::free(memory);
}

} // namespace weft::test
