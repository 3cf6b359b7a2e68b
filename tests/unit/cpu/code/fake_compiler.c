// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for the compiler library, with the versions that the build gives it.
#include <weft/compiler.h>
#include <weft/kernel_abi.h>

static weft_status run(const weft_request *request, weft_blob *artifact) {
  (void)request;
  artifact->data = 0;
  artifact->size = 0;
  return WEFT_INTERNAL_ERROR;
}
static void release(weft_blob *artifact) { (void)artifact; }

__attribute__((visibility("default")))
const weft_compiler_interface_t SYMBOL = {ABI, KERNEL_ABI, "for tests", run, release, 0, 0};
