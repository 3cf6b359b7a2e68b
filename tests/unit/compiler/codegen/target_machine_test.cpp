// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target machines, and how threads get theirs from one another.
#include "compiler/codegen/llvm_compat.h"
#include "compiler/codegen/target_machine.h"
#include "ir_program.h"
#include "passes/target/target_info.h"
#include "passes/target/x86/presumed_cpu.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"

#include <gtest/gtest.h>
#include <thread>

namespace {
using weft::LentTargetMachine;
using weft::MachineKind;

llvm::FeatureBitset featuresOf(const llvm::TargetMachine &machine) {
  return machine.getMCSubtargetInfo()->getFeatureBits();
}

// As LLVM understands them.
llvm::FeatureBitset featuresOf(const MachineKind &kind) {
  weft::initializeTargets();
  const llvm::Triple triple("x86_64-unknown-linux-gnu");
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, kind.cpu, kind.features, {}, std::nullopt));
  return featuresOf(*machine);
}

TEST(TargetMachine, IsTunedForTheCpuThatInstructionsTellAndNotForAnOlderNumber) {
  const llvm::StringMap<bool> older = {{"avx512f", true}, {"avx512fp16", false}};
  const llvm::StringMap<bool> newer = {{"avx512f", true}, {"avx512fp16", true}};
  EXPECT_EQ(weft::x86::presumedCpu("rocketlake", older), "rocketlake");
  EXPECT_EQ(weft::x86::presumedCpu("rocketlake", newer), "sapphirerapids");
  EXPECT_EQ(weft::x86::presumedCpu("generic", newer), "sapphirerapids");
  EXPECT_EQ(weft::x86::presumedCpu("graniterapids", newer), "graniterapids");
  EXPECT_EQ(weft::x86::presumedCpu("znver5", newer), "znver5");
}

TEST(TargetMachine, HasTheFeaturesThatItsCpuHasAndThoseThatAreSaid) {
  for (const char *features :
       {"", "+avx512f", "+avx2,+avx512f,+avx512vl,+fma", "-avx512f,+avx512vl", "-avx2",
        "-avx2,+avx512f,-avx512bw,+avx512vbmi", "+amx-tile,-sse4.2,+sse4.2", "-bmi,-bmi2,+bmi"})
    for (const char *cpu : {"x86-64", "x86-64-v3", "znver5", "sapphirerapids"}) {
      const MachineKind kind{cpu, features, 2};
      std::string error;
      LentTargetMachine machine(kind, error);
      ASSERT_TRUE(machine) << error;
      EXPECT_EQ(featuresOf(*machine), featuresOf(kind)) << cpu << ' ' << features;
    }
}

TEST(TargetMachine, IgnoresFeaturesThatNobodyKnows) {
  std::string error;
  LentTargetMachine machine({"x86-64", "+soup,avx2,+,,-,+avx2", 2}, error);
  ASSERT_TRUE(machine) << error;
  EXPECT_EQ(featuresOf(*machine), featuresOf({"x86-64", "+avx2", 2}));
}

TEST(TargetMachine, OfAnUnknownCpuIsAnErrorForWhoWaitedForItToo) {
  const MachineKind kind{"abacus", "", 2};
  std::thread maker([&] { weft::makeMachines(kind); });
  std::string error;
  EXPECT_FALSE(LentTargetMachine(kind, error));
  EXPECT_EQ(error, "unknown CPU 'abacus'");
  maker.join();
  EXPECT_FALSE(LentTargetMachine::isIdle(kind));
}

// More threads than machines are made for, and those are made by all threads at once.
TEST(TargetMachine, EveryThreadGetsOneOfItsOwnWhileSomeAreBeingMade) {
  const MachineKind kind{"x86-64-v2", "", 2};
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&kind, i] {
      if (i < 2)
        weft::makeMachines(kind);
      std::string error;
      LentTargetMachine machine(kind, error, /*ready=*/i % 2);
      ASSERT_TRUE(machine) << error;
      weft::test::IrProgram program("define i32 @f(i32 %x) {\n  ret i32 %x\n}\n");
      llvm::SmallVector<char, 0> object;
      EXPECT_TRUE(machine.emitObject(*program.module, object));
      EXPECT_EQ(llvm::StringRef(object.data(), object.size()).take_front(4), "\177ELF");
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(LentTargetMachine::isIdle(kind));
}

// A section is aligned as the most aligned loop in it.
TEST(TargetMachine, AlignsLoopsAsTheTargetHasItBest) {
  weft::test::IrProgram program(R"(
    define void @fill(ptr %to, i64 %n) {
    entry:
      br label %loop
    loop:
      %i = phi i64 [ 0, %entry ], [ %next, %loop ]
      %at = getelementptr i8, ptr %to, i64 %i
      store volatile i8 1, ptr %at
      %next = add i64 %i, 1
      %more = icmp ult i64 %next, %n
      br i1 %more, label %loop, label %done
    done:
      ret void
    })");
  std::string error;
  LentTargetMachine machine({llvm::sys::getHostCPUName().str(), "", 2}, error);
  ASSERT_TRUE(machine) << error;
  const unsigned wanted = weft::loopAlignment((*machine).getTargetTriple());
  llvm::SmallVector<char, 0> object;
  ASSERT_TRUE(machine.emitObject(*program.module, object));
  auto file = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef({object.data(), object.size()}, "loop"));
  ASSERT_TRUE(bool(file)) << llvm::toString(file.takeError());
  uint64_t aligned = 0;
  for (llvm::object::SectionRef section : (*file)->sections())
    if (section.isText())
      aligned = std::max(aligned, section.getAlignment().value());
  EXPECT_GE(aligned, std::max(wanted, 1U));
}

} // namespace
