// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That patches of LLVM for speed leave the code of kernels as it is: the kernel corpus and the
// benchmark's kernels, byte for byte, against a compiler without these patches.
#include "harness/corpus.h"

#include "support/artifact.h"
#include "weft/compiler.h"

#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace {

std::string read(const std::filesystem::path &path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Null if the library cannot be opened.
const weft_compiler_interface_t *open(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return library ? static_cast<const weft_compiler_interface_t *>(
                       dlsym(library, "weft_compiler_interface"))
                 : nullptr;
}

struct Built {
  weft_status status;
  std::string code;
};

Built build(const weft_compiler_interface_t &compiler, const std::string &source,
            const std::string &options, const std::string &cpu = "x86-64-v4") {
  weft_request request = {};
  request.abi_version = WEFT_COMPILER_ABI_VERSION;
  request.action = WEFT_ACTION_BUILD;
  request.options = options.c_str();
  request.extra_options = "";
  request.cpu = cpu.c_str();
  request.features = "";
  request.source = {source.data(), source.size()};
  weft_blob blob;
  const weft_status status = compiler.run(&request, &blob);
  std::optional<weft::Artifact> artifact =
      weft::deserialize({static_cast<const char *>(blob.data), blob.size});
  compiler.free(&blob);
  return {status, artifact ? artifact->code : std::string()};
}

class LlvmPatches : public testing::Test {
protected:
  const weft_compiler_interface_t *patched = open(WEFT_COMPILER_LIBRARY);
  const weft_compiler_interface_t *slow = open(WEFT_SLOW_COMPILER_LIBRARY);

  void SetUp() override {
    ASSERT_TRUE(patched && slow) << dlerror();
    ASSERT_NE(patched, slow);
  }
  // Returns whether the program was built.
  bool compare(const std::string &source, const std::string &options, const std::string &name,
               const std::string &cpu = "x86-64-v4") {
    const Built fast = build(*patched, source, options, cpu);
    const Built same = build(*slow, source, options, cpu);
    EXPECT_EQ(fast.status, same.status) << name;
    EXPECT_EQ(fast.code.size(), same.code.size()) << name;
    EXPECT_TRUE(fast.code == same.code) << name;
    return fast.status == WEFT_OK && !fast.code.empty();
  }
};

// A CPU's code generator is set up when it is first compiled for.
TEST_F(LlvmPatches, ForSpeedLeaveOptionsAsTheyAreBehindALink) {
  const std::string source = R"(
kernel void f(global const float *in, global float *out, int n) {
  local float first;
  if (get_local_id(0) == 0)
    first = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = first;
  for (int i = 0; i < n; ++i)
    sum = sum * in[i] + in[get_global_id(0) + 3 * i];
  out[get_global_id(0)] = sum;
})";
  EXPECT_TRUE(compare(source, "", "before", "x86-64-v4"));
  EXPECT_TRUE(compare(source, "", "behind", "x86-64-v3"));
}

// In parts, which may run side by side.
constexpr size_t Parts = 6;
class LlvmPatchesPart : public LlvmPatches, public testing::WithParamInterface<size_t> {};

TEST_P(LlvmPatchesPart, ForSpeedLeaveTheCorpusAsItIs) {
  const std::vector<weft::kernels::Case> &cases = weft::kernels::corpus().cases();
  int built = 0;
  for (size_t i = GetParam(); i < cases.size(); i += Parts) {
    const weft::kernels::Case &one = cases[i];
    const std::string source =
        one.source.ends_with(".cl")
            ? read(std::filesystem::path(WEFT_KERNEL_SOURCES) / one.topic / one.source)
            : one.source;
    built += compare(source, one.options, one.topic + "/" + one.name);
  }
  EXPECT_GT(built, 20);
}
INSTANTIATE_TEST_SUITE_P(Corpus, LlvmPatchesPart, testing::Range(size_t(0), Parts));

TEST_F(LlvmPatches, ForSpeedLeaveTheBenchmarksKernelsAsTheyAre) {
  int built = 0;
  for (const auto &entry : std::filesystem::directory_iterator(WEFT_BENCH_KERNELS))
    if (entry.path().extension() == ".cl")
      built += compare(read(entry.path()), "-cl-std=CL3.0", entry.path().filename());
  EXPECT_GT(built, 10);
}

} // namespace
