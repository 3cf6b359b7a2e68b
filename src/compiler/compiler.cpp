// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C door of the library: include/weft/compiler.h.
#include "weft/compiler.h"
#include "compiler/codegen/code_generation.h"
#include "compiler/codegen/llvm_compat.h"
#include "compiler/containment/contained.h"
#include "compiler/request.h"
#include "weft/kernel_abi.h"

#include <cstdlib>
#include <cstring>

namespace {

weft_status run(const weft_request *request, weft_blob *out) {
  *out = {nullptr, 0};
  if (!weft::memoryForThread())
    return WEFT_OUT_OF_MEMORY;
  weft_status status = WEFT_INTERNAL_ERROR;
  // The compiler is contained as it is; this is for what surrounds it, down to the log's last line.
  weft::ContainedResult result = weft::runContained([&] {
    weft::Artifact artifact;
    status = weft::runRequest(*request, artifact);
    std::string bytes = weft::serialize(artifact);
    weft::endPhase(nullptr, "serialisation");
    if (void *copy = std::malloc(bytes.size())) {
      std::memcpy(copy, bytes.data(), bytes.size());
      *out = {copy, bytes.size()};
    } else {
      status = WEFT_OUT_OF_MEMORY;
    }
  });
  if (result.outcome == weft::ContainedResult::OutOfMemory)
    status = WEFT_OUT_OF_MEMORY;
  else if (result.outcome == weft::ContainedResult::Failed)
    status = WEFT_INTERNAL_ERROR;
  return status;
}

void release(weft_blob *artifact) {
  std::free(const_cast<void *>(artifact->data));
  *artifact = {nullptr, 0};
}

void watch(weft_phase_fn watcher) { weft::phase_watcher = watcher; }

} // namespace

extern "C" {
extern __attribute__((visibility("default")))
const weft_compiler_interface_t weft_compiler_interface;
}

const weft_compiler_interface_t weft_compiler_interface = {WEFT_COMPILER_ABI_VERSION,
                                                           WEFT_KERNEL_ABI_VERSION,
                                                           "LLVM " LLVM_VERSION_STRING,
                                                           run,
                                                           release,
                                                           watch};
