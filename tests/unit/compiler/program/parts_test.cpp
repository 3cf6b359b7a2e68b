// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of several kernels, which are translated in parts on several threads.
#include "compiler/program/program_parts.h"
#include "request_fixture.h"
#include "weft/kernel_abi.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <cstring>
#include <gtest/gtest.h>
#include <numeric>

namespace {
using namespace weft::test;

Outcome buildOn(unsigned threads, const std::string &source, const char *options = "") {
  weft_request r = request(WEFT_ACTION_BUILD, options);
  r.source = {source.data(), source.size()};
  r.threads = threads;
  return run(r);
}

// Runs one work-item of a kernel whose only argument is a pointer to ints.
void runOnce(const Outcome &built, const LoadedCode &code, size_t number, int *data) {
  const weft::KernelInfo &kernel = built.artifact.kernels.at(number);
  auto entry = reinterpret_cast<weft_kernel_fn>(code.find(kernel.symbol));
  ASSERT_TRUE(entry) << kernel.name << ": " << code.error;
  weft_launch launch = {{1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, 1, 0};
  alignas(WEFT_ABI_ALIGNMENT) char args[256] = {};
  std::memcpy(args + kernel.args.at(0).offset, &data, sizeof(data));
  alignas(WEFT_ABI_ALIGNMENT) static char local[4096 + 2 * WEFT_LOCAL_MARGIN], context[1 << 16];
  weft_thread thread = {};
  thread.local_memory = local + WEFT_LOCAL_MARGIN;
  thread.context = context;
  weft_begin_row(&thread, &launch, 0, 0);
  entry(&launch, args, &thread, 0, 1);
}

std::string manyKernels(unsigned count) {
  std::string source = "int twice(int x) { return 2 * x; }\n";
  for (unsigned i = 0; i < count; ++i)
    source += "kernel void k" + std::to_string(i) + "(global int *p) { p[0] = twice(p[0]) + " +
              std::to_string(i) + "; }\n";
  return source;
}

TEST(Parts, EveryKernelIsInOne) {
  for (size_t count : {0, 1, 2, 31, 32, 33, 100, 1000}) {
    std::vector<std::string> names, covered;
    for (size_t i = 0; i < count; ++i)
      names.push_back("k" + std::to_string(i));
    auto parts = weft::planParts(names);
    EXPECT_LE(parts.size(), 32u);
    EXPECT_GE(parts.size(), std::min<size_t>(count, 16));
    for (const weft::ProgramPart &part : parts)
      covered.insert(covered.end(), part.begin(), part.end());
    EXPECT_EQ(covered, names);
  }
}

TEST(Parts, LongOnesComeFirst) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> program = llvm::parseAssemblyString(R"(
declare float @_Z3sinf(float)
declare i64 @_Z13get_global_idj(i32)
define float @twice(float %x) {
  %a = call float @_Z3sinf(float %x)
  %b = call float @_Z3sinf(float %a)
  ret float %b
}
define spir_kernel void @short() {
  %a = call i64 @_Z13get_global_idj(i32 0)
  ret void
}
define spir_kernel void @calls() {
  %a = call float @twice(float 1.0)
  %b = call float @twice(float %a)
  ret void
}
define spir_kernel void @itself() {
  %a = call float @_Z3sinf(float 1.0)
  call void @itself()
  ret void
})",
                                                                    error, context);
  ASSERT_TRUE(program) << error.getMessage().str();
  const std::vector<weft::ProgramPart> parts = {{"short"}, {"itself"}, {"calls"}, {"short"}};
  std::vector<size_t> order;
  double all = 0;
  for (const weft::PartTurn &turn : weft::longestFirst(parts, *program)) {
    order.push_back(turn.part);
    all += turn.share;
  }
  EXPECT_EQ(order, (std::vector<size_t>{2, 1, 0, 3}));
  EXPECT_DOUBLE_EQ(all, 1);
}

TEST(Parts, AllKernelsOfALargeProgramRun) {
  for (unsigned threads : {1, 3}) {
    Outcome built = buildOn(threads, manyKernels(40));
    ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
    ASSERT_EQ(built.artifact.kernels.size(), 40u);
    LoadedCode code(built.artifact.code);
    for (unsigned i = 0; i < 40; ++i) {
      EXPECT_EQ(built.artifact.kernels[i].name, "k" + std::to_string(i));
      int value = 100;
      runOnce(built, code, i, &value);
      EXPECT_EQ(value, 200 + int(i));
    }
  }
}

TEST(Parts, LargeConstantsAreThereOnce) {
  std::string source = "constant int table[20000] = {7, 8, 9};\n"
                       "constant int small[3] = {1, 2, 3};\n";
  for (int i = 0; i < 4; ++i)
    source += "kernel void k" + std::to_string(i) +
              "(global int *p) { p[0] = table[p[0]] + small[p[0]]; p[1] = table[2]; }\n";
  Outcome built = buildOn(4, source);
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  EXPECT_LT(built.artifact.code.size(), 2 * 80000u);
  LoadedCode code(built.artifact.code);
  for (size_t i = 0; i < 4; ++i) {
    int data[2] = {1, 0};
    runOnce(built, code, i, data);
    EXPECT_EQ(data[0], 10);
    EXPECT_EQ(data[1], 9);
  }
}

TEST(Parts, KernelMayCallAnother) {
  Outcome built = buildOn(2, "kernel void a(global int *p) { p[0] += 1; }\n"
                             "kernel void b(global int *p) { a(p); p[0] *= 10; a(p); }\n");
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  LoadedCode code(built.artifact.code);
  int value = 1;
  runOnce(built, code, 1, &value);
  EXPECT_EQ(value, 21);
  runOnce(built, code, 0, &value);
  EXPECT_EQ(value, 22);
}

TEST(Parts, ErrorsOfAllPartsAreInTheLogOnce) {
  std::string source = "int absent(int x);\nint other(int x);\n"
                       "int shared(int x) { return absent(x); }\n";
  for (int i = 0; i < 6; ++i)
    source += "kernel void k" + std::to_string(i) + "(global int *p) { p[0] = shared(" +
              (i == 5 ? "other(1)" : "2") + "); }\n";
  Outcome built = buildOn(3, source);
  EXPECT_EQ(built.status, WEFT_BUILD_FAILED);
  EXPECT_TRUE(built.logHas("absent")) << built.artifact.log;
  EXPECT_TRUE(built.logHas("other")) << built.artifact.log;
  EXPECT_TRUE(built.artifact.code.empty());
}

} // namespace
