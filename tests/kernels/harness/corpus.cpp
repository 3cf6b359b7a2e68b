// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
#include "harness/corpus.h"

namespace weft::kernels {

#define CASES(function, topic) void function(Corpus &);
#include "harness/cases.def"

const Corpus &corpus() {
  static const Corpus all = [] {
    Corpus c;
#define CASES(function, name)                                                                      \
  c.topic(#name);                                                                                  \
  function(c);
#include "harness/cases.def"
    return c;
  }();
  return all;
}

} // namespace weft::kernels
