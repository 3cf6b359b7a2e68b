// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of the application may compile while another one exits, and LLVM's static objects must be
// there as long as they do. So none of this library's is ever destroyed: what registers their
// destructors, in LLVM's archives too, finds this function first. The library is never unloaded.

extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void *), void *,
                                                                  void *) {
  return 0;
}
