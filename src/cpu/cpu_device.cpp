// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts the parts of the CPU device together.
#include "cpu/cpu_device.h"

#include "cpu/artifact_cache.h"
#include "cpu/buffer_memory.h"
#include "cpu/code_loader.h"
#include "cpu/compiler_library.h"
#include "cpu/host.h"
#include "cpu/limits.h"
#include "cpu/properties.h"
#include "cpu/request_key.h"
#include "cpu/worker_pool.h"
#include "support/config.h"
#include "support/log.h"

#include <ctime>

namespace weft {
namespace {

weft_emitter chosenEmitter() {
  const std::string &name = config::emitter();
  if (name == "loops")
    return WEFT_EMITTER_LOOPS;
  if (name == "fibers")
    return WEFT_EMITTER_FIBERS;
  if (name == "vector")
    return WEFT_EMITTER_VECTOR;
  if (!name.empty())
    log(LogGroup::Device, "WEFT_EMITTER: there is no emitter '%s'", name.c_str());
  return WEFT_EMITTER_DEFAULT;
}

uint32_t chosenWidth() {
  const unsigned width = config::simd();
  if (width <= 64 && (width & (width - 1)) == 0)
    return width;
  log(LogGroup::Device, "WEFT_SIMD: %u is not a power of two up to 64", width);
  return 0;
}

Device::CompileResult failed(weft_status status, std::string log_text) {
  Device::CompileResult result = {status, {}};
  result.artifact.log = std::move(log_text);
  return result;
}

weft_blob blob(const std::string &bytes) { return {bytes.data(), bytes.size()}; }

class CpuDevice : public Device {
public:
  CpuDevice(Host found, const Limits &limits, DeviceProperties all)
      : host(std::move(found)), props(std::move(all)), emitter(chosenEmitter()),
        simd_width(chosenWidth()), compiler(config::compiler()),
        cache(ArtifactCache::fromEnvironment()), memory(props.global_memory),
        pool(limits.cpus, limits.threads) {}

  const DeviceProperties &properties() const override { return props; }

  CompileResult compile(const CompileRequest &request) override;

  bool compilerAvailable() const override { return compiler.available(); }

  std::string target() const override {
    return codeTarget(host.cpu, host.features, emitter, simd_width);
  }

  std::shared_ptr<LoadedCode> load(const Artifact &artifact, std::string &error) override {
    return loadCode(artifact, target(), error);
  }

  void submit(std::unique_ptr<HostTask> task) override { pool.submit(std::move(task)); }
  void submit(std::unique_ptr<KernelLaunch> launch) override { pool.submit(std::move(launch)); }
  void helpUntil(const std::function<bool()> &stop) override { pool.helpUntil(stop); }
  void wakeHelpers() override { pool.wakeHelpers(); }
  void start() override { pool.start(); }

  void *allocate(size_t bytes) override { return memory.allocate(bytes); }
  void free(void *address, size_t bytes) override { memory.free(address, bytes); }

  uint64_t now() const override {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
  }

private:
  CompileResult compileNow(const weft_request &request);

  const Host host;
  const DeviceProperties props;
  const weft_emitter emitter;
  const uint32_t simd_width;
  mutable CompilerLibrary compiler;
  const std::unique_ptr<ArtifactCache> cache;
  BufferMemory memory;
  WorkerPool pool; // last: its threads end before the rest goes
};

Device::CompileResult CpuDevice::compile(const CompileRequest &request) {
  std::vector<weft_header> headers;
  for (const auto &[name, text] : request.headers)
    headers.push_back({name.c_str(), blob(text)});
  std::vector<weft_blob> inputs;
  for (const std::string &input : request.inputs)
    inputs.push_back(blob(input));
  weft_request plain = {};
  plain.abi_version = WEFT_COMPILER_ABI_VERSION;
  plain.action = request.action;
  plain.emitter = emitter;
  plain.simd_width = simd_width;
  plain.threads = props.compute_units;
  plain.source = blob(request.source);
  plain.headers = headers.data();
  plain.num_headers = headers.size();
  plain.inputs = inputs.data();
  plain.num_inputs = inputs.size();
  plain.options = request.options.c_str();
  plain.cpu = host.cpu.c_str();
  plain.features = host.features.c_str();
  plain.extra_options = config::buildOptions().c_str();

  std::optional<CacheKey> key;
  if (cache->enabled() && (key = requestKey(plain, compiler.identity())))
    if (std::optional<Artifact> found = cache->find(*key)) {
      found->includes.clear();
      return {WEFT_OK, std::move(*found)};
    }
  CompileResult result = compileNow(plain);
  // Under another compiler's key nothing may be kept: which one it is may have become clear now.
  if (result.status == WEFT_OK && key && mayKeep(plain, result.artifact) &&
      key == requestKey(plain, compiler.identity()))
    cache->store(*key, result.artifact);
  result.artifact.includes.clear(); // paths of this machine are no part of a program's binary
  return result;
}

Device::CompileResult CpuDevice::compileNow(const weft_request &request) {
  std::string error;
  const weft_compiler_interface_t *library = compiler.get(error);
  if (!library)
    return failed(WEFT_INTERNAL_ERROR, "weft: " + error + "\n");
  weft_blob bytes = {};
  weft_status status = library->run(&request, &bytes);
  if (!bytes.data)
    return failed(status == WEFT_OK ? WEFT_INTERNAL_ERROR : status, "");
  // Released also where reading it runs out of memory.
  std::unique_ptr<weft_blob, weft_compiler_free_fn> owner(&bytes, library->free);
  auto artifact = deserialize({static_cast<const char *>(bytes.data), bytes.size});
  if (!artifact)
    return failed(WEFT_INTERNAL_ERROR, "weft: the compiler's answer is damaged\n");
  return {status, std::move(*artifact)};
}

} // namespace

Ref<Device> createCpuDevice() {
  RealCpuid cpuid;
  std::string complaint;
  Host host = detectHost(cpuid, config::cpu(), complaint);
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
  return make<CpuDevice>(std::move(host), limits, std::move(properties));
}

} // namespace weft
