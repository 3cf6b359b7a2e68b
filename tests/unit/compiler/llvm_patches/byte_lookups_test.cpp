// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm_patches/rewritten.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <gtest/gtest.h>

namespace {

using namespace llvm;

// The type of what a byte is chosen from by a computed number, behind widenByteLookups().
std::string chosenFrom(const std::string &triple, const std::string &vector,
                       const std::string &conversion) {
  weft::test::IrProgram program("target triple = \"" + triple + "\"\ndefine <8 x i8> @f(" + vector +
                                " %x, i64 %number, <8 x i8> %into) {\n"
                                "%" +
                                std::string(conversion.empty() ? "byte" : "chosen") +
                                " = extractelement " + vector + " %x, i64 %number\n" + conversion +
                                "%all = insertelement <8 x i8> %into, i8 %byte, i64 2\n"
                                "ret <8 x i8> %all\n}\n");
  weft::test::rewrite(program, weft::widenByteLookups);
  std::string type;
  raw_string_ostream stream(type);
  for (Instruction &instruction : instructions(*program.module->getFunction("f")))
    if (auto *insertion = dyn_cast<InsertElementInst>(&instruction)) {
      const Value *byte = insertion->getOperand(1);
      if (auto *trunc = dyn_cast<TruncInst>(byte))
        byte = trunc->getOperand(0);
      cast<ExtractElementInst>(byte)->getVectorOperandType()->print(stream);
    }
  return type;
}

constexpr const char *Arm = "aarch64-linux-gnu";

TEST(ByteLookups, AreOfBytesAndOfAWholeRegister) {
  const std::string trunc = "%byte = trunc i16 %chosen to i8\n";
  EXPECT_EQ("<8 x i8>", chosenFrom(Arm, "<4 x i16>", trunc));
  EXPECT_EQ("<8 x i8>", chosenFrom(Arm, "<8 x i16>", trunc));
  EXPECT_EQ("<16 x i8>", chosenFrom(Arm, "<16 x i16>", trunc));
  EXPECT_EQ("<8 x i8>", chosenFrom(Arm, "<4 x i8>", ""));
  EXPECT_EQ("<16 x i8>", chosenFrom(Arm, "<16 x i8>", ""));
}

TEST(ByteLookups, StayOnOtherTargets) {
  EXPECT_EQ("<8 x i16>",
            chosenFrom("x86_64-linux-gnu", "<8 x i16>", "%byte = trunc i16 %chosen to i8\n"));
}

} // namespace
