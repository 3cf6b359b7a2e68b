// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a device and its sub-devices have in common: the host, the compiler, what it has compiled
// before, and memory.
#ifndef WEFT_CPU_MACHINE_H
#define WEFT_CPU_MACHINE_H

#include "core/device.h"
#include "cpu/code/artifact_cache.h"
#include "cpu/code/compiler_library.h"
#include "cpu/compile_server/compile_client.h"
#include "cpu/host/host.h"
#include "cpu/memory/buffer_memory.h"

#include <memory>
#include <string>

namespace weft {

struct Machine {
  Machine(Host found, uint64_t global_memory);

  // The cache's answer, or the compiler's. What the environment and the machine determine of the
  // request is filled in here.
  Device::CompileResult compile(weft_request request);
  // Of the code that compile() yields.
  std::string target() const;

  const Host host;
  const weft_emitter emitter;
  const uint32_t simd_width;
  CompilerLibrary compiler;
  const std::unique_ptr<ArtifactCache> cache;
  BufferMemory memory;

private:
  Device::CompileResult compileNow(const weft_request &request);
  Device::CompileResult compileInside(const weft_request &request);

  CompileClient client;
};

} // namespace weft
#endif
