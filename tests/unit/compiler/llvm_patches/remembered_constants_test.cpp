// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That what is remembered is what LLVM's own functions give. --wrap has names for both.
#include "ir_program.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"

#include <gtest/gtest.h>
#include <optional>

namespace {
#define WEFT_BOTH_WAYS(RESULT, NAME, SYMBOL, ...)                                                  \
  RESULT short##NAME(__VA_ARGS__) asm("__wrap_" SYMBOL);                                           \
  RESULT long##NAME(__VA_ARGS__) asm("__real_" SYMBOL);

} // namespace

WEFT_BOTH_WAYS(llvm::Constant *, SplatValue, "_ZNK4llvm8Constant13getSplatValueEb",
               const llvm::Constant &, bool)
WEFT_BOTH_WAYS(llvm::Constant *, Element,
               "_ZNK4llvm22ConstantDataSequential20getElementAsConstantEm",
               const llvm::ConstantDataSequential &, uint64_t)
WEFT_BOTH_WAYS(llvm::Constant *, AggregateElement, "_ZNK4llvm8Constant19getAggregateElementEj",
               const llvm::Constant &, unsigned)
WEFT_BOTH_WAYS(llvm::ConstantFP *, Number,
               "_ZN4llvm10ConstantFP3getERNS_11LLVMContextERKNS_7APFloatE", llvm::LLVMContext &,
               const llvm::APFloat &)

namespace {

TEST(RememberedConstants, FindElementsOfVectors) {
  weft::test::IrProgram program(R"(
@splat = constant <4 x float> splat (float 2.5)
@other = constant <4 x float> splat (float 0.5)
@integers = constant <8 x i16> <i16 1, i16 1, i16 2, i16 3, i16 3, i16 3, i16 -1, i16 1>
@bytes = constant [5 x i8] c"hallo"
@doubles = constant <2 x double> <double 0.0, double -0.0>
@zero = constant <4 x i32> zeroinitializer
@unknown = constant <2 x float> <float 1.0, float poison>
@structure = constant { i32, [2 x i64] } { i32 1, [2 x i64] [i64 2, i64 2] }
)");
  // Twice, for what is remembered, with others between.
  for (int round = 0; round < 2; ++round)
    for (const llvm::GlobalVariable &variable : program.module->globals()) {
      const llvm::Constant &value = *variable.getInitializer();
      const std::string name = variable.getName().str();
      for (unsigned i = 0; i < 9; ++i)
        EXPECT_EQ(shortAggregateElement(value, i), longAggregateElement(value, i)) << name;
      if (value.getType()->isVectorTy())
        for (bool allow_poison : {false, true})
          EXPECT_EQ(shortSplatValue(value, allow_poison), longSplatValue(value, allow_poison))
              << name;
      if (auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(&value))
        for (uint64_t i = 0; i < data->getNumElements(); ++i)
          EXPECT_EQ(shortElement(*data, i), longElement(*data, i)) << name;
    }
}

TEST(RememberedConstants, FindNumbers) {
  llvm::LLVMContext context;
  for (int round = 0; round < 2; ++round)
    for (const llvm::fltSemantics *semantics :
         {&llvm::APFloat::IEEEhalf(), &llvm::APFloat::BFloat(), &llvm::APFloat::IEEEsingle(),
          &llvm::APFloat::IEEEdouble(), &llvm::APFloat::x87DoubleExtended()})
      for (double value : {0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 1e30, 1e-30}) {
        llvm::APFloat number(value);
        bool inexact;
        number.convert(*semantics, llvm::APFloat::rmNearestTiesToEven, &inexact);
        EXPECT_EQ(shortNumber(context, number), longNumber(context, number)) << value;
      }
}

// One after the other at the same place, so that their constants are at the same places, too.
TEST(RememberedConstants, TellContextsApart) {
  std::optional<llvm::LLVMContext> context;
  for (int round = 0; round < 50; ++round) {
    context.emplace();
    // Others before them, so that what was here is elsewhere.
    for (int i = 0; i < round; ++i)
      llvm::ConstantFP::get(*context, llvm::APFloat(100.0f + float(i)));
    const llvm::APFloat value(2.5f);
    auto *splat = llvm::cast<llvm::ConstantDataSequential>(llvm::ConstantDataVector::getSplat(
        4, llvm::ConstantFP::get(llvm::Type::getFloatTy(*context), 2.5)));
    EXPECT_EQ(shortNumber(*context, value), longNumber(*context, value));
    EXPECT_EQ(shortSplatValue(*splat, false), longSplatValue(*splat, false));
    EXPECT_EQ(shortElement(*splat, 1), longElement(*splat, 1));
  }
}

} // namespace
