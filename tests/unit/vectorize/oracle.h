// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs scalar functions for one work-item after the other, and their widened forms for W at once,
// over the same random memory, and compares what they leave behind.
//
// The functions are int f(uint64_t id, int *io, const int *ii, float *fo, const float *fi, int n,
// int64_t m); `id` differs between lanes. Behind each array lies memory that must not be touched.
#ifndef WEFT_TESTS_UNIT_VECTORIZE_ORACLE_H
#define WEFT_TESTS_UNIT_VECTORIZE_ORACLE_H

#include "passes/vectorize/vectorize_region.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace weft::test {

struct OracleOptions {
  unsigned width = 8;
  std::string cpu = "x86-64"; // an LLVM name
  unsigned lane_alignment = 1;
  unsigned trials = 8; // with random masks and inputs, beside those with all lanes
};

class Oracle {
public:
  static constexpr unsigned Items = 4096; // elements of each array
  static bool cpuRuns(const std::string &cpu);

  explicit Oracle(const OracleOptions &options);
  ~Oracle();

  // Widens all functions of `module` that a `filter` accepts, and compiles everything.
  // Returns a message, or "".
  std::string compile(std::unique_ptr<llvm::LLVMContext> context,
                      std::unique_ptr<llvm::Module> module);
  struct Kernel {
    std::string name;
    VectorizeResult result; // function is not valid any more; null where it failed
    std::string ir;         // widened, before optimisation
    std::string optimized;  // all lanes on, inlined
  };
  const std::vector<Kernel> &kernels() const { return all; }
  // Returns a message, or "".
  std::string check(const Kernel &kernel, uint64_t seed);

private:
  struct Jit;
  OracleOptions options;
  std::vector<Kernel> all;
  std::unique_ptr<Jit> jit;
};

} // namespace weft::test
#endif
