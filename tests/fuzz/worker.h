// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A child process that launches programs one after another, so that a crash or a hang in the driver
// or in a kernel is an outcome like others. A child that was lost is replaced.
#ifndef WEFT_TESTS_FUZZ_WORKER_H
#define WEFT_TESTS_FUZZ_WORKER_H

#include "launch.h"

#include <sys/types.h>

namespace weft::fuzz {

// One way to run a program.
struct Variant {
  std::string name;
  std::string mode;    // "default", or "kind" or "kind:WEFT_SIMD"; kind: see modeVariables()
  std::string options; // of the build
  std::string vendors; // OCL_ICD_VENDORS; empty: as it is
};

// The environment variables of a mode: of WEFT_EMITTER, "specialized", or a level of x86-64 ("v3");
// false: there is no such mode.
bool modeVariables(const std::string &mode,
                   std::vector<std::pair<std::string, std::string>> &variables);

// The WEFT_SIMD that a mode has, or 0.
unsigned modeWidth(const std::string &mode);

class Worker {
public:
  Worker(Variant variant, unsigned seconds) : how(std::move(variant)), seconds(seconds) {}
  Worker(const Worker &) = delete;
  ~Worker() { stop(); }

  const Variant &variant() const { return how; }
  // To be followed by receive(); between them others can be started.
  void send(const std::string &source, uint64_t seed);
  Outcome receive();

private:
  void start();
  void stop();

  Variant how;
  unsigned seconds; // of processor time, for one program
  pid_t child = -1;
  int to = -1, from = -1;
  bool sent = false;
  size_t reported = 0; // by this child
};

// The child's side: serves requests on these descriptors until the first is closed.
int serve(int from, int to);

} // namespace weft::fuzz
#endif
