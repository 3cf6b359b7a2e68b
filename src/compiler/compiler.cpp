// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C door of the library: include/weft/compiler.h.
#include "weft/compiler.h"
#include "compiler/codegen/code_generation.h"
#include "compiler/codegen/llvm_compat.h"
#include "compiler/request.h"
#include "weft/kernel_abi.h"

#include "llvm/Support/ErrorHandling.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace {

weft_status run(const weft_request *request, weft_blob *out) {
  *out = {nullptr, 0};
  weft::Artifact artifact;
  const weft_status status = weft::runRequest(*request, artifact);
  const std::string bytes = weft::serialize(artifact);
  weft::endPhase(nullptr, "serialisation");
  void *copy = std::malloc(bytes.size());
  if (!copy)
    return WEFT_OUT_OF_MEMORY;
  std::memcpy(copy, bytes.data(), bytes.size());
  *out = {copy, bytes.size()};
  return status;
}

void release(weft_blob *artifact) {
  std::free(const_cast<void *>(artifact->data));
  *artifact = {nullptr, 0};
}

void watch(weft_phase_fn watcher) { weft::phase_watcher = watcher; }

weft_give_up_fn give_up = nullptr;

void onGivingUp(weft_give_up_fn wanted) {
  give_up = wanted;
  llvm::install_fatal_error_handler(
      [](void *, const char *reason, bool) { give_up(WEFT_INTERNAL_ERROR, reason); });
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *reason, bool) { give_up(WEFT_OUT_OF_MEMORY, reason); });
  // The compiler's own: the operator new of whoever opens this library is another one.
  std::set_new_handler([] { give_up(WEFT_OUT_OF_MEMORY, "out of memory"); });
}

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
                                                           watch,
                                                           onGivingUp};
