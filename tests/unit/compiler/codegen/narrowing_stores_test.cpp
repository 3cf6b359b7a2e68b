// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/narrowing_stores.h"
#include "compiler/codegen/object_emitter.h"
#include "compiler/codegen/target_machine.h"
#include "ir_program.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Target/TargetMachine.h"

#include <gtest/gtest.h>

namespace {
using weft::test::IrProgram;

std::string narrowed(unsigned count, const std::string &mask) {
  const std::string n = std::to_string(count);
  return "define void @f(<" + n + " x i64> %x, ptr %p, <" + n + " x i1> %m) {\n%t = trunc <" + n +
         " x i64> %x to <" + n + " x i32>\ncall void @llvm.masked.store.v" + n + "i32.p0(<" + n +
         " x i32> %t, ptr align 4 %p, <" + n + " x i1> " + mask + ")\nret void\n}\n";
}

const char *const First = "<i1 true, i1 false, i1 false, i1 false>";

std::string assembly(llvm::Module &module) {
  std::string error;
  weft::LentTargetMachine machine({"skylake-avx512", "", 2}, error);
  EXPECT_TRUE(machine) << error;
  if (!machine)
    return "";
  module.setTargetTriple((*machine).getTargetTriple());
  module.setDataLayout((*machine).createDataLayout());
  llvm::SmallVector<char, 0> text;
  EXPECT_TRUE(
      weft::ObjectEmitter(*machine, llvm::CodeGenFileType::AssemblyFile).emit(module, text));
  return std::string(text.begin(), text.end());
}

struct Counts {
  unsigned stores = 0, masked = 0, masked_truncations = 0;
};

Counts countBehind(const std::string &text) {
  IrProgram program(text);
  weft::separateNarrowingStores(*program.module);
  EXPECT_TRUE(program.valid());
  Counts counts;
  for (const llvm::Function &function : *program.module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      counts.stores += llvm::isa<llvm::StoreInst>(instruction);
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_store) {
        ++counts.masked;
        counts.masked_truncations += llvm::isa<llvm::TruncInst>(call->getArgOperand(0));
      }
    }
  return counts;
}

TEST(NarrowingStores, OfOneLaneBecomeAStoreOfAnElement) {
  Counts counts = countBehind(narrowed(4, First));
  EXPECT_EQ(1u, counts.stores);
  EXPECT_EQ(0u, counts.masked);
}

TEST(NarrowingStores, OfNoLaneGo) {
  Counts counts = countBehind(narrowed(4, "zeroinitializer"));
  EXPECT_EQ(0u, counts.stores + counts.masked);
}

TEST(NarrowingStores, OfSomeLanesAreTruncatedBefore) {
  Counts counts = countBehind(narrowed(4, "<i1 true, i1 false, i1 true, i1 false>"));
  EXPECT_EQ(0u, counts.stores);
  EXPECT_EQ(1u, counts.masked);
  EXPECT_EQ(0u, counts.masked_truncations);
}

TEST(NarrowingStores, OfAMaskThatVariesStay) {
  EXPECT_EQ(1u, countBehind(narrowed(4, "%m")).masked_truncations);
}

// Whether the code of `module` stores eight bytes where its second argument points to.
bool storesEightBytes(llvm::Module &module, std::string &text) {
  text = assembly(module);
  llvm::SmallVector<llvm::StringRef, 32> lines;
  llvm::StringRef(text).split(lines, '\n');
  return llvm::any_of(lines, [](llvm::StringRef line) {
    line = line.trim();
    return line.ends_with("(%rdi)") &&
           (line.starts_with("vmovlp") || line.starts_with("vmovq") || line.starts_with("movq"));
  });
}

TEST(NarrowingStores, OfOneLaneAreOfItsBytes) {
  IrProgram program(narrowed(4, First));
  weft::separateNarrowingStores(*program.module);
  std::string text;
  EXPECT_FALSE(storesEightBytes(*program.module, text)) << text;
}

// Eight bytes for an element of four.
TEST(NarrowingStores, AreStillWrongInLlvm) {
  IrProgram program(narrowed(4, First));
  std::string text;
  EXPECT_TRUE(storesEightBytes(*program.module, text))
      << "LLVM stores the element alone now: separateNarrowingStores() can go.\n"
      << text;
}

} // namespace
