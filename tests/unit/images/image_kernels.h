// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with image arguments, built by the compiler and run without the API.
#ifndef WEFT_TESTS_IMAGE_KERNELS_H
#define WEFT_TESTS_IMAGE_KERNELS_H

#include "../compiler/request_fixture.h"
#include "weft/image_abi.h"

#include <gtest/gtest.h>
#include <memory>
#include <variant>

namespace weft::test {

// How a program is built.
struct Target {
  const char *name;
  weft_emitter emitter;
  const char *cpu, *features;
  bool usable() const; // by this machine
};
constexpr Target Targets[] = {
    {"vector", WEFT_EMITTER_VECTOR, "x86-64", ""},
    {"vector_avx2", WEFT_EMITTER_VECTOR, "x86-64-v3", "+avx2,+fma,+f16c,+bmi,+bmi2"},
    {"vector_avx512", WEFT_EMITTER_VECTOR, "x86-64-v4",
     "+avx512f,+avx512vl,+avx512bw,+avx512dq,+avx512cd,+avx2,+fma,+f16c,+bmi,+bmi2"},
    {"loops", WEFT_EMITTER_LOOPS, "x86-64", ""},
    {"fibers", WEFT_EMITTER_FIBERS, "x86-64", ""}};

Outcome buildFor(const Target &target, const std::string &source,
                 const char *options = "-cl-std=CL3.0");

// An image, a sampler, or the address of an array.
using Argument = std::variant<const weft_image *, unsigned, void *>;

class ImageProgram {
public:
  ImageProgram(const Target &target, const std::string &source,
               const char *options = "-cl-std=CL3.0");
  // Runs `items` work-items in groups of `local`, whose last one may be smaller.
  void run(const std::string &kernel, const std::vector<Argument> &arguments, size_t items,
           size_t local = 24) const;
  const KernelInfo &info(const std::string &kernel) const;
  Outcome built;

private:
  std::unique_ptr<LoadedCode> code;
};

// Tests that run on each target that the machine has.
class ImageTest : public testing::TestWithParam<Target> {
protected:
  void SetUp() override {
    if (!GetParam().usable())
      GTEST_SKIP() << "the machine has no such instructions";
  }
};

} // namespace weft::test
#endif
