// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts the parts of the CPU device together.
#include "cpu/cpu_device.h"

#include "check/kinds.h"
#include "cpu/code/code_loader.h"
#include "cpu/code/kernel_variants.h"
#include "cpu/host/limits.h"
#include "cpu/host/peaks.h"
#include "cpu/host/topology.h"
#include "cpu/launch/constructors.h"
#include "cpu/machine.h"
#include "cpu/pool/worker_pool.h"
#include "cpu/properties.h"
#include "support/config.h"
#include "support/log.h"
#include "support/trace.h"

#include <algorithm>
#include <atomic>
#include <ctime>
#include <mutex>
#include <new>
#include <utility>

namespace weft {
namespace {

weft_blob blob(const std::string &bytes) { return {bytes.data(), bytes.size()}; }

// Ends the threads of a sub-device, on a thread of its parent: the last reference may have died on
// one of its own, which cannot wait for itself.
class EndPool : public HostTask {
public:
  // Takes `pool` over when it is run, and leaves it alone if it never is.
  EndPool(std::unique_ptr<WorkerPool> &pool, Ref<Device> parent)
      : parent(std::move(parent)), pool(pool.get()) {}
  void run() override { delete std::exchange(pool, nullptr); }

private:
  Ref<Device> parent;
  WorkerPool *pool;
};

class CpuDevice : public Device {
public:
  // `cpus` are those that the process may use, or all those of a sub-device.
  CpuDevice(std::shared_ptr<Machine> machine, DeviceProperties all, std::vector<int> cpus,
            bool is_part)
      : machine(std::move(machine)), props(std::move(all)), cpus(std::move(cpus)),
        pool(std::make_unique<WorkerPool>(this->cpus, props.compute_units, is_part)) {}
  ~CpuDevice() override;

  const DeviceProperties &properties() const override { return props; }

  CompileResult compile(const CompileRequest &request) override;

  bool compilerAvailable() const override { return machine->compiler.available(); }

  std::string target() const override { return machine->target(); }

  std::shared_ptr<LoadedCode> load(const Artifact &artifact, std::string &error) override {
    std::shared_ptr<LoadedCode> code = loadCode(artifact, target(), error);
    return code ? constructed(artifact, std::move(code), error) : nullptr;
  }

  std::vector<std::unique_ptr<KernelVariants>>
  variantsOf(const std::shared_ptr<const ProgramImage> &image) override {
    // Reports are made by the code for all launches alone.
    if (check::anyEnabled())
      return {};
    return makeKernelVariants(machine, image, props.cache_bytes);
  }

  void submit(std::unique_ptr<HostTask> task) override { pool->submit(std::move(task)); }
  void submit(KernelLaunch &launch) override { pool->submit(launch); }
  size_t runShort(std::span<const KernelLaunch *const> launches, bool &ok) override {
    return pool->runShort(launches, ok);
  }
  void helpUntil(const std::function<bool()> &stop) override { pool->helpUntil(stop); }
  void wakeHelpers() override { pool->wakeHelpers(); }
  void expedite() override { pool->expedite(); }
  void mayBlock() override { WorkerPool::mayBlock(); }
  void start() override {
    started = true;
    if (trace::enabled()) [[unlikely]]
      tellPeaks();
    pool->start();
  }

  void *allocate(size_t bytes, size_t alignment) override {
    return machine->memory.allocate(bytes, alignment);
  }
  void free(void *address, size_t bytes) override { machine->memory.free(address, bytes); }

  uint64_t now() const override {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
  }

  bool divisible() const override { return true; }
  std::vector<std::vector<unsigned>> unitsBy(cl_device_affinity_domain domain) const override {
    return groupCpus("", unitCpus(), domain);
  }
  Ref<Device> part(const std::vector<unsigned> &units) override;

private:
  // Of the first device that has a queue, to whoever reads the trace.
  void tellPeaks() const {
    static std::once_flag once;
    std::call_once(once, [this] {
      trace::setPeaks(
          measurePeaks(props.compute_units, props.cache_bytes, props.global_memory / 8));
    });
  }

  // The CPU of each compute unit. There may be more CPUs than units, where a quota or the user
  // limits the threads.
  std::vector<int> unitCpus() const {
    return {cpus.begin(), cpus.begin() + std::min<size_t>(cpus.size(), props.compute_units)};
  }

  const std::shared_ptr<Machine> machine;
  const DeviceProperties props;
  const std::vector<int> cpus;
  std::atomic<bool> started{false};
  std::unique_ptr<WorkerPool> pool; // last: its threads end before the rest goes
};

CpuDevice::~CpuDevice() {
  if (!parent || !started.load())
    return;
  std::unique_ptr<HostTask> task(new (std::nothrow) EndPool(pool, parent));
  try {
    parent->start(); // somebody has to run the task
    if (task)
      parent->submit(std::move(task));
  } catch (const std::bad_alloc &) {
  }
  // Where memory ran out: threads that sleep for ever are better than one that waits for itself.
  (void)pool.release();
}

Ref<Device> CpuDevice::part(const std::vector<unsigned> &units) {
  DeviceProperties part_props = props;
  part_props.compute_units = unsigned(units.size());
  std::vector<int> part_cpus;
  for (unsigned unit : units)
    part_cpus.push_back(cpus[unit]);
  return make<CpuDevice>(machine, std::move(part_props), std::move(part_cpus), /*is_part=*/true);
}

Device::CompileResult CpuDevice::compile(const CompileRequest &request) {
  std::vector<weft_header> headers;
  for (const auto &[name, text] : request.headers)
    headers.push_back({name.c_str(), blob(text)});
  std::vector<weft_blob> inputs;
  for (const std::string &input : request.inputs)
    inputs.push_back(blob(input));
  std::vector<weft_spec_constant> constants;
  for (const auto &[id, value] : request.spec_constants)
    constants.push_back({id, blob(value)});
  weft_request plain = {};
  plain.action = request.action;
  plain.threads = props.compute_units;
  plain.language = request.is_spirv ? WEFT_LANGUAGE_SPIRV : WEFT_LANGUAGE_OPENCL_C;
  plain.source = blob(request.source);
  plain.spec_constants = constants.data();
  plain.num_spec_constants = constants.size();
  plain.headers = headers.data();
  plain.num_headers = headers.size();
  plain.inputs = inputs.data();
  plain.num_inputs = inputs.size();
  plain.options = request.options.c_str();
  return machine->compile(plain);
}

} // namespace

Ref<Device> createCpuDevice() {
  std::string complaint;
  Host host = detectHost(config::cpu(), complaint);
  if (!complaint.empty())
    log(LogGroup::Device, "error: WEFT_CPU is ignored: %s", complaint.c_str());
  Limits limits = detectLimits("", config::threads());
  DeviceProperties properties = describeDevice(host, limits, detectCaches("", limits.cpus.front()));
  properties.max_clock_mhz = clockMhz("", limits.cpus.front());
  if (!properties.max_clock_mhz)
    properties.max_clock_mhz = host.base_mhz;
  log(LogGroup::Device, "%s: %u threads, %s with %s", host.name.c_str(), limits.threads,
      host.cpu.c_str(), host.features.c_str());
  log(LogGroup::Device, "memory %llu MiB, local memory %llu KiB, last cache %llu KiB",
      (unsigned long long)(properties.global_memory >> 20),
      (unsigned long long)(properties.local_memory >> 10),
      (unsigned long long)(properties.cache_bytes >> 10));
  auto machine = std::make_shared<Machine>(std::move(host), properties.global_memory);
  return make<CpuDevice>(std::move(machine), std::move(properties), limits.cpus,
                         /*is_part=*/false);
}

} // namespace weft
