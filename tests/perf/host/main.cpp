// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-bench-host ROW: measures one row in a process of its own. Without arguments: names the rows.
#include "session.h"

#include <cstdio>
#include <cstring>

int main(int argc, char **argv) {
  static constexpr struct {
    const char *name;
    void (*run)();
  } rows[] = {
      {"start", bench::rowStart},
      {"build", bench::rowBuild},
      {"large-build", bench::rowLargeBuild},
      {"cached-build", bench::rowCachedBuild},
      {"new-local-size", bench::rowNewLocalSize},
      {"empty", bench::rowEmpty},
      {"batch", bench::rowBatch},
      {"saxpy", bench::rowSaxpy},
      {"saxpy-local1", bench::rowSaxpyLocalOne},
      {"scaling", bench::rowScaling},
      {"buffers", bench::rowBuffers},
      {"buffer-sizes", bench::rowBufferSizes},
      {"usm", bench::rowUsm},
      {"idle", bench::rowIdle},
  };
  for (const auto &row : rows) {
    if (argc < 2) {
      std::puts(row.name);
    } else if (std::strcmp(argv[1], row.name) == 0) {
      row.run();
      return 0;
    }
  }
  if (argc < 2)
    return 0;
  std::fprintf(stderr, "there is no row '%s'\n", argv[1]);
  return 2;
}
