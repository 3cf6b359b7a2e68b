// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V modules as other programs write them.
#ifndef WEFT_TESTS_SPIRV_PRODUCERS_H
#define WEFT_TESTS_SPIRV_PRODUCERS_H

#include <stdexcept>
#include <string>

namespace weft::spirv_test {

// SPIR-V's text to its words, by SPIRV-Tools' spirv-as. Empty, with what it says in `failure`, if
// it does not understand the text.
std::string assemble(const std::string &text, std::string &failure, const char *version = "1.4");

// OpenCL C, by a road of this name, behind which options for its compiler may stand ("debian -O2"):
//
//   spirv        Clang and LLVM's back end
//   translator   Clang and the Khronos translator (llvm-spirv) for its LLVM, as SYCL's compilers do
//   debian       Clang 15 and llvm-spirv 15
//
// Tests go by the road that WEFT_TEST_ROAD names.
std::string compileToSpirv(const std::string &road, const std::string &source,
                           const std::string &options, std::string &failure);
bool isRoad(const std::string &name);

// Whether compileToSpirv failed with something that the road's own compiler or translator is known
// to be unable to do (docs/spirv.md): no fault of what reads the module.
bool isBeyondRoad(const std::string &road, const std::string &failure);

// compileToSpirv with exceptions for failures.
struct BeyondRoad : std::runtime_error {
  using std::runtime_error::runtime_error;
};
std::string spirvOf(const std::string &road, const std::string &source, const std::string &options);

} // namespace weft::spirv_test
#endif
