// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose functions are given to several threads to generate code for.
#include "compiler/codegen/code_units.h"
#include "request_fixture.h"
#include "weft/kernel_abi.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

#include <cstring>
#include <gtest/gtest.h>
#include <numeric>

namespace {
using namespace weft::test;

// An entry function of 40 additions that calls three internal ones of 50, 35 and 2. The second
// one is called by the first.
std::unique_ptr<llvm::Module> kernelOfFourFunctions(llvm::LLVMContext &context) {
  auto additions = [](int count) {
    std::string text = "  %v0 = add i32 %x, 1\n";
    for (int i = 1; i < count; ++i)
      text += "  %v" + std::to_string(i) + " = mul i32 %v" + std::to_string(i - 1) + ", %x\n";
    return text;
  };
  std::string text = "@state = internal global i32 3\n"
                     "@table = internal constant [2 x i32] [i32 1, i32 2]\n"
                     "@copied = private unnamed_addr constant [2 x i32] [i32 1, i32 2]\n";
  text += "define internal i32 @helper(i32 %x) {\n" + additions(35) +
          "  store i32 %v34, ptr @state\n  %t = load i32, ptr @table\n"
          "  %u = load i32, ptr @copied\n  ret i32 %t\n}\n";
  text += "define internal i32 @k.rest(i32 %x) {\n" + additions(50) +
          "  %r = call i32 @helper(i32 %v49)\n  ret i32 %r\n}\n";
  text += "define internal i32 @k.tiny(i32 %x) {\n" + additions(1) + "  ret i32 %v0\n}\n";
  text += "define i32 @weft_kernel_k(i32 %x) {\n" + additions(40) +
          "  %r = call i32 @k.rest(i32 %v39)\n  %s = call i32 @helper(i32 %r)\n"
          "  %q = call i32 @k.tiny(i32 %s)\n  %t = load i32, ptr @table\n"
          "  store i32 %t, ptr @state\n  ret i32 %q\n}\n";
  llvm::SMDiagnostic error;
  auto program = llvm::parseAssemblyString(text, error, context);
  EXPECT_TRUE(program) << error.getMessage().str();
  return program;
}

bool defines(const llvm::Module &module, llvm::StringRef function) {
  const llvm::Function *found = module.getFunction(function);
  return found && !found->isDeclaration();
}

TEST(Units, HoldEachFunctionOnce) {
  llvm::LLVMContext context, other;
  auto program = kernelOfFourFunctions(context);
  weft::CodeUnits units = weft::cutIntoUnits(*program, "k", 2);
  ASSERT_EQ(units.functions, (std::vector<std::vector<std::string>>{{"k.rest", "k.tiny"}}));
  EXPECT_TRUE(defines(*program, "weft_kernel_k"));
  EXPECT_TRUE(defines(*program, "k.helper"));
  EXPECT_FALSE(defines(*program, "k.rest"));
  EXPECT_FALSE(llvm::verifyModule(*program, &llvm::errs()));

  weft::Log log;
  auto unit = weft::readUnit(units, 0, other, log);
  ASSERT_TRUE(unit) << log.str();
  EXPECT_TRUE(defines(*unit, "k.rest"));
  EXPECT_FALSE(defines(*unit, "weft_kernel_k"));
  EXPECT_FALSE(defines(*unit, "k.helper"));
  EXPECT_TRUE(unit->getFunction("k.rest")->hasHiddenVisibility());
  EXPECT_FALSE(llvm::verifyModule(*unit, &llvm::errs()));
}

TEST(Units, ShareVariables) {
  llvm::LLVMContext context, other;
  auto program = kernelOfFourFunctions(context);
  weft::CodeUnits units = weft::cutIntoUnits(*program, "k", 2);
  weft::Log log;
  auto unit = weft::readUnit(units, 0, other, log);
  ASSERT_TRUE(unit) << log.str();
  EXPECT_TRUE(program->getNamedGlobal("k.state")->hasInitializer());
  EXPECT_TRUE(program->getNamedGlobal("k.state")->hasExternalLinkage());
  EXPECT_TRUE(unit->getNamedGlobal("k.state")->isDeclaration());
  EXPECT_TRUE(program->getNamedGlobal("k.table")->hasExternalLinkage());
  EXPECT_TRUE(unit->getNamedGlobal("k.table")->hasAvailableExternallyLinkage());
  EXPECT_TRUE(unit->getGlobalVariable("copied", /*AllowInternal=*/true)->hasPrivateLinkage());
}

TEST(Units, AreNotMadeOfLittle) {
  llvm::LLVMContext context;
  auto program = kernelOfFourFunctions(context);
  EXPECT_TRUE(weft::cutIntoUnits(*program, "k", 1).functions.empty());
  for (const char *name : {"helper", "k.rest"}) {
    llvm::Function *function = program->getFunction(name);
    function->deleteBody();
  }
  EXPECT_TRUE(weft::cutIntoUnits(*program, "k", 3).functions.empty());
  EXPECT_TRUE(program->getFunction("k.tiny")->hasInternalLinkage());
}

// An entry function of two loops one after the other, each with a value for what follows, and the
// second with `value` as one more that comes into it.
std::unique_ptr<llvm::Module> kernelOfTwoLoops(llvm::LLVMContext &context,
                                               const std::string &type) {
  auto loop = [&](const std::string &name, const std::string &start, const std::string &next,
                  int count) {
    std::string text = name + ":\n  %" + name + ".i = phi i32 [ 0, %" + start + " ], [ %" + name +
                       ".n, %" + name + " ]\n  %" + name + ".0 = add i32 %x, %" + name + ".i\n";
    for (int i = 1; i < count; ++i)
      text += "  %" + name + "." + std::to_string(i) + " = mul i32 %" + name + "." +
              std::to_string(i - 1) + ", %x\n";
    return text + "  store " + type + " %value, ptr %p\n  %" + name + ".n = add i32 %" + name +
           ".i, 1\n  %" + name + ".more = icmp ult i32 %" + name + ".n, %x\n  br i1 %" + name +
           ".more, label %" + name + ", label %" + next + "\n";
  };
  const std::string text =
      "define i32 @weft_kernel_k(i32 %x, ptr %p) {\nentry:\n  %value = load " + type +
      ", ptr %p\n  br label %first\n" + loop("first", "entry", "between", 80) +
      "between:\n  br label %second\n" + loop("second", "between", "done", 60) +
      "done:\n  %sum = add i32 %first.79, %second.59\n  ret i32 %sum\n}\n";
  llvm::SMDiagnostic error;
  auto program = llvm::parseAssemblyString(text, error, context);
  EXPECT_TRUE(program) << error.getMessage().str();
  return program;
}

TEST(Units, AreMadeOfLoopsWhereOneFunctionHasAll) {
  llvm::LLVMContext context, other;
  auto program = kernelOfTwoLoops(context, "i32");
  weft::CodeUnits units = weft::cutIntoUnits(*program, "k", 2);
  ASSERT_EQ(units.functions, (std::vector<std::vector<std::string>>{{"k.weft_kernel_k.second"}}));
  EXPECT_FALSE(llvm::verifyModule(*program, &llvm::errs()));
  weft::Log log;
  auto unit = weft::readUnit(units, 0, other, log);
  ASSERT_TRUE(unit) << log.str();
  EXPECT_TRUE(defines(*unit, "k.weft_kernel_k.second"));
  EXPECT_FALSE(llvm::verifyModule(*unit, &llvm::errs()));
}

TEST(Units, LeaveLoopsThatVectorsComeInto) {
  llvm::LLVMContext context;
  auto program = kernelOfTwoLoops(context, "<4 x i32>");
  EXPECT_TRUE(weft::cutIntoUnits(*program, "k", 2).functions.empty());
  EXPECT_EQ(program->size(), 1u);
}

// As many items as fill vectors, and some more, so that functions of all units run.
TEST(Units, ComputeWhatTheWholeDoes) {
  const std::string source = R"(
constant int table[5] = {3, 1, 4, 1, 5};
global int counter = 7;
kernel void k(global int *p) {
  int i = get_global_id(0), x = p[i];
  for (int j = 0; j < (i & 3) + 2; ++j)
    x = (x << 1) ^ table[(x + j) & 3] ^ (x % (i + 1)) ^ (x >> j);
  if (x & 1)
    x += p[i ^ 1] * counter;
  else
    x -= table[i & 3] / (i + 2);
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[i] = x * counter + (int)sqrt((float)i);
})";
  std::vector<int> expected;
  for (unsigned threads : {1, 2, 3, 8}) {
    weft_request r = request(WEFT_ACTION_BUILD, "-cl-std=CL3.0");
    r.source = {source.data(), source.size()};
    r.threads = threads;
    Outcome built = run(r);
    ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
    LoadedCode code(built.artifact.code);
    const weft::KernelInfo &kernel = built.artifact.kernels.at(0);
    auto entry = reinterpret_cast<weft_kernel_fn>(code.find(kernel.symbol));
    ASSERT_TRUE(entry) << code.error;
    constexpr uint64_t Items = 75;
    std::vector<int> data(Items + 1);
    std::iota(data.begin(), data.end(), 1000);
    weft_launch launch = {{Items, 1, 1}, {0, 0, 0}, {Items, 1, 1}, {1, 1, 1}, 1, 0};
    alignas(WEFT_ABI_ALIGNMENT) char args[256] = {};
    int *pointer = data.data();
    std::memcpy(args + kernel.args.at(0).offset, &pointer, sizeof(pointer));
    alignas(WEFT_ABI_ALIGNMENT) static char local[4096 + 2 * WEFT_LOCAL_MARGIN], contexts[1 << 16];
    weft_thread thread = {};
    thread.local_memory = local + WEFT_LOCAL_MARGIN;
    thread.context = contexts;
    weft_begin_row(&thread, &launch, 0, 0);
    entry(&launch, args, &thread, 0, 1);
    if (threads == 1)
      expected = data;
    EXPECT_EQ(data, expected) << threads << " threads";
  }
}

} // namespace
