// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the time of a build goes; `weftc --time` shows it.
#ifndef WEFT_COMPILER_CODEGEN_PHASE_TIMES_H
#define WEFT_COMPILER_CODEGEN_PHASE_TIMES_H

#include <ctime>
#include <utility>
#include <vector>

namespace weft {

class PhaseTimes {
public:
  // Ends the phase that runs since the last call (or since the object was made) under this name.
  void end(const char *name) {
    double now = read();
    list.emplace_back(name, now - last);
    last = now;
  }
  // Microseconds of CPU time, in order.
  const std::vector<std::pair<const char *, double>> &all() const { return list; }

private:
  // CPU time of the process, all threads: what else runs on the machine does not show.
  static double read() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e6 + double(time.tv_nsec) / 1e3;
  }
  double last = read();
  std::vector<std::pair<const char *, double>> list;
};

} // namespace weft
#endif
