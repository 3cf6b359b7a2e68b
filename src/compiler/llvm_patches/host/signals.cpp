// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM would install handlers for some fifteen signals, for the whole process, as soon as it writes
// a file, and a stack for them on the thread. Both belong to the application.
#include "llvm/ADT/StringRef.h"

#include <csignal>
#include <string>

extern "C" {

int __real_sigaction(int number, const struct sigaction *set, struct sigaction *old);
int __real_sigaltstack(const stack_t *set, stack_t *old);

__attribute__((visibility("hidden"))) int __wrap_sigaction(int number, const struct sigaction *set,
                                                           struct sigaction *old) {
  return __real_sigaction(number, nullptr, old);
}

__attribute__((visibility("hidden"))) int __wrap_sigaltstack(const stack_t *set, stack_t *old) {
  return __real_sigaltstack(nullptr, old);
}

// llvm::sys::RemoveFileOnSignal; false is success.
__attribute__((visibility("hidden"))) bool
__wrap__ZN4llvm3sys18RemoveFileOnSignalENS_9StringRefEPNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(
    llvm::StringRef, std::string *) {
  return false;
}

} // extern "C"
