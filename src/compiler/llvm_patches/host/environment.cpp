// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM, Clang and lld have variables of their own, for those who call them from a shell: lld, for
// one, writes all its input to the file that LLD_REPRODUCE names. A host process, which may run
// with more rights than its caller, has not asked for that. So they find the environment empty;
// what Weft wants of it comes by secure_getenv (support/config.cpp).

extern "C" __attribute__((visibility("hidden"))) char *__wrap_getenv(const char *) {
  return nullptr;
}
