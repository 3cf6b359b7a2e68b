// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fork() waits for the compiles in progress, and no new one begins meanwhile: a child would find
// the locks of LLVM and lld held by threads that it does not have. The compile server never forks;
// a program that compiles inside may.
#ifndef WEFT_COMPILER_THREADS_FORK_GATE_H
#define WEFT_COMPILER_THREADS_FORK_GATE_H

namespace weft {

// A compile, as long as it lives.
class ForkGate {
public:
  ForkGate();
  ~ForkGate();
  ForkGate(const ForkGate &) = delete;
  ForkGate &operator=(const ForkGate &) = delete;
};

} // namespace weft
#endif
