// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/machine.h"

#include "check/kinds.h"
#include "cpu/code/request_key.h"
#include "support/checked_target.h"
#include "support/config.h"
#include "support/log.h"

#include <weft/check_abi.h>
#include <weft/kernel_abi.h>

#include <algorithm>
#include <utility>

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

static_assert(WEFT_MAX_LANES == 128, "config.def says so of WEFT_SIMD, and weftc of --simd");

uint32_t chosenWidth() {
  const unsigned width = config::simd();
  if (width <= WEFT_MAX_LANES && (width & (width - 1)) == 0)
    return width;
  log(LogGroup::Device, "WEFT_SIMD: %u is not a power of two up to %d", width, WEFT_MAX_LANES);
  return 0;
}

Device::CompileResult failed(weft_status status, std::string log_text) {
  Device::CompileResult result = {status, {}};
  result.artifact.log = std::move(log_text);
  return result;
}

bool compilesInside() {
  const std::string &name = config::compile();
  if (name == "inside")
    return true;
  if (name == "server")
    return false;
  if (!name.empty())
    log(LogGroup::Device, "WEFT_COMPILE: there is no '%s'", name.c_str());
#ifdef WEFT_COMPILE_INSIDE
  return true;
#else
  return false;
#endif
}

// What the compiler has to do with the kinds of checks that are on.
uint32_t wantedChecks() {
  uint32_t checks = 0;
  const auto add = [&](check::Kind kind, uint32_t bit) {
    if (check::enabled(kind))
      checks |= bit;
  };
  add(check::Kind::Memory, WEFT_CHECK_MEMORY);
  add(check::Kind::Arith, WEFT_CHECK_ARITH);
  add(check::Kind::Nan, WEFT_CHECK_NAN);
  add(check::Kind::Barrier, WEFT_CHECK_BARRIER);
  add(check::Kind::Race, WEFT_CHECK_RACE);
  add(check::Kind::RaceSameValue, WEFT_CHECK_RACE);
  add(check::Kind::Init, WEFT_CHECK_INIT | WEFT_CHECK_MEMORY);
  return checks;
}

// What no build should need, and leaves most of the memory to the host.
uint64_t serverMebibytes(uint64_t global_memory) {
  constexpr uint64_t Least = 1 << 10, Most = 8 << 10;
  if (config::buildMemory())
    return config::buildMemory();
  return std::clamp(global_memory >> 21, Least, Most);
}

} // namespace

Machine::Machine(Host found, uint64_t global_memory)
    : host(std::move(found)), emitter(chosenEmitter()), simd_width(chosenWidth()),
      compiler(config::compiler()), cache(ArtifactCache::fromEnvironment()), memory(global_memory),
      client({config::buildSeconds(), serverMebibytes(global_memory)}) {}

std::string Machine::target() const {
  return checkedTarget(codeTarget(host.cpu, host.features, emitter, simd_width), wantedChecks());
}

Device::CompileResult Machine::compile(weft_request request) {
  request.abi_version = WEFT_COMPILER_ABI_VERSION;
  request.emitter = emitter;
  request.simd_width = simd_width;
  request.cpu = host.cpu.c_str();
  request.features = host.features.c_str();
  request.tune = host.tune.c_str();
  request.extra_options = config::buildOptions().c_str();
  if (request.action != WEFT_ACTION_SPECIALIZE)
    request.checks = wantedChecks();

  std::optional<CacheKey> key;
  if (cache->enabled() && (key = requestKey(request, compiler.identity())))
    if (std::optional<Artifact> found = cache->find(*key)) {
      found->includes.clear();
      return {WEFT_OK, std::move(*found)};
    }
  Device::CompileResult result = compileNow(request);
  // Under another compiler's key nothing may be kept: which one it is may have become clear now.
  if (result.status == WEFT_OK && key && mayKeep(request, result.artifact) &&
      key == requestKey(request, compiler.identity()))
    cache->store(*key, result.artifact);
  result.artifact.includes.clear(); // paths of this machine are no part of a program's binary
  return result;
}

Device::CompileResult Machine::compileNow(const weft_request &request) {
  static const bool inside = compilesInside();
  if (inside)
    return compileInside(request);
  std::string error;
  const std::string path = compiler.path(error);
  if (path.empty())
    return failed(WEFT_INTERNAL_ERROR, "weft: " + error + "\n");
  return client.compile(request, path, [&] { compiler.openedElsewhere(path); });
}

Device::CompileResult Machine::compileInside(const weft_request &request) {
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

} // namespace weft
